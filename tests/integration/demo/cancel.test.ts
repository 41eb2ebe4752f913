import { request } from 'node:https';
import { expect, test, vi } from 'vitest';
import { ask, chatBody, localForward, requestThat, testDemo } from './demo-fixture.ts';

const endless = chatBody('beta-4-scout', 'Write 40000 words', { stream: true });

test('a client that goes away stops generation on the proxy, and the demo has seen it', async () => {
  const demo = await testDemo({ speed: 2000 });
  const giveUp = new AbortController();
  await ask(demo, '/api/chat/completions', { token: demo.token, body: endless, signal: giveUp.signal, onData: () => giveUp.abort() });
  const record = await requestThat(demo, ({ outcome }) => outcome === 'aborted');
  expect(record.tokens).toBeLessThan(50_000);
  expect(demo.aborts()).toBe(1);
});

test('through the instance too: the abort crosses SSH', async () => {
  const demo = await testDemo({ speed: 2000 });
  const giveUp = new AbortController();
  const port = await localForward(demo);
  await ask(demo, '/beta-4-scout/v1/chat/completions', { port, body: endless, signal: giveUp.signal, onData: () => giveUp.abort() });
  expect(await requestThat(demo, ({ outcome }) => outcome === 'aborted')).toMatchObject({ mode: 'direct', isFromInstance: true });
});

test('also at full speed, and before a whole answer is ready', async () => {
  const demo = await testDemo();
  const giveUp = new AbortController();
  await ask(demo, '/api/chat/completions', { token: demo.token, body: endless, signal: giveUp.signal, onData: () => giveUp.abort() });
  await requestThat(demo, ({ outcome }) => outcome === 'aborted');

  const slow = await testDemo({ speed: 1 });
  const withdraw = new AbortController();
  const whole = ask(slow, '/api/chat/completions', { token: slow.token, body: chatBody('beta-4-scout'), signal: withdraw.signal });
  await requestThat(slow, ({ outcome }) => outcome === 'running');
  withdraw.abort();
  await expect(whole).rejects.toMatchObject({ name: 'AbortError' });
  await requestThat(slow, ({ outcome }) => outcome === 'aborted');
});

test('an answer that came to its end is no abort', async () => {
  const demo = await testDemo();
  await ask(demo, '/api/chat/completions', { token: demo.token, body: chatBody('beta-4-scout', 'Say hello', { stream: true }) });
  expect([demo.requests().at(-1)?.outcome, demo.aborts()]).toEqual(['answered', 0]);
});

test('closing the demo ends streams in flight and leaves nothing open', async () => {
  const demo = await testDemo({ speed: 100 });
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

test('a slow reader holds the engine back: nothing piles up in memory', async () => {
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
  // When the pipes are full the count stands still.
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

test('the log tells what was sent and never a secret', async () => {
  const demo = await testDemo();
  await ask(demo, '/api/chat/completions', { token: demo.token, headers: { 'x-trace': 'abc' }, body: chatBody('beta-4-scout') });
  const record = demo.requests().at(-1);
  expect(record).toMatchObject({ authorization: 'good', body: chatBody('beta-4-scout'), status: 200, headers: { 'x-trace': 'abc' } });
  expect(JSON.stringify(demo.requests())).not.toContain(demo.token);
});

test.each([
  ['real', 83],
  [200, 200],
] as const)('speed %s: an answer takes the time its tokens take', async (speed, rate) => {
  const demo = await testDemo({ speed });
  const started = performance.now();
  await ask(demo, '/api/chat/completions', {
    token: demo.token,
    body: chatBody('beta-4-scout', 'What is Causeway?', { stream: true, max_tokens: 40 }),
  });
  expect(performance.now() - started).toBeGreaterThanOrEqual((40 * 1000) / rate);
});
