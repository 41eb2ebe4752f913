/** @module-tag long */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TunnelChange } from '../../../electron/core/tunnel/tunnel.ts';
import type { Sshd } from '../../support/sshd.ts';
import { opened, stateOf, testSshd, testTunnel, transports, trustingUser, sshdWithEcho } from './tunnel-fixture.ts';

/** Restarts the instance without its authorized keys, as before its home folders are mounted. Returns the function that mounts them. */
async function rebootWithoutKeys(sshd: Sshd): Promise<() => Promise<void>> {
  const keys = path.join(sshd.folder, 'authorized_keys');
  await sshd.kill();
  await rename(keys, `${keys}.away`);
  await sshd.start();
  return () => rename(`${keys}.away`, keys);
}

describe.each(transports)('over %s', (over) => {
  test('retries a login that worked before and is refused after a reboot, without asking the user', async () => {
    const { sshd, echo } = await sshdWithEcho({ config: ['PasswordAuthentication yes'] });
    const { ask, asked } = trustingUser();
    const tunnel = testTunnel(sshd, echo.port, { over, ask });
    tunnel.start();
    await stateOf(tunnel, 'ready');
    const mount = await rebootWithoutKeys(sshd);
    const isRefused = ({ state }: TunnelChange): boolean =>
      state.kind === 'waiting-to-retry' && state.failure.reason.startsWith('sign-in-retried');
    await expect.poll(() => tunnel.history().some(isRefused)).toBe(true);
    const waiting = opened(tunnel, echo.port);
    await mount();
    await waiting;
    expect(tunnel.state().kind).toBe('ready');
    expect(asked).toMatchObject([{ kind: 'host-key' }]);
  });

  test('reports a login at once when it is refused the first time', async () => {
    const sshd = await testSshd();
    await rebootWithoutKeys(sshd);
    const tunnel = testTunnel(sshd, 1, { over });
    tunnel.start();
    expect((await stateOf(tunnel, 'failed')).failure.code).toBe('ssh-auth');
  });
});
