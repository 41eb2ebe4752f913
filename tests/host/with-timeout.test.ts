import { expect, test } from 'vitest';
import { withTimeout } from '../../electron/host/with-timeout.ts';

test('quitting waits for work that ends, and not for work that does not', async () => {
  expect(await withTimeout(Promise.resolve(), 10_000)).toBe('done');
  expect(await withTimeout(new Promise(() => undefined), 1)).toBe('late');
});
