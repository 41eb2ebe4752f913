import http from 'node:http';
import https from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { catalogModels, parseBaseUrl } from '../../../electron/core/llm-client/llm-client.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { eventually } from '../../support/eventually.ts';
import { createAuthority } from '../../support/certificates.ts';
import { ask, newKey, testLocalApi, type TestLocalApi } from './local-api-fixture.ts';
import { must } from '../../support/must.ts';

const scout = 'beta-4-scout';
const path = `/${scout}/v1/chat/completions`;

/** Starts a service whose bytes the test decides, and a local API in front of it. */
async function rawService(onRequest: (request: http.IncomingMessage, response: http.ServerResponse) => unknown): Promise<TestLocalApi> {
  const authority = createAuthority();
  const server = https.createServer(authority.issue('localhost'), (request, response) => void onRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const addresses = must(parseBaseUrl(origin));
  const upstream = createUpstream({ origin, authorities: [authority.pem], route: { kind: 'straight' } });
  onTestFinished(upstream.dispose);
  return testLocalApi({
    serviceOverrides: { addresses, upstreams: { proxy: upstream, direct: upstream }, token: async () => ok('the-token') },
  });
}

async function bytesOf(request: http.IncomingMessage): Promise<Buffer> {
  return Buffer.concat((await request.toArray()) as Buffer[]);
}

test("forwards a body's bytes unchanged: unknown fields, order, numbers, spaces and escapes", async () => {
  const seen: Buffer[] = [];
  const { port } = await rawService(async (request, response) => {
    seen.push(await bytesOf(request));
    response.end('{"n": 1e400, "m": 0.10, "big": 12345678901234567890, "a": 1, "a": 2}');
  });
  const body = Buffer.from(
    `{ "zz_unknown":{"b":1e400,"a":0.10},\r\n"model"  :"${scout}","seed":12345678901234567890, "x":"\\u00e9\\/é\u{1F600}", "temperature":1.0, "x":null}`,
  );
  for (const to of ['/v1/chat/completions', path, '/v1/some/other/endpoint']) {
    const answer = await ask(port, to, { body });
    expect(answer.text).toBe('{"n": 1e400, "m": 0.10, "big": 12345678901234567890, "a": 1, "a": 2}');
  }
  expect(seen.map((bytes) => bytes.equals(body))).toEqual([true, true, true]);
});

test('forwards chunked bodies, and those larger than the buffer, completely', async () => {
  let seen: Buffer | undefined;
  const { port } = await rawService(async (request, response) => {
    seen = await bytesOf(request);
    response.end(String(request.headers['content-length'] ?? request.headers['transfer-encoding']));
  });
  const body = Buffer.from(JSON.stringify({ model: scout, pad: 'x'.repeat(3_000_000) }));
  expect((await ask(port, path, { body })).text).toBe(String(body.length));
  expect(seen?.equals(body)).toBe(true);
  const chunked = await ask(port, path, { body, headers: { 'transfer-encoding': 'chunked' } });
  expect([chunked.text, seen?.equals(body)]).toEqual(['chunked', true]);
  expect((await ask(port, path, { body, headers: { expect: '100-continue' } })).status).toBe(200);
});

/** Returns names and values in turn. */
const rawHeaders = (...headers: readonly string[]) => headers.flatMap((header) => header.split(': '));

test('forwards end-to-end headers both ways in order with repetitions, but no hop-by-hop ones', async () => {
  let seen: readonly string[] = [];
  const { port } = await rawService((request, response) => {
    seen = request.rawHeaders;
    response.writeHead(
      200,
      rawHeaders(
        'X-One: 1',
        'x-two: a',
        'X-One: 2',
        'X-Hop: no',
        'Connection: keep-alive, X-Hop',
        'Set-Cookie: a=b',
        'access-control-allow-origin: *',
        'Content-Type: application/json',
        'Server: engine',
      ),
    );
    response.end('{}');
  });
  const answer = await ask(port, `/${scout}/v1/models?b=2&a=%201&b=3`, {
    headers: rawHeaders(
      'X-B: 1',
      'x-a: é',
      'X-B: 2',
      'User-Agent: tester/1',
      'Accept-Encoding: br;q=0.1',
      'Authorization: Bearer local',
      'X-Api-Key: local',
      'Cookie: c=d',
      'Keep-Alive: timeout=5',
      'TE: trailers',
      'X-Hop-2: no',
      'Connection: close, X-Hop-2',
      'Proxy-Authorization: Basic eA==',
    ),
  });
  const pairs = (raw: readonly string[]): readonly string[] => raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []));
  expect(pairs(seen).filter((pair) => !/^(host|connection): /i.test(pair))).toEqual([
    'X-B: 1',
    'x-a: é',
    'X-B: 2',
    'User-Agent: tester/1',
    'Accept-Encoding: br;q=0.1',
  ]);
  expect(pairs(seen).find((pair) => /^host: /i.test(pair))).toMatch(/^host: localhost:\d+$/i);
  expect(pairs(answer.rawHeaders).filter((pair) => !/^(date|connection|keep-alive|transfer-encoding): /i.test(pair))).toEqual([
    'X-One: 1',
    'x-two: a',
    'X-One: 2',
    'Content-Type: application/json',
    'Server: engine',
  ]);
});

test('forwards any method and any status, and returns a redirect without following it', async () => {
  const asked: string[] = [];
  const { port } = await rawService((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.endsWith('/moved')) response.writeHead(307, { location: 'https://elsewhere.invalid/x' });
    else response.writeHead(request.method === 'DELETE' ? 204 : 418);
    response.end();
  });
  const moved = await ask(port, `/${scout}/v1/moved`);
  expect([moved.status, moved.headers.location]).toEqual([307, 'https://elsewhere.invalid/x']);
  expect((await ask(port, `/${scout}/v1/files/a`, { method: 'DELETE' })).status).toBe(204);
  expect((await ask(port, `/${scout}/v1/x`, { method: 'PUT', body: {} })).status).toBe(418);
  expect((await ask(port, `/${scout}/v1/x`, { method: 'HEAD' })).status).toBe(418);
  expect(asked).toEqual([`GET /${scout}/v1/moved`, `DELETE /${scout}/v1/files/a`, `PUT /${scout}/v1/x`, `HEAD /${scout}/v1/x`]);
});

test('forwards each chunk of a stream before the next exists', async () => {
  let send: (text: string) => void = () => undefined;
  let end: () => void = () => undefined;
  const { port } = await rawService((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    send = (text) => void response.write(text);
    end = () => void response.end();
  });
  const pieces: string[] = [];
  const headers = new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .request({ port, host: '127.0.0.1', path, method: 'POST', headers: { 'content-type': 'application/json' } }, resolve)
      .on('error', reject)
      .end('{}');
  });
  const incoming = await headers; // only the head, before any chunk
  incoming.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
  for (const text of ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']) {
    const count = pieces.length;
    send(text);
    await eventually(() => expect(pieces).toHaveLength(count + 1));
    expect(pieces.at(-1)).toBe(text);
  }
  end();
  await eventually(() => expect(incoming.complete).toBe(true));
});

test("stops the engine from sending if the reader doesn't read", async () => {
  const piece = Buffer.alloc(64 * 1024, 'x');
  let written = 0;
  let isFull = false;
  const { port } = await rawService((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const pump = (): void => {
      while (written < 1024 * piece.length) {
        written += piece.length;
        isFull = !response.write(piece);
        if (isFull) return void response.once('drain', pump);
      }
      response.end();
    };
    pump();
  });
  const incoming = await new Promise<http.IncomingMessage>(
    (resolve) => void http.get({ port, host: '127.0.0.1', path: `/${scout}/v1/bulk`, agent: false }, resolve),
  );
  incoming.pause();
  const before = process.memoryUsage().arrayBuffers;
  // The sender has stopped once the amount stays the same for a while.
  let last = -1;
  await vi.waitFor(
    () => {
      const same = written === last && isFull;
      last = written;
      expect(same).toBe(true);
    },
    { timeout: 60_000, interval: 300 },
  );
  expect(written).toBeLessThan(24 * 1024 * 1024); // the buffers of three sockets, not the answer of 64 MiB
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(24 * 1024 * 1024);
  let read = 0;
  for await (const part of incoming) read += (part as Buffer).length;
  expect(read).toBe(1024 * piece.length);
});

test('ends a broken stream with an error event and without an end, and just breaks other answers', async () => {
  const { port } = await rawService((request, response) => {
    if (request.url?.endsWith('/plain')) response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' });
    else response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"a":1}\n\ndata: {"b"', () => response.destroy());
  });
  const stream = await ask(port, path, { body: {} });
  expect([stream.status, stream.isComplete]).toEqual([200, false]);
  const events = stream.text.split('\n\n').filter((event) => event !== '');
  expect(events.slice(0, 2)).toEqual(['data: {"a":1}', 'data: {"b"']);
  expect(JSON.parse(events[2]?.replace('data: ', '') ?? '')).toMatchObject({ error: { code: 'connection_lost' } });
  const plain = await ask(port, `/${scout}/v1/plain`);
  expect([plain.isComplete, plain.text]).toEqual([false, 'data: {"a":1}\n\ndata: {"b"']);
  // HTTP/1.0 has no chunks, so a plain end would look like the complete answer. The connection is reset.
  const end = await new Promise<string>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let how = 'clean';
    socket.on('error', (error: NodeJS.ErrnoException) => (how = error.code ?? 'error'));
    socket.resume().once('close', () => resolve(how));
    socket.write(`POST ${path} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
  });
  expect(end).toBe('ECONNRESET');
});

test('drops an odd header of the service without losing the answer', async () => {
  const { port } = await rawService((_request, response) => {
    response.socket?.end(Buffer.from('HTTP/1.1 200 OK\r\nX-Latin: caf\xe9\r\nX-Utf: caf\xc3\xa9\r\nContent-Length: 2\r\n\r\nok', 'latin1'));
  });
  const answer = await ask(port, `/${scout}/v1/models`);
  expect([answer.status, answer.text]).toEqual([200, 'ok']);
});

test('retries a read if the connection broke before an answer, but never a POST', async () => {
  const asked: string[] = [];
  const { port } = await rawService((request, response) => {
    asked.push(request.method ?? '');
    if (asked.length === 2) response.end('{}');
    else response.destroy();
  });
  expect((await ask(port, `/${scout}/v1/models`)).status).toBe(200);
  const posted = await ask(port, path, { body: {} });
  expect([posted.status, asked]).toEqual([502, ['GET', 'GET', 'POST']]);
});

test('never forwards a local key, whatever header it is in', async () => {
  let seen = '';
  const { port, localApi } = await rawService((request, response) => {
    seen = request.rawHeaders.join('\n');
    response.end('{}');
  });
  const key = await newKey(localApi);
  await ask(port, `/${scout}/v1/models`, { headers: { 'api-key': key, 'x-goog-api-key': `Bearer ${key}`, 'x-other': 'stays' } });
  expect(seen).toContain('x-other');
  expect(seen).not.toContain(key);
});

test('sandboxes a page of the service that is opened in a browser', async () => {
  const { port } = await rawService((_request, response) => response.setHeader('content-type', 'text/html').end('<script>1</script>'));
  const headers = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };
  expect((await ask(port, `/${scout}/v1/page`, { headers })).headers['content-security-policy']).toBe('sandbox');
  expect((await ask(port, `/${scout}/v1/page`)).headers['content-security-policy']).toBeUndefined();
});

test('forwards engine paths besides JSON and besides v1 to the engine they name', async () => {
  const seen: string[] = [];
  const { port, demo, set } = await rawService(async (request, response) => {
    const body = await bytesOf(request);
    seen.push(`${request.method} ${request.url} ${request.headers['content-type']?.split(';')[0] ?? '-'} ${body.length}`);
    response.end('ok');
  });
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(5000, 'a')], { type: 'audio/wav' }), 'model.wav');
  form.set('model', scout);
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  const headers = { 'content-type': sent.headers.get('content-type') ?? '', authorization: 'Bearer any' };
  expect((await ask(port, '/v1/audio/transcriptions', { body, headers })).text).toBe('ok');
  expect((await ask(port, `/${scout}/v1/audio/transcriptions`, { body, headers })).text).toBe('ok');
  expect((await ask(port, `/${scout}/tokenize`, { body: '{"prompt":"a"}' })).text).toBe('ok');
  expect((await ask(port, `/v1/health?model=${scout}`)).text).toBe('ok');
  expect((await ask(port, '/favicon/tokenize', { body: '{}' })).status).toBe(404);
  set({ models: catalogModels(demo.profile().service.catalog.slice(0, 1)) });
  expect((await ask(port, '/v1/responses/resp_1')).text).toBe('ok');
  expect(seen).toEqual([
    `POST /${scout}/v1/audio/transcriptions multipart/form-data ${body.length}`,
    `POST /${scout}/v1/audio/transcriptions multipart/form-data ${body.length}`,
    `POST /${scout}/tokenize application/json 14`,
    `GET /${scout}/v1/health?model=${scout} - 0`,
    `GET /${demo.profile().service.catalog[0]?.segment}/v1/responses/resp_1 - 0`,
  ]);
});

test('asks for no compressed event stream, because comments may come before it', async () => {
  const seen: (string | undefined)[] = [];
  const { port } = await rawService((request, response) => {
    seen.push(request.headers['accept-encoding']);
    response.end('{}');
  });
  const encoding = { 'accept-encoding': 'gzip, br' };
  for (const to of [path, '/v1/chat/completions']) {
    await ask(port, to, { body: { model: scout, stream: true }, headers: encoding });
    await ask(port, to, { body: { model: scout }, headers: { ...encoding, accept: 'text/event-stream' } });
    await ask(port, to, { body: { model: scout, stream: false }, headers: encoding });
  }
  expect(seen).toEqual([undefined, undefined, 'gzip, br', undefined, undefined, 'gzip, br']);
});

test('forwards compressed bodies to the proxy, with the model in the query if any', async () => {
  const seen: unknown[] = [];
  const { port, localApi, set } = await rawService(async (request, response) => {
    seen.push([request.url, request.headers['content-encoding'], gunzipSync(await bytesOf(request)).toString()]);
    response.end('{}');
  });
  set({ mode: 'proxy' });
  const body = gzipSync(JSON.stringify({ model: scout }));
  const headers = { 'content-encoding': 'gzip', 'x-api-key': await newKey(localApi) };
  for (const query of ['', `?model=${scout}`]) {
    expect((await ask(port, `/v1/chat/completions${query}`, { body, headers })).status).toBe(200);
    expect(localApi.requests().at(-1)?.model ?? null).toBe(query === '' ? null : scout);
  }
  const sent = JSON.stringify({ model: scout });
  expect(seen).toEqual([
    ['/api/chat/completions', 'gzip', sent],
    [`/api/chat/completions?model=${scout}`, 'gzip', sent],
  ]);
});
