import { Readable, type Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createUpstream, tcpDial } from '../../../electron/core/upstream/upstream.ts';
import { startServer } from '../../support/https-server.ts';
import { must } from '../../support/must.ts';
import { get, never, upstreamTo } from './upstream-fixture.ts';

test('accepts a private certificate with the extra authority, and reuses connections', async () => {
  const server = await startServer((_seen, response) => response.end('hello'));
  const upstream = upstreamTo(server);
  for (const _ of [1, 2, 3, 4, 5]) {
    const result = await get(upstream);
    expect(result.ok && (await text(result.value.body))).toBe('hello');
  }
  // undici may open a second one just before the first becomes free
  expect(server.connections()).toBeLessThan(3);
  expect(server.seen[0]).toMatchObject({ path: '/x?y=1', headers: { host: `localhost:${server.port}` } });
});

// catches a handshake for each of hundreds of requests that have waited for the tunnel
test('uses the first connections again when many requests come at once', async () => {
  const server = await startServer((_seen, response) => response.end('hello'));
  const upstream = upstreamTo(server);
  const count = 200;
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const result = await get(upstream);
      return result.ok && text(result.value.body);
    }),
  );
  expect(answers).toEqual(Array.from({ length: count }, () => 'hello'));
  expect(server.connections()).toBeLessThan(count / 2);
});

test('sends requests side by side although earlier ones are not answered yet', async () => {
  const held: (() => void)[] = [];
  const server = await startServer((_seen, response) => void held.push(() => void response.end('hello')));
  const upstream = upstreamTo(server);
  const sent = Array.from({ length: 40 }, () => get(upstream, never, 60_000));
  await expect.poll(() => held.length).toBe(40);
  for (const answer of held) answer();
  for (const result of await Promise.all(sent)) expect(result.ok).toBe(true);
});

test('keeps waiting requests when the pool is renewed (catches unsent requests that fail)', async () => {
  const server = await startServer((_seen, response) => response.end('hello'));
  const reachable = Promise.withResolvers<void>();
  let dials = 0;
  const upstream = upstreamTo(server, {
    route: {
      kind: 'dial',
      dial: async (target, signal) => {
        dials += 1;
        await reachable.promise;
        return tcpDial(target, signal);
      },
    },
  });
  const leaving = new AbortController();
  const sent = Array.from({ length: 40 }, (_, index) => get(upstream, index === 39 ? leaving.signal : never));
  await expect.poll(() => dials).toBeGreaterThan(0);
  upstream.renew();
  await turn();
  await turn();
  leaving.abort(new Error('the client has gone'));
  reachable.resolve();
  const answers = await Promise.all(
    sent.map(async (each) => ((result) => (result.ok ? text(result.value.body) : result.failure.code))(await each)),
  );
  expect(answers).toEqual([...Array.from({ length: 39 }, () => 'hello'), 'cancelled']);
});

test('rejects the certificate without it: verification is never skipped', async () => {
  const server = await startServer((_seen, response) => response.end('hello'));
  const result = await get(upstreamTo(server, { authorities: [] }));
  expect(result).toMatchObject({ ok: false, failure: { code: 'tls-authority' } });
  expect(server.seen).toHaveLength(0);
});

test('resumes a verified session in the next connection, but not in another upstream or a probe', async () => {
  const server = await startServer((_seen, response, { socket }) => {
    response.setHeader('connection', 'close').end(String((socket as TLSSocket).isSessionReused())); // of an HTTPS server
  });
  const resumed: (string | false)[] = [];
  for (const upstream of [upstreamTo(server), upstreamTo(server)]) {
    expect(await upstream.probe('secured', never)).toMatchObject({ ok: true });
    for (const _ of [1, 2, 3]) {
      const result = await get(upstream);
      resumed.push(result.ok && (await text(result.value.body)));
    }
  }
  expect(resumed).toEqual(['false', 'true', 'true', 'false', 'true', 'true']);
});

test('resumes sessions over renewed connections', async () => {
  const server = await startServer((_seen, response, { socket }) => {
    response.setHeader('connection', 'close').end(String((socket as TLSSocket).isSessionReused())); // of an HTTPS server
  });
  const upstream = upstreamTo(server);
  const resumed: (string | false)[] = [];
  for (const _ of [1, 2]) {
    const result = await get(upstream);
    resumed.push(result.ok && (await text(result.value.body)));
    upstream.renew();
  }
  expect(resumed).toEqual(['false', 'true']);
});

test('closes idle connections when they are renewed, and lets a running answer end', async () => {
  const finish = Promise.withResolvers<void>();
  const server = await startServer(({ path }, response) => {
    response.write('half, ');
    if (path === '/slow') void finish.promise.then(() => response.end('and half'));
    else response.end('at once');
  });
  let idleCalls = 0;
  const upstream = upstreamTo(server, { onIdle: () => void (idleCalls += 1) });
  const ask = async (path: string) => must(await upstream.request({ method: 'GET', path, signal: never }));
  const slow = await ask('/slow');
  await text((await ask('/quick')).body);
  upstream.renew();
  await expect.poll(server.open).toBe(1);
  expect([upstream.inFlight(), idleCalls]).toEqual([1, 0]);
  expect(await text((await ask('/quick')).body)).toBe('half, at once');
  finish.resolve();
  expect(await text(slow.body)).toBe('half, and half');
  await expect.poll(server.open).toBe(1); // the new one
  expect(upstream.inFlight()).toBe(0);
  expect(idleCalls).toBeGreaterThan(0);
});

test('closes connections that nothing has used for a while', async () => {
  const server = await startServer((_seen, response) => response.end('hello'));
  const upstream = upstreamTo(server, { closeIdleMs: () => 20 });
  await text(must(await get(upstream)).body);
  await expect.poll(server.open).toBe(0);
  expect(await text(must(await get(upstream)).body)).toBe('hello');
});

// catches a request that is lost because it was on its way while the network was down
test('sends a request again over the new connections if the server has not received the whole of it', async () => {
  const { promise: renewed, resolve } = Promise.withResolvers<void>();
  const server = await startServer((_seen, response) => {
    if (server.seen.length > 1) response.end('hello');
    else void renewed.then(() => response.writeHead(408).end());
  });
  const upstream = upstreamTo(server);
  const sent = upstream.request({ method: 'POST', path: '/x', body: '{}', signal: never });
  await expect.poll(() => server.seen.length).toBe(1);
  upstream.renew();
  resolve();
  expect(await text(must(await sent).body)).toBe('hello');
  expect([server.seen.map(({ body }) => body), server.connections()]).toEqual([['{}', '{}'], 2]);
  await expect.poll(upstream.inFlight).toBe(0);
});

test('returns that the server has not received the whole request if that happens again, or the body was streamed', async () => {
  const server = await startServer((_seen, response) => response.writeHead(408).end());
  const upstream = upstreamTo(server);
  for (const [body, count] of [
    ['{}', 2],
    [Readable.from(['{}']), 3],
  ] as const) {
    const answer = must(await upstream.request({ method: 'POST', path: '/x', body, signal: never }));
    expect([answer.status, server.seen.length]).toEqual([408, count]);
    answer.body.destroy();
  }
  await expect.poll(upstream.inFlight).toBe(0);
});

test('verifies despite NODE_TLS_REJECT_UNAUTHORIZED', async () => {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  });
  const server = await startServer((_seen, response) => response.end('hello'));
  expect(await get(upstreamTo(server, { authorities: [] }))).toMatchObject({ ok: false, failure: { code: 'tls-authority' } });
});

test("verifies an address as an address: a certificate for localhost isn't valid for 127.0.0.1", async () => {
  const server = await startServer((_seen, response) => response.end());
  const upstream = upstreamTo(server, { origin: `https://127.0.0.1:${server.port}` });
  expect(await get(upstream)).toMatchObject({ ok: false, failure: { code: 'tls-name' } });
});

test('returns headers in order and with repetitions', async () => {
  const server = await startServer((_seen, response) =>
    response
      .writeHead(200, [
        ['Set-Cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['X-Odd-Case', 'Yes'],
      ])
      .end(),
  );
  const result = await get(upstreamTo(server));
  const raw = result.ok ? result.value.rawHeaders : [];
  expect(raw.slice(0, 6)).toEqual(['Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'X-Odd-Case', 'Yes']);
  expect(result.ok && result.value.header('x-odd-case')).toBe('Yes');
});

test('closes the connection when cancelled before, while connecting, and while the body arrives', async () => {
  const closed = Promise.withResolvers<void>();
  const server = await startServer((_seen, response) => {
    response.on('close', () => closed.resolve());
    response.writeHead(200);
    response.write('first');
  });
  const upstream = upstreamTo(server);
  expect(await get(upstream, AbortSignal.abort())).toMatchObject({ ok: false, failure: { code: 'cancelled' } });

  const controller = new AbortController();
  const result = await get(upstream, controller.signal);
  expect(result.ok).toBe(true);
  controller.abort();
  await closed.promise;

  const stuck = createUpstream({
    origin: server.origin,
    route: { kind: 'dial', dial: () => new Promise<Duplex>(() => undefined) },
    connectMs: () => 60_000,
  });
  onTestFinished(stuck.dispose);
  const second = new AbortController();
  const waiting = get(stuck, second.signal);
  second.abort();
  expect(await waiting).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});

test('aborts running requests on dispose', async () => {
  const server = await startServer(() => undefined);
  const upstream = upstreamTo(server);
  const waiting = get(upstream);
  await expect.poll(() => server.seen.length).toBe(1);
  upstream.renew();
  await upstream.dispose();
  expect(await waiting).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});
