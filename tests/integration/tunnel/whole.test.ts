import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHostKeys } from '../../../electron/core/tunnel/host-keys/host-keys.ts';
import { createIdentities } from '../../../electron/core/tunnel/identities/identities.ts';
import { createTunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { echoServer, hopTo, opened, stateOf, testSshd, trusting } from './tunnel-fixture.ts';

test('with the real identities and host keys the user is asked once, and a reconnect asks nothing', async () => {
  const sshd = await testSshd();
  const echo = await echoServer();
  const asked: string[] = [];
  const ownFile = path.join(await temporaryFolder(), 'known_hosts');
  const tunnel = createTunnel({
    road: { hops: [hopTo(sshd, { identityFiles: [sshd.keyFile], identitiesOnly: true })], notes: [] },
    target: { host: '127.0.0.1', port: echo.port },
    hostKeys: createHostKeys({ ownFile }),
    identities: (ask) => createIdentities({ ask, usualFiles: [] }),
    ask: (question, signal) => {
      asked.push(question.kind === 'host-key' ? question.randomart.slice(0, 19) : question.kind);
      return trusting(question, signal);
    },
    network: () => () => undefined,
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
