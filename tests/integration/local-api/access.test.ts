import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { localApiSettingsChangeSchema } from '../../../electron/contract/local-api.ts';
import { hasIpv6 } from '../../support/ipv6.ts';
import { startServer } from '../../support/https-server.ts';
import { upstreamTo } from '../../core/upstream/upstream-fixture.ts';
import { chatBody } from '../demo/demo-fixture.ts';
import { ask, codeOf, newKey, sendRaw, testLocalApi } from './local-api-fixture.ts';

const scout = 'beta-4-scout';
const models = `/${scout}/v1/models`;
const page = 'https://page.example';

test('rejects a rebound host name on every path, before anything else', async () => {
  const { port, demo } = await testLocalApi();
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1:${port + 1}`,
    '127.0.0.1',
    `127.0.0.1.:${port}`,
    `0.0.0.0:${port}`,
    `[::]:${port}`,
    '',
  ]) {
    for (const path of ['/healthz', '/status', '/v1/models', models, '/nowhere', '/../x']) {
      const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer, `${host} ${path}`).toMatch(/^HTTP\/1\.1 421 /);
    }
  }
  expect(await sendRaw(port, `GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`)).toContain('wrong_host');
  expect(await sendRaw(port, `GET /healthz HTTP/1.0\r\n\r\n`)).toContain('wrong_host');
  expect(demo.requests()).toEqual([]);
});

test.for([
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.1', 'LOCALHOST'],
  ['::1', '[::1]'],
] as const)('accepts its own name at %s: %s', async ([address, host], { skip }) => {
  skip(!hasIpv6 && address === '::1', 'This machine has no IPv6.');
  const { port } = await testLocalApi();
  const request = `GET /healthz HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(port, request, address)).toContain('{"status":"ok"}');
});

test('rejects every web page, even with a form, a text or no origin', async () => {
  const { port, demo } = await testLocalApi();
  const body = JSON.stringify(chatBody(scout));
  const path = `/${scout}/v1/chat/completions`;
  const tries: readonly Readonly<Record<string, string>>[] = [
    { origin: page },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${port}` },
    { origin: page, 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: '' },
  ];
  for (const headers of tries) {
    const answer = await ask(port, path, { body, headers });
    expect([answer.status, codeOf(answer)], JSON.stringify(headers)).toEqual([403, 'origin_not_allowed']);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await ask(port, '/healthz', { headers })).status).toBe(403);
  }
  // Without Origin, as from older browsers.
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    '',
  ]) {
    expect(codeOf(await ask(port, path, { body, headers: { 'content-type': type } }))).toBe('not_json');
  }
  expect(demo.requests()).toEqual([]);
});

test('answers a preflight for allow-listed origins only, exactly, and as soon as they are listed', async () => {
  const { port, localApi } = await testLocalApi();
  const headers = {
    origin: page,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type',
  };
  const path = '/v1/chat/completions';
  const before = await ask(port, path, { method: 'OPTIONS', headers });
  expect([before.status, before.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  await localApi.change({ allowedOrigins: [page] });
  const after = await ask(port, path, { method: 'OPTIONS', headers });
  expect([after.status, after.headers['access-control-allow-origin'], after.headers['access-control-allow-headers']]).toEqual([
    204,
    page,
    'authorization, content-type',
  ]);
  expect(after.headers['access-control-allow-credentials']).toBeUndefined();
  const posted = await ask(port, path, { body: chatBody(scout), headers: { origin: page, 'sec-fetch-site': 'cross-site' } });
  expect([posted.status, posted.headers['access-control-allow-origin'], posted.headers.vary]).toEqual([200, page, 'Origin']);
  for (const origin of [
    'https://page.example.evil',
    'http://page.example',
    'https://page.example:444',
    'HTTPS://page.example',
    'https://sub.page.example',
  ]) {
    expect((await ask(port, path, { body: chatBody(scout), headers: { origin } })).status).toBe(403);
  }
  await localApi.change({ allowedOrigins: [] });
  expect((await ask(port, path, { method: 'OPTIONS', headers })).status).toBe(403);
});

test('allows apps and extensions by their exact origin, but no origin that any file or document may have', async () => {
  const { port, localApi } = await testLocalApi();
  const origins = [
    'app://obsidian.md',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'moz-extension://0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9',
    'tauri://localhost',
    'vscode-webview://1k2l3m',
  ];
  await localApi.change({ allowedOrigins: origins });
  for (const origin of origins) {
    const allowed = await ask(port, models, { headers: { origin, 'sec-fetch-site': 'cross-site' } });
    expect([allowed.status, allowed.headers['access-control-allow-origin']], origin).toEqual([200, origin]);
  }
  for (const origin of ['app://obsidian', 'app://obsidian.md.evil', 'null']) {
    expect((await ask(port, models, { headers: { origin } })).status, origin).toBe(403);
  }
  for (const origin of [
    'null',
    'file://',
    'file://host',
    'data://x',
    'javascript://x',
    'blob://x',
    'about://blank',
    'app://',
    '*',
    'app://*',
  ]) {
    expect(localApiSettingsChangeSchema.safeParse({ allowedOrigins: [origin] }).success, origin).toBe(false);
  }
});

test("doesn't forward the service's permissions for pages", async () => {
  const permissions = {
    'access-control-allow-origin': '*',
    'access-control-allow-credentials': 'true',
    'alt-svc': 'h3=":443"',
    'clear-site-data': '"*"',
    'set-cookie': 'session=1',
    'strict-transport-security': 'max-age=31536000',
  };
  const server = await startServer((_request, response) => response.writeHead(200, { ...permissions, 'x-engine': 'beta' }).end('{}'));
  const upstream = upstreamTo(server);
  const { port, localApi } = await testLocalApi({ serviceOverrides: { upstreams: { proxy: upstream, direct: upstream } } });
  await localApi.change({ allowedOrigins: [page] });
  const { rawHeaders } = await ask(port, models, { headers: { origin: page } });
  const sent = new Set([...Object.keys(permissions), 'x-engine']);
  const received = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && sent.has(name.toLowerCase()) ? [`${name}: ${rawHeaders[at + 1]}`] : [],
  );
  expect(new Set(received)).toEqual(new Set([`access-control-allow-origin: ${page}`, 'x-engine: beta']));
});

test.runIf(process.getuid?.() === 0)('rejects another user of this computer without a key and accepts one with a key', async () => {
  const { port, localApi, demo } = await testLocalApi();
  const key = await newKey(localApi);
  const asNobody = async (...more: readonly string[]): Promise<string> => {
    const child = spawn('curl', ['-s', '-w', '\n%{http_code}', ...more], {
      uid: 65_534,
      gid: 65_534,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
    await once(child, 'close');
    return text;
  };
  const hosts = hasIpv6 ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'];
  for (const own of hosts.flatMap((name) => [models, '/status', '/v1/models'].map((path) => `http://${name}:${port}${path}`))) {
    expect(await asNobody('-g', own)).toMatch(/other_user[\s\S]*\n403$/);
  }
  const { host } = new URL(demo.baseUrl);
  expect(await asNobody('-k', '--proxy', `http://127.0.0.1:${port}`, `https://${host}${models}`)).toMatch(/000$/);
  expect(demo.requests()).toEqual([]);
  expect(await asNobody('-H', `x-api-key: ${key}`, `http://127.0.0.1:${port}${models}`)).toMatch(/\n200$/);
  expect(await asNobody('-k', '--proxy', `http://key:${key}@127.0.0.1:${port}`, `https://${host}${models}`)).toMatch(/\n200$/);
});

test("requires a key if the user can't be identified, unless that is switched off", async () => {
  const { port, localApi } = await testLocalApi({ identifyCaller: async () => 'unknown' });
  expect(codeOf(await ask(port, models))).toBe('key_missing');
  expect(codeOf(await ask(port, models, { headers: { authorization: 'Bearer anything' } }))).toBe('key_refused');
  const key = await newKey(localApi);
  expect((await ask(port, models, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  await localApi.change({ keyOnDirect: 'never' });
  expect((await ask(port, models)).status).toBe(200);
  const spends = await ask(port, '/api/chat/completions', { body: chatBody(scout) });
  expect(codeOf(spends)).toBe('key_missing');
});

test('can require a key everywhere, and rejects a revoked one at once', async () => {
  const { port, localApi } = await testLocalApi({ settings: { keyOnDirect: 'always' } });
  expect(codeOf(await ask(port, models))).toBe('key_missing');
  const key = await newKey(localApi, 'my notebook');
  const headers = { authorization: `Bearer ${key}` };
  expect((await ask(port, models, { headers })).status).toBe(200);
  expect(localApi.read().keys).toMatchObject([{ name: 'my notebook', tail: key.slice(-4) }]);
  expect(localApi.read().keys[0]?.lastUsedAt).toBeGreaterThan(0);
  expect(localApi.requests().at(-1)).toMatchObject({ key: 'my notebook', status: 200 });
  await localApi.revokeKey(localApi.read().keys[0]?.id ?? '');
  expect(codeOf(await ask(port, models, { headers }))).toBe('key_refused');
});
