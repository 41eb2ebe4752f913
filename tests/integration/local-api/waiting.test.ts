import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../../electron/core/local-api/limits.ts';
import { ask, testLocalApi, type TestLocalApi } from './local-api-fixture.ts';
import { createUpstream, tcpDial, type Dial } from '../../../electron/core/upstream/upstream.ts';
import { upstreamTo } from '../../core/upstream/upstream-fixture.ts';
import { startServer } from '../../support/https-server.ts';

const path = '/v1/chat/completions';
const chat = (more: object = {}) => ({ model: 'beta-4-scout', messages: [{ role: 'user', content: 'Say one two' }], ...more });
const sign = ': waiting for the tunnel';

/** Starts a local API whose tunnel can't reach its instance until the test allows it. */
async function waitingLocalApi(waitMs = 20_000): Promise<
  TestLocalApi & {
    readonly startInstance: () => void;
    /** Resolves when a request waits for the tunnel. */
    readonly awaited: Promise<void>;
  }
> {
  const started = await testLocalApi({ limits: { ...defaultLimits, keepAliveMs: 100 } });
  const { demo, set, tunnel } = started;
  const gate = Promise.withResolvers<void>();
  const awaited = Promise.withResolvers<void>();
  let isUp = false;
  const upstream = createUpstream({
    origin: new URL(demo.baseUrl).origin,
    authorities: [demo.ca],
    route: {
      kind: 'dial',
      target: { host: 'localhost', port: Number(new URL(demo.baseUrl).port) },
      dial: async (target, signal) => {
        awaited.resolve();
        await Promise.race([gate.promise, pause(waitMs).then(() => Promise.reject(new Error('too late')))]);
        return tunnel.dial(target, signal);
      },
    },
  });
  set({ isTunnelAwaited: () => !isUp, upstreams: { proxy: upstream, direct: upstream } });
  return {
    ...started,
    awaited: awaited.promise,
    startInstance: () => {
      isUp = true;
      gate.resolve();
    },
  };
}

/** Starts such a local API for a service whose answers the test decides. */
async function waitingLocalApiFor(onRequest: Parameters<typeof startServer>[0]) {
  const gate = Promise.withResolvers<void>();
  const dial: Dial = async (target, signal) => {
    await gate.promise;
    return tcpDial(target, signal);
  };
  const upstream = upstreamTo(await startServer(onRequest), { route: { kind: 'dial', dial } });
  const { port } = await testLocalApi({
    limits: { keepAliveMs: 100 },
    serviceOverrides: { isTunnelAwaited: () => true, upstreams: { proxy: upstream, direct: upstream } },
  });
  return { port, startInstance: gate.resolve };
}

test('sends comments to a streaming client while the tunnel is down, then the complete answer', async () => {
  const { port, startInstance } = await waitingLocalApi();
  let seen = '';
  const answer = ask(port, path, { body: chat({ stream: true }), onData: (text) => (seen += text) });
  await expect.poll(() => seen.split(sign).length).toBeGreaterThan(2);
  startInstance();
  const { status, headers, text, isComplete } = await answer;
  expect([status, headers['content-type'], isComplete]).toEqual([200, 'text/event-stream', true]);
  expect(text).toMatch(/data: \[DONE\]\s*$/);
  expect(text.lastIndexOf(sign)).toBeLessThan(text.indexOf('data: '));
});

test('sends comments to a client that asked by its Accept header only', async () => {
  const { port, startInstance } = await waitingLocalApiFor((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n'),
  );
  let seen = '';
  const answer = ask(port, path, { body: chat(), headers: { accept: 'text/event-stream' }, onData: (text) => (seen = text) });
  await expect.poll(() => seen).toContain(sign);
  startInstance();
  const { text, isComplete } = await answer;
  expect([text.replaceAll(`${sign}\n\n`, ''), isComplete]).toEqual(['data: [DONE]\n\n', true]);
});

test('sends no comments to other clients, which get their own status', async () => {
  const { port, startInstance, awaited, demo } = await waitingLocalApi();
  const asked = http.request({
    host: '127.0.0.1', // with several addresses, Node gives up the first one after 250 ms
    port,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  });
  let isBegun = false;
  asked.once('response', () => (isBegun = true));
  asked.end(JSON.stringify(chat()));
  await awaited;
  await pause(500); // five comment intervals
  expect(isBegun).toBe(false);
  demo.fault({ kind: 'status', status: 503, retryAfter: 7, count: 'once' });
  const response = once(asked, 'response') as Promise<[http.IncomingMessage]>;
  startInstance();
  const [{ statusCode, headers }] = await response;
  expect([statusCode, headers['retry-after']]).toEqual([503, '7']);
  asked.destroy();
});

test('sends an error event and no clean end for a failure after the first comment', async () => {
  const { port, startInstance, demo } = await waitingLocalApi();
  let seen = '';
  const answer = ask(port, path, { body: chat({ stream: true }), onData: (text) => (seen += text) });
  await expect.poll(() => seen).toContain(sign);
  demo.fault({ kind: 'status', status: 429, count: 'once' });
  startInstance();
  const { status, text, isComplete } = await answer;
  expect([status, isComplete]).toEqual([200, false]);
  expect(JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '')).toMatchObject({ error: { code: 'rate_limited' } });
});

test('ends the wait with an error event', async () => {
  const { port } = await waitingLocalApi(600);
  const { status, text, isComplete } = await ask(port, path, { body: chat({ stream: true }) });
  expect([status, isComplete]).toEqual([200, false]);
  expect(text).toContain(sign);
  expect(JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '')).toHaveProperty('error.message');
});

test('sends the complete answer of a service that compresses events (catches one that is dropped after a comment)', async () => {
  const { port, startInstance } = await waitingLocalApiFor(({ headers }, response) => {
    const isCompressed = headers['accept-encoding']?.includes('gzip') === true;
    response.writeHead(200, { 'content-type': 'text/event-stream', ...(isCompressed ? { 'content-encoding': 'gzip' } : {}) });
    response.end(isCompressed ? gzipSync('data: [DONE]\n\n') : 'data: [DONE]\n\n');
  });
  let seen = '';
  const answer = ask(port, path, {
    body: chat({ stream: true }),
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    onData: (text) => (seen = text),
  });
  await expect.poll(() => seen).toContain(sign);
  startInstance();
  const { text, isComplete } = await answer;
  expect([text.replaceAll(`${sign}\n\n`, ''), isComplete]).toEqual(['data: [DONE]\n\n', true]);
});
