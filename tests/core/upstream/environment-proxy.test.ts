import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { environmentProxy } from '../../../electron/core/upstream/dials.ts';
import { startServer } from '../../support/https-server.ts';
import { patternSteps } from '../../support/pattern-steps.ts';
import { get, startProxy, upstreamTo } from './upstream-fixture.ts';

test('uses HTTPS_PROXY with its password, and TLS still ends at the service', async () => {
  const server = await startServer((_seen, response) => response.end('via proxy'));
  let given: string | undefined;
  const proxy = await startProxy((_target, authorization) => {
    given = authorization;
    return 200;
  });
  const result = await get(upstreamTo(server, { route: { kind: 'environment', environment: { HTTPS_PROXY: proxy.url } } }));
  expect(result.ok && (await text(result.value.body))).toBe('via proxy');
  expect(proxy.targets).toEqual([`localhost:${server.port}`]);
  expect(Buffer.from(given?.split(' ')[1] ?? '', 'base64').toString()).toBe('us@er:p:w');
});

test('names a proxy that refuses, is absent or is nonsense, without its password', async () => {
  const server = await startServer((_seen, response) => response.end());
  const proxy = await startProxy(() => 403);
  for (const url of [proxy.url, 'http://user:secret@127.0.0.1:1', 'socks5://127.0.0.1:1080']) {
    const result = await get(upstreamTo(server, { route: { kind: 'environment', environment: { https_proxy: url } } }));
    expect(result).toMatchObject({ ok: false, failure: { code: 'http-proxy' } });
    expect(JSON.stringify(result)).not.toMatch(/secret|p%3Aw/);
  }
});

test('says that a proxy requires a password', async () => {
  const server = await startServer((_seen, response) => response.end());
  const proxy = await startProxy(() => 407);
  const result = await get(upstreamTo(server, { route: { kind: 'environment', environment: { https_proxy: proxy.url } } }));
  expect(result).toMatchObject({ ok: false, failure: { reason: 'http-proxy-password-required' } });
});

test('bypasses the proxy for NO_PROXY and our own local API', async () => {
  const server = await startServer((_seen, response) => response.end('straight'));
  const proxy = await startProxy(() => 403);
  const port = Number(new URL(proxy.url).port);
  const exempt = { kind: 'environment', environment: { HTTPS_PROXY: proxy.url, NO_PROXY: 'example.org, localhost' } } as const;
  const ours = {
    kind: 'environment',
    environment: { HTTPS_PROXY: proxy.url },
    isOurs: (at: { port: number }) => at.port === port,
  } as const;
  for (const route of [exempt, ours]) expect((await get(upstreamTo(server, { route }))).ok).toBe(true);
  expect(proxy.targets).toEqual([]);
});

test.each([
  ['::1', '::1', 443, true],
  ['[::1]', '::1', 443, true],
  ['[::1]:443', '::1', 443, true],
  ['[::1]:80', '::1', 443, false],
  ['fe80::1:443', 'fe80::1:443', 80, true],
  ['a.example:443', 'www.a.example', 443, true],
  ['a.example:80', 'a.example', 443, false],
  ['*.a.example', 'b.a.example', 443, true],
  ['a.example:x', 'a.example', 443, false],
])('applies NO_PROXY %j to %s:%i: exempt is %s', (list, host, port, isExempt) => {
  expect(environmentProxy({ HTTPS_PROXY: 'http://p', NO_PROXY: list }, { host, port }) === undefined).toBe(isExempt);
});

test.each([':', 'a:', '[', '[a', '1', ':1', '.'])('reads a repeated NO_PROXY of %j in time linear in its length', (unit) => {
  const list = `${unit.repeat(400 / unit.length)}!`;
  const read = () => environmentProxy({ HTTPS_PROXY: 'http://p', NO_PROXY: list }, { host: 'a.example', port: 443 });
  expect(patternSteps(read)).toBeLessThan(30 * list.length);
});
