import { expect, onTestFinished, test } from 'vitest';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { startAgentCore } from '../../support/agent-core.ts';
import { context } from '../../support/call-context.ts';
import { freePort } from '../../support/free-port.ts';
import { must } from '../../support/must.ts';
import { startTestService } from '../../support/test-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testRelay, testSshd, transports } from '../tunnel/tunnel-fixture.ts';
import { chatBody } from '../demo/demo-fixture.ts';
import { ask } from './agent-fixture.ts';

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
  const core = await startAgentCore({
    folder: await temporaryFolder(),
    profile: { ...profile, service: { ...profile.service, caFile, inferenceServer } },
    sshd: { login: sshd.login, keyFile: sshd.keyFile, hostKey: sshd.hostKey() },
    sshPort: relay.port,
    transport,
    port,
  });
  onTestFinished(() => core.dispose());
  const tunnel = async (): Promise<ReadyConnection['tunnel']> => {
    const connection = must(await core.handlers['connection.read'](undefined, context));
    return connection.state === 'ready' ? connection.tunnel : null;
  };
  return { relay, port, tunnel };
}

test.each(transports)(
  'continues an answer over %s after a silent cut, answers requests meanwhile, and notifies the window',
  async (transport) => {
    const { relay, port, tunnel } = await startPausable(transport);
    // Idle connections on both sides, so that a dead one would be reused if that were possible.
    expect((await ask(port, path, { body: chatBody(model) })).status).toBe(200);
    let seen = '';
    const running = ask(port, path, {
      body: { ...chatBody(model), messages: [{ role: 'user', content: 'Tell me a long story.' }], stream: true },
      onData: (text) => (seen += text),
    });
    await expect.poll(() => seen, { timeout: 20_000 }).toContain('data: ');
    relay.stall();
    await expect.poll(async () => (await tunnel())?.earlierAnswers, { timeout: 20_000 }).toBeGreaterThan(0);
    const meanwhile = await Promise.all([1, 2, 3].map(() => ask(port, path, { body: chatBody(model) })));
    expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await tunnel())?.earlierAnswers).toBe(1);
    relay.resume();
    const { isComplete, text } = await running;
    expect(isComplete).toBe(true);
    expect(text).toMatch(/data: \[DONE\]\s*$/);
    await expect.poll(async () => (await tunnel())?.earlierAnswers).toBe(0);
    await expect.poll(relay.held, { timeout: 10_000, message: 'the session dialled meanwhile is closed in order' }).toBe(1);
  },
);
