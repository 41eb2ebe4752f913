import { expect, test } from 'vitest';
import { bounded } from '../../electron/host/bounded.ts';

test('quitting waits for work that ends, and not for work that does not', async () => {
  expect(await bounded(Promise.resolve(), 10_000)).toBe('done');
  expect(await bounded(new Promise(() => undefined), 1)).toBe('late');
});
