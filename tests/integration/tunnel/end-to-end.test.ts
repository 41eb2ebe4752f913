import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createHostKeys,
  createIdentities,
  createTunnel,
  resolveHops,
  systemSshEnvironment,
  type Tunnel,
} from '../../../electron/core/tunnel/tunnel.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  echoServer,
  hopTo,
  opened,
  plainOpenssh,
  stateOf,
  steppedTimers,
  testSshd,
  timeouts,
  transports,
  trusting,
} from './tunnel-fixture.ts';
import { must } from '../../support/must.ts';

test.each(transports)('over %s asks about the host key once, and nothing on a reconnect', async (over) => {
  const sshd = await testSshd();
  const echo = await echoServer();
  const asked: string[] = [];
  const ownFile = path.join(await temporaryFolder(), 'known_hosts');
  const tunnel = createTunnel({
    hopChain: { hops: [hopTo(sshd, { identityFiles: [sshd.keyFile], identitiesOnly: true })], notes: [] },
    target: { host: '127.0.0.1', port: echo.port },
    hostKeys: createHostKeys({ ownFile }),
    identities: (ask) => createIdentities({ ask, defaultFiles: [] }),
    ask: (question, signal) => {
      asked.push(question.kind === 'host-key' ? question.randomart.slice(0, 19) : question.kind);
      return trusting(question, signal);
    },
    timeouts,
    timers: steppedTimers(),
    monitorNetwork: () => () => undefined,
    ...(over === 'openssh' ? { systemSsh: plainOpenssh } : {}),
  });
  onTestFinished(() => tunnel.dispose());
  await opened(tunnel, echo.port);
  await sshd.kill();
  await sshd.start();
  await stateOf(tunnel, 'ready');
  await opened(tunnel, echo.port);
  expect(asked).toEqual(['+--[ED25519 256]--+']);
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
    const asked: string[] = [];
    const make = (ownFile: string): Tunnel => {
      const tunnel = createTunnel({
        hopChain,
        target: { host: '127.0.0.1', port: echo.port },
        hostKeys: createHostKeys({ ownFile }),
        identities: (ask) => createIdentities({ ask, defaultFiles: [] }),
        ask: (question, signal) => {
          asked.push(`${question.kind} ${question.hop}`);
          return trusting(question, signal);
        },
        timeouts,
        timers: steppedTimers(),
        monitorNetwork: () => () => undefined,
        ...(over === 'openssh' ? { systemSsh: { configFiles: [config] } } : {}),
      });
      onTestFinished(() => tunnel.dispose());
      return tunnel;
    };
    const tunnel = make(path.join(folder, 'own'));
    await opened(tunnel, echo.port);
    expect(asked).toEqual(['host-key mine']);
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
