import { expect, test } from 'vitest';
import { readSshEnvironment } from '../../../electron/core/connection/instance-tunnel.ts';

test('finds the ssh agent of a login shell that was too slow at first', async () => {
  const results = [{}, { SSH_AUTH_SOCK: '/run/agent' }];
  const read = readSshEnvironment({}, async () => results.shift() ?? {});
  expect((await read()).variables['SSH_AUTH_SOCK']).toBeUndefined();
  expect((await read()).variables['SSH_AUTH_SOCK']).toBe('/run/agent');
});
