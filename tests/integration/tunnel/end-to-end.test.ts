import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHostKeys, resolveHops, systemSshEnvironment } from '../../../electron/core/tunnel/tunnel.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  echoServer,
  opened,
  ownIdentities,
  stateOf,
  testSshd,
  testTunnel,
  transports,
  trustingUser,
  sshdWithEcho,
} from './tunnel-fixture.ts';
import { must } from '../../support/must.ts';

test.each(transports)('over %s asks about the host key once, and nothing on a reconnect', async (over) => {
  const { sshd, echo } = await sshdWithEcho();
  const { ask, asked } = trustingUser();
  const hostKeys = createHostKeys({ ownFile: path.join(await temporaryFolder(), 'known_hosts') });
  const tunnel = testTunnel(sshd, echo.port, { over, hostKeys, identities: ownIdentities, ask });
  await opened(tunnel, echo.port);
  await sshd.kill();
  await sshd.start();
  await stateOf(tunnel, 'ready');
  await opened(tunnel, echo.port);
  expect(asked).toMatchObject([{ kind: 'host-key', randomart: expect.stringMatching(/^\+--\[ED25519 256\]--\+/) }]);
  await sshd.kill();
  await sshd.start({ isNewHostKey: true });
  expect((await stateOf(tunnel, 'failed')).failure.code).toBe('host-key-changed');
});

test.each(transports)(
  'over %s connects through jump hosts of the ssh config, each with its own key file, login and host key',
  async (over) => {
    const [first, second, instance] = await Promise.all([testSshd(), testSshd(), testSshd()]);
    const echo = await echoServer();
    const folder = await temporaryFolder();
    const [config, known] = [path.join(folder, 'config'), path.join(folder, 'known_hosts')];
    // The first is known by an alias, the second by its port, the instance not at all.
    await writeFile(known, `gate-key ${first.hostKey()}\n[127.0.0.1]:${second.port} ${second.hostKey()}\n`);
    await writeFile(
      config,
      [
        `Host gate\n HostName 127.0.0.1\n Port ${first.port}\n IdentityFile ${first.keyFile}\n HostKeyAlias gate-key`,
        `Host inner\n HostName 127.0.0.1\n Port ${second.port}\n IdentityFile ${second.keyFile}\n ProxyJump gate`,
        `Host mine\n HostName 127.0.0.1\n Port ${instance.port}\n IdentityFile ${instance.keyFile}\n ProxyJump inner`,
        `Host *\n User ${first.login}\n IdentitiesOnly yes\n IdentityAgent none\n UserKnownHostsFile ${known}`,
      ].join('\n'),
    );
    const hopChain = must(await resolveHops({ alias: 'mine' }, { ...systemSshEnvironment({}), userConfig: config }));
    const { ask, asked } = trustingUser();
    const tunnel = testTunnel(instance, echo.port, {
      hopChain,
      hostKeys: createHostKeys({ ownFile: path.join(folder, 'own') }),
      identities: ownIdentities,
      ask,
      ...(over === 'openssh' ? { systemSsh: { configFiles: [config] } } : {}),
    });
    await opened(tunnel, echo.port);
    expect(asked).toMatchObject([{ kind: 'host-key', hop: 'mine' }]);
    const reached = tunnel.history().flatMap(({ cause }) => /^connecting to (\S+)$/.exec(cause)?.[1] ?? []);
    expect([...new Set(reached)]).toEqual(['gate', 'inner', 'mine']);

    // A different key in the middle of the chain is refused by name, although the jump host before it is fine.
    tunnel.stop();
    await second.kill();
    await second.start({ isNewHostKey: true });
    tunnel.start();
    expect((await stateOf(tunnel, 'failed')).failure).toMatchObject({ code: 'host-key-changed', params: { hop: 'inner' } });
    expect(tunnel.refusedKey()?.hop.name).toBe('inner');
  },
);
