/** @module-tag long */
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../../../electron/contract/connection.ts';
import { startLocalApiCore } from '../../support/local-api-core.ts';
import { context } from '../../support/call-context.ts';
import { freePort } from '../../support/free-port.ts';
import { must } from '../../support/must.ts';
import { startTestService } from '../../support/test-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testRelay, testSshd, transports } from '../tunnel/tunnel-fixture.ts';
import { chatBody } from '../demo/demo-fixture.ts';
import { ask } from './local-api-fixture.ts';

const model = 'beta-4-scout';
const path = `/${model}/v1/chat/completions`;

/** Starts the whole core with its local API, behind an sshd whose connection can be paused. */
async function startPausable(transport: (typeof transports)[number]) {
  const service = await startTestService({ speed: 'real', insideAddress: '127.0.0.2' });
  onTestFinished(service.close);
  const sshd = await testSshd();
  const relay = await testRelay(sshd.port);
  const port = await freePort();
  const { demo, caFile, inferenceServer } = service;
  const profile = demo.profile();
  const core = await startLocalApiCore({
    folder: await temporaryFolder(),
    profile: { ...profile, service: { ...profile.service, caFile, inferenceServer } },
    sshd: { login: sshd.login, keyFile: sshd.keyFile, hostKey: sshd.hostKey() },
    sshPort: relay.port,
    transport,
    port,
  });
  onTestFinished(() => core.dispose());
  const read = async (): Promise<Connection> => must(await core.handlers['connection.read'](undefined, context));
  // On a busy machine that may take longer than a first request waits. A list in progress would count as an earlier answer.
  await expect.poll(read).toMatchObject({ tunnel: { state: { kind: 'ready' } }, isRefreshing: false });
  const earlierAnswers = async (): Promise<number | undefined> => {
    const connection = await read();
    return connection.state === 'ready' ? connection.tunnel?.earlierAnswers : undefined;
  };
  return { demo, relay, port, earlierAnswers };
}

test.each(transports)(
  'continues an answer over %s after a silent cut, answers requests meanwhile, and notifies the window',
  async (transport) => {
    const { demo, relay, port, earlierAnswers } = await startPausable(transport);
    // Idle connections on both sides, so that a dead one would be reused if that were possible.
    expect((await ask(port, path, { body: chatBody(model) })).status).toBe(200);
    const release = demo.fault({ kind: 'stall', after: 3, endpoint: 'chat', count: 'once' });
    let seen = '';
    const running = ask(port, path, {
      body: { ...chatBody(model), messages: [{ role: 'user', content: 'Tell me a long story.' }], stream: true },
      onData: (text) => (seen += text),
    });
    await expect.poll(() => seen).toContain('data: ');
    relay.stall();
    release(); // the rest is sent while the connection is cut
    await expect.poll(earlierAnswers).toBeGreaterThan(0);
    const meanwhile = await Promise.all([1, 2, 3].map(() => ask(port, path, { body: chatBody(model) })));
    expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(earlierAnswers).toBe(1);
    relay.resume();
    const { isComplete, text } = await running;
    expect(isComplete).toBe(true);
    expect(text).toMatch(/data: \[DONE\]\s*$/);
    await expect.poll(earlierAnswers).toBe(0);
    await expect.poll(relay.held, { message: 'the session dialled meanwhile is closed in order' }).toBe(1);
  },
);
