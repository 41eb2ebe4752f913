import { once } from 'node:events';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { createUpstream, type Upstream } from '../../../electron/core/upstream/upstream.ts';
import { chatBody, requestThat, testDemo } from '../demo/demo-fixture.ts';
import { createAuthority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { listen } from '../../support/https-server.ts';
import { ask, codeOf, newKey, sendRaw, testLocalApi } from './local-api-fixture.ts';
import { readUntil } from '../../support/read-until.ts';
import { failed } from '../../support/recorded-failure.ts';

const scout = 'beta-4-scout';
const path = `/${scout}/v1/chat/completions`;

/** Opens a connection. */
async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Reads everything until the connection is closed. */
async function readOut(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

test('rejects heads and bodies that are too large, announced or not, and answers the next request', async () => {
  const { port, demo } = await testLocalApi({ limits: { bodyBytes: 100_000 } });
  const body = JSON.stringify({ model: scout, pad: 'x'.repeat(200_000) });
  for (const to of [path, '/v1/chat/completions']) {
    expect(codeOf(await ask(port, to, { body })), to).toBe('body_too_large');
    const head = `POST ${to} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await sendRaw(port, `${head}${body.length.toString(16)}\r\n${body}`), to).toMatch(/^HTTP\/1\.1 413 [\s\S]*body_too_large/);
  }
  expect(await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  expect(demo.requests().filter(({ outcome }) => outcome === 'answered')).toEqual([]);
  expect((await ask(port, path, { body: chatBody(scout) })).status).toBe(200);
});

test("doesn't wait for slow senders, neither for the head nor for the body", async () => {
  const { port, localApi } = await testLocalApi({ limits: { headersMs: 300, bodyIdleMs: 300 } });
  const slowHead = await open(port);
  slowHead.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1`);
  expect(await readOut(slowHead)).toMatch(/^HTTP\/1\.1 408 [\s\S]*sender_too_slow/);
  for (const to of [path, '/v1/chat/completions']) {
    const slowBody = await open(port);
    slowBody.write(
      `POST ${to} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"model":`,
    );
    const text = readOut(slowBody);
    expect(await text, to).toMatch(/^HTTP\/1\.1 408 [\s\S]*sender_too_slow/);
  }
  await eventually(() => expect(localApi.requests().filter(({ durationMs }) => durationMs === null)).toEqual([]));
});

test('discards the streamed body of a rejected request (catches a connection that can’t be used again)', async () => {
  const { port, localApi } = await testLocalApi({ serviceOverrides: { token: async () => ok(null) } });
  const key = await newKey(localApi);
  const socket = await open(port);
  socket.write(
    `POST /api/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n`,
  );
  socket.write(Buffer.alloc(900_000, ' '));
  expect(await readUntil(socket, (text) => text.endsWith('}}'))).toContain('token_missing');
  socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  expect(await readUntil(socket, (text) => text.includes('"ok"'))).toMatch(/^HTTP\/1\.1 200 /);
});

test('ends a streamed body that nobody reads (catches a timer that runs for ever)', async () => {
  let unread: Readable | undefined;
  const upstream: Upstream = {
    host: 'models.example.org',
    request: async ({ body }) => {
      if (body instanceof Readable) unread = body;
      return failed('tunnel-unavailable');
    },
    probe: async () => ok(undefined),
  };
  const { port } = await testLocalApi({ serviceOverrides: { upstreams: { proxy: upstream, direct: upstream } } });
  const answer = await ask(port, path, { body: chatBody(scout), headers: { 'transfer-encoding': 'chunked' } });
  expect(codeOf(answer)).toBe('tunnel_unavailable');
  await eventually(() => expect(unread?.destroyed).toBe(true));
});

test('reads the rest of a body that the service answered early (catches a next request that waits behind it)', async () => {
  const authority = createAuthority();
  const rejecting = https.createServer(authority.issue('localhost'), (_request, response) => {
    response.writeHead(413, { 'content-length': '2' }).end('no'); // as nginx does, by the announced length alone
  });
  const origin = `https://localhost:${await listen(rejecting)}`;
  onTestFinished(() => void rejecting.close());
  const upstream = createUpstream({ origin, authorities: [authority.pem], route: { kind: 'straight' } });
  onTestFinished(() => upstream.dispose());
  const { port } = await testLocalApi({ serviceOverrides: { upstreams: { proxy: upstream, direct: upstream } } });
  const socket = await open(port);
  const size = 2_000_000;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`);
  socket.write('x'.repeat(size));
  socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  const text = await readUntil(socket, (received) => received.includes('HTTP/1.1 200'));
  expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /);
});

test('starts a pipelined request after the one before it, and not for a client that has gone (catches a slot that stays taken)', async () => {
  const demo = await testDemo({ faults: [{ kind: 'stall', after: 1, endpoint: 'chat' }] });
  const { port } = await testLocalApi({ demo, limits: { concurrent: 1, perCaller: 1 } });
  const body = JSON.stringify(chatBody(scout, 'Hi', { stream: true }));
  const request = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const socket = await open(port);
  socket.write(request + request);
  await readUntil(socket, (received) => received.includes('data: '));
  expect(demo.requests().filter(({ path: asked }) => asked.endsWith('/chat/completions'))).toHaveLength(1);
  socket.destroy();
  await eventually(async () => expect((await ask(port, `/${scout}/v1/models`)).status).toBe(200));
  expect(demo.requests().filter(({ path: asked }) => asked.endsWith('/chat/completions'))).toHaveLength(1);
});

test('tells callers to retry beyond the limits per key and in total', async () => {
  const demo = await testDemo({ faults: [{ kind: 'stall', after: 1, endpoint: 'chat' }] });
  const { port, localApi } = await testLocalApi({ demo, limits: { concurrent: 3, perCaller: 2 } });
  const abort = new AbortController();
  const headers = { 'x-api-key': await newKey(localApi) };
  const hang = (more: object = {}): Promise<unknown> =>
    ask(port, path, { body: chatBody(scout, 'Hi', { stream: true }), signal: abort.signal, ...more }).catch(() => undefined);
  const first = [hang(), hang()];
  await eventually(() => expect(demo.requests()).toHaveLength(2));
  const third = await ask(port, path, { body: chatBody(scout) });
  expect([third.status, third.headers['retry-after'], codeOf(third)]).toEqual([429, '1', 'too_many_requests']);
  const other = hang({ headers });
  await eventually(() => expect(demo.requests()).toHaveLength(3));
  const fourth = await ask(port, path, { body: chatBody(scout), headers });
  expect([fourth.status, fourth.headers['retry-after']]).toEqual([503, '1']);
  expect((await ask(port, '/healthz')).status).toBe(200);
  abort.abort();
  await Promise.all([...first, other]);
  await eventually(async () => expect((await ask(port, `/${scout}/v1/models`)).status).toBe(200));
  await eventually(() => expect(demo.aborts()).toBe(3));
});

test('reports connections beyond the limit (catches hanging ones), and frees them again', async () => {
  const { port } = await testLocalApi({ limits: { connections: 3 } });
  const held: Socket[] = [];
  while (held.length < 3) {
    const socket = await open(port);
    socket.write(`GET /status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`); // shows whose it is
    await readUntil(socket, (text) => text.includes('200 OK'));
    held.push(socket);
  }
  expect(await readOut(await open(port))).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*too_many_connections/);
  for (const socket of held) socket.destroy();
  await eventually(async () => expect((await ask(port, '/healthz')).status).toBe(200));
});

test('tells callers to retry if buffered bodies would exceed the budget', async () => {
  const demo = await testDemo({ faults: [{ kind: 'stall', after: 1, endpoint: 'chat' }] });
  const { port } = await testLocalApi({ demo, limits: { bufferedBytes: 300_000 } });
  const abort = new AbortController();
  const body = chatBody(scout, 'x'.repeat(200_000), { stream: true });
  const first = ask(port, '/v1/chat/completions', { body, signal: abort.signal }).catch(() => undefined);
  await requestThat(demo, () => true);
  const second = await ask(port, '/v1/chat/completions', { body });
  expect([second.status, second.headers['retry-after'] !== undefined]).toEqual([503, true]);
  abort.abort();
  await first;
});

test('reserves what arrives of a body without a length (catches a few small ones that take up all memory)', async () => {
  const demo = await testDemo({ faults: [{ kind: 'stall', after: 1, endpoint: 'chat' }] });
  const { port } = await testLocalApi({ demo, limits: { bodyBytes: 200_000, bufferedBytes: 250_000 } });
  const chunked = { 'transfer-encoding': 'chunked' };
  const abort = new AbortController();
  const hang = (text: string): Promise<unknown> =>
    ask(port, '/v1/chat/completions', { body: chatBody(scout, text, { stream: true }), headers: chunked, signal: abort.signal }).catch(
      () => undefined,
    );
  const waiting = Array.from({ length: 8 }, () => hang('Hi'));
  await eventually(() => expect(demo.requests()).toHaveLength(8));
  const large = hang('x'.repeat(150_000));
  await eventually(() => expect(demo.requests()).toHaveLength(9));
  const full = await ask(port, '/v1/chat/completions', { body: chatBody(scout, 'x'.repeat(150_000)), headers: chunked });
  expect([full.status, codeOf(full), full.headers['retry-after']]).toEqual([503, 'too_many_requests', '1']);
  abort.abort();
  await Promise.all([...waiting, large]);
  // All of it is free again, also what the rejected request had reserved.
  const announced = { model: 'delta-9', pad: 'x'.repeat(190_000) };
  const both = () =>
    Promise.all([
      ask(port, '/v1/chat/completions', { body: announced }),
      ask(port, '/v1/chat/completions', { body: chatBody('delta-9', 'x'.repeat(50_000)) }),
    ]);
  await eventually(async () => expect((await both()).map(codeOf)).toEqual(['unknown_model', 'unknown_model']));
});
