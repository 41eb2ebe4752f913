import { expect, test } from 'vitest';
import { readSshEnvironment } from '../../../electron/core/connection/instance-tunnel.ts';

test.each([
  ['darwin', undefined, '/login/bin'], // catches a start from the Dock, where only Apple's ssh is found, which knows no security keys
  ['darwin', 'xterm', '/bin'],
  ['linux', undefined, '/bin'],
] as const)('on %s with the terminal %s, takes PATH %s', async (platform, TERM, PATH) => {
  const environment = { SSH_AUTH_SOCK: '/run/agent', PATH: '/bin', TERM };
  const read = readSshEnvironment(environment, async () => ({ PATH: '/login/bin' }), platform);
  expect((await read()).variables).toMatchObject({ SSH_AUTH_SOCK: '/run/agent', PATH });
});

test('finds the ssh agent of a login shell that was too slow at first', async () => {
  const results = [{}, { SSH_AUTH_SOCK: '/run/agent' }];
  const read = readSshEnvironment({}, async () => results.shift() ?? {});
  expect((await read()).variables['SSH_AUTH_SOCK']).toBeUndefined();
  expect((await read()).variables['SSH_AUTH_SOCK']).toBe('/run/agent');
});
