import { expect, onTestFinished, test, vi } from 'vitest';
import { compose } from '../../../../electron/core/history/search/normalize.ts';

test('composes long runs of accents piece by piece (catches a sort in quadratic time that stops the history)', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  onTestFinished(() => normalize.mockRestore());
  const composed = compose(`e\u0301 a${'\u0301\u0316'.repeat(2000)} e\u0301`);
  expect(normalize.mock.contexts.every((piece) => String(piece).length < 100)).toBe(true);
  expect(composed.startsWith('é á')).toBe(true);
  expect(composed.endsWith(' é')).toBe(true);
});
