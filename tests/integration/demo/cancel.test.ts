import { once } from 'node:events';
import { request } from 'node:https';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startDemo } from '../../support/demo/demo.ts';
import { freePort } from '../../support/free-port.ts';
import { ask, chatBody, requestThat, testDemo } from './demo-fixture.ts';

const endless = chatBody('beta-4-scout', 'Write 40000 words', { stream: true });

test('ends running streams and leaves nothing open when the demo is closed', async () => {
  const demo = await testDemo({ speed: 100, httpsPort: await freePort() });
  const closing: Promise<void>[] = [];
  const answer = await ask(demo, '/api/chat/completions', {
    token: demo.token,
    body: endless,
    onData: () => void closing.push(demo.close()),
  });
  await Promise.all(closing);
  expect(answer.isComplete).toBe(false);
  await expect(ask(demo, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('applies backpressure for a slow reader, with bounded memory', async () => {
  const demo = await testDemo();
  const { promise, resolve } = Promise.withResolvers<void>();
  const reading = new AbortController();
  const outgoing = request(
    `${demo.baseUrl}/api/chat/completions`,
    { method: 'POST', ca: demo.ca, agent: false, headers: { authorization: `bearer ${demo.token}` }, signal: reading.signal },
    (incoming) => {
      incoming.pause();
      incoming.on('error', () => undefined);
      resolve();
    },
  );
  outgoing.on('error', () => undefined);
  outgoing.end(JSON.stringify(endless));
  await promise;
  // When the buffers are full, the count stays the same.
  let last = 0;
  await vi.waitFor(
    () => {
      const before = last;
      last = demo.requests().at(-1)?.tokens ?? 0;
      expect([before > 0, last]).toEqual([true, before]);
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(demo.requests().at(-1)?.outcome).toBe('running');
  reading.abort();
  await requestThat(demo, ({ outcome }) => outcome === 'aborted');
});

test.each([
  ['real', 83],
  [200, 200],
] as const)('takes as long for an answer as its tokens need at speed %s', async (speed, rate) => {
  const demo = await testDemo({ speed });
  const started = performance.now();
  await ask(demo, '/api/chat/completions', {
    token: demo.token,
    body: chatBody('beta-4-scout', 'What is Causeway?', { stream: true, max_tokens: 40 }),
  });
  expect(performance.now() - started).toBeGreaterThanOrEqual((40 * 1000) / rate);
});

test('closes although a client has not finished its TLS handshake (catches a close that waits for a client which keeps asking)', async () => {
  const demo = await startDemo({ speed: 'unlimited' });
  const client = connect(Number(new URL(demo.baseUrl).port), '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  const ended = once(client, 'close');
  await demo.close();
  await ended;
  expect(client.destroyed).toBe(true);
});
