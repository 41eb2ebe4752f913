import { expect, test } from 'vitest';
import { formatMoment } from '../../../renderer/shared/format.ts';

test('formats when a message was written, with its day unless that is today', () => {
  const evening = new Date(2026, 10, 16, 20, 5).getTime();
  expect(formatMoment(evening, new Date(2026, 10, 16, 23, 59).getTime())).toBe('20:05');
  expect(formatMoment(evening, new Date(2026, 10, 17, 0, 1).getTime())).toBe('Nov 16, 2026, 20:05');
  expect(formatMoment(new Date(2026, 10, 16, 0, 0).getTime(), evening)).toBe('00:00');
});
