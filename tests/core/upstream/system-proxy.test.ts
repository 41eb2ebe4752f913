import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Environment, ResolveProxy } from '../../../electron/core/upstream/upstream.ts';
import { parseProxyList } from '../../../electron/core/upstream/system-proxy.ts';
import { startServer } from '../../support/https-server.ts';
import { get, startProxy, upstreamTo } from './upstream-fixture.ts';

const closed = 'PROXY 127.0.0.1:1';

/** Requests something from a service while the system’s settings name these proxies. Returns the answer, or why there is none. */
async function requestWith(answer: string | ResolveProxy, environment: Environment = {}) {
  const server = await startServer((_seen, response) => response.end('answered'));
  const resolveProxy: ResolveProxy = typeof answer === 'string' ? async () => answer : answer;
  const result = await get(upstreamTo(server, { route: { kind: 'environment', environment, resolveProxy } }));
  return { port: server.port, outcome: result.ok ? await text(result.value.body) : result.failure.reason };
}

async function systemProxy() {
  const { url, targets } = await startProxy(() => 200);
  return { entry: `PROXY ${new URL(url).host}`, targets };
}

test('uses the proxy of the system’s settings, asking for the service’s address', async () => {
  const { entry, targets } = await systemProxy();
  const asked: string[] = [];
  const { port, outcome } = await requestWith(async (url) => {
    asked.push(url);
    return entry;
  });
  expect(outcome).toBe('answered');
  expect(targets).toEqual([`localhost:${port}`]);
  expect(asked).toEqual([`https://localhost:${port}/`]);
});

test('tries the next proxy if one can’t be reached, and then connects directly if the settings say so', async () => {
  const { entry, targets } = await systemProxy();
  expect((await requestWith(`${closed}; ${entry}; DIRECT`)).outcome).toBe('answered');
  expect(targets).toHaveLength(1);
  expect((await requestWith(`${closed}; DIRECT`)).outcome).toBe('answered');
  expect((await requestWith(`${closed}; ${closed}`)).outcome).toBe('http-proxy-unreachable');
});

test('doesn’t bypass a proxy that refuses', async () => {
  const { url } = await startProxy(() => 403);
  expect((await requestWith(`PROXY ${new URL(url).host}; DIRECT`)).outcome).toBe('http-proxy-refused');
});

test('says that it doesn’t support a SOCKS proxy, unless there is another', async () => {
  expect((await requestWith('SOCKS5 127.0.0.1:1080')).outcome).toBe('system-proxy-unsupported');
  expect((await requestWith('SOCKS 127.0.0.1:1080; DIRECT')).outcome).toBe('answered');
});

test.each<Environment>([{ NO_PROXY: 'localhost' }, { HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'localhost' }])(
  'prefers the environment %o to the system’s settings',
  async (environment) => expect((await requestWith(closed, environment)).outcome).toBe('answered'),
);

test('connects directly if the system can’t tell', async () =>
  expect((await requestWith(() => Promise.reject(new Error('no settings')))).outcome).toBe('answered'));

test('reads proxies as a PAC script names them', () =>
  expect(parseProxyList('PROXY a.example:8080;HTTPS b:443 ; http [::1]:3128; SOCKS5 c:1; nonsense; PROXY; direct;')).toEqual([
    'http://a.example:8080',
    'https://b:443',
    'http://[::1]:3128',
    null,
  ]));
