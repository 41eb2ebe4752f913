import { expect, test } from 'vitest';
import { withTimeout } from '../../electron/host/with-timeout.ts';

test('waits for work that ends and gives up on work that doesn’t', async () => {
  expect(await withTimeout(Promise.resolve(), 10_000)).toBe('done');
  expect(await withTimeout(new Promise(() => undefined), 1)).toBe('late');
});
