import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBrowserRecord, createSessions } from '../../../electron/browser/access/sessions.ts';
import { ask, startTestBrowserShell, useLink, type Sent, type TestBrowserShell } from '../../support/browser-shell.ts';
import { seeded } from '../../support/seeded.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns how a WebSocket ends: the status of a rejection, or that it was opened. */
async function openSocket(origin: string, headers: Readonly<Record<string, string>>): Promise<number | 'open'> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/channel`, { headers: { ...headers } });
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', () => undefined);
    socket.once('open', () => {
      socket.close();
      resolve('open');
    });
  });
}

describe('without a cookie', () => {
  test('serves only the sign-in page', async () => {
    const { origin, reached } = await startTestBrowserShell();
    const signIn = await ask(origin, '/');
    expect(signIn).toMatchObject({
      status: 200,
      headers: { 'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string },
    });
    expect(signIn.body).toContain('sign-in');
    expect(signIn.body).not.toContain('data-session');
    const own = Array.from(signIn.body.matchAll(/assets\/[\w.-]+/g), ([file]) => file);
    for (const file of own) expect([file, (await ask(origin, `/${file}`)).status]).toEqual([file, 200]);
    const built = await readdir(path.join(import.meta.dirname, '../../../build/out/renderer/assets'));
    const others = built.filter((file) => !own.includes(`assets/${file}`)).map((file) => `/assets/${file}`);
    expect(others).toEqual(expect.arrayContaining([expect.stringMatching(/assets\/main-[\w-]+\.js$/)])); // the window itself
    for (const route of ['/gallery.html', '/mermaid.html', ...others, '/files/x', '/channel']) {
      expect([route, (await ask(origin, route)).status]).toEqual([route, 401]);
    }
    expect(await openSocket(origin, { origin })).toBe(401);
    expect(reached).toEqual([]);
  });

  test('accepts a link once, and sets a cookie that no script can read', async () => {
    const { origin, port, shell } = await startTestBrowserShell();
    const link = shell.createLink('anyone');
    const first = await useLink(origin, link);
    expect(first.status).toBe(204);
    for (const cookie of first.headers['set-cookie'] ?? []) expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(first.headers['set-cookie']?.[0]).toMatch(new RegExp(`^causeway-${port}=`));
    expect((await useLink(origin, link)).status).toBe(403);
    expect((await useLink(origin, `${origin}/open#${'x'.repeat(32)}`)).status).toBe(403);
  });

  test('rejects the cookie of another Causeway, and one with another port’s name', async () => {
    const [one, other] = [await startTestBrowserShell(), await startTestBrowserShell()];
    const cookie = await other.letIn();
    expect((await ask(one.origin, '/session', { headers: { cookie } })).status).toBe(401);
    const renamed = cookie.replaceAll(String(other.port), String(one.port));
    expect((await ask(one.origin, '/session', { headers: { cookie: renamed } })).status).toBe(401);
    expect((await ask(other.origin, '/session', { headers: { cookie } })).status).toBe(204);
  });

  test('accepts its own cookie under another port’s name (catches JupyterHub signing users out with each start)', async () => {
    const { origin, port, letIn } = await startTestBrowserShell();
    const renamed = (await letIn()).replaceAll(String(port), String(port === 2000 ? 2001 : 2000));
    expect((await ask(origin, '/session', { headers: { cookie: renamed } })).status).toBe(204);
  });

  test('stores hashes and no secret, and accepts the same browser after a restart', async () => {
    const { core, folder, letIn, shell } = await startTestBrowserShell();
    const link = shell.createLink('anyone');
    const cookie = await letIn();
    await shell.close();
    await core.dispose(); // it would replace files while they are read
    const secrets = [...cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)), new URL(link).hash.slice(1)];
    const again = createSessions(await openBrowserRecord(path.join(folder, 'data')), { now: () => Date.now() });
    expect(again.isOpen(secrets[0] ?? '')).toBe(true);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const text = await readFile(path.join(file.parentPath, file.name), 'latin1');
      for (const secret of secrets) expect([file.name, text.includes(secret)]).toEqual([file.name, false]);
    }
  });
});

/** Requests that a page of another origin could send, as browsers send them. */
const foreign: Readonly<Record<string, (shell: TestBrowserShell) => readonly [route: string, sent: Sent]>> = {
  'a name that was rebound to this computer': ({ port }) => ['/index.html', { headers: { host: `evil.example:${port}` } }],
  'the right name with another port': () => ['/index.html', { headers: { host: '127.0.0.1:80' } }],
  'a fetch of another site': () => [
    '/index.html',
    { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' } },
  ],
  'a fetch of another port of this computer': () => [
    '/session',
    {
      method: 'POST',
      headers: { origin: 'http://127.0.0.1:9999', 'sec-fetch-site': 'same-site', 'content-type': 'application/json' },
      body: '{}',
    },
  ],
  'a form': () => [
    '/files/x',
    {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'a=b',
    },
  ],
  'a frame': () => [
    '/index.html',
    { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } },
  ],
  'an event source of another port': () => [
    '/channel',
    { headers: { accept: 'text/event-stream', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' } },
  ],
  'a script': () => [
    '/assets/index.js',
    { headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' } },
  ],
  'a page without an origin': () => ['/index.html', { headers: { origin: 'null' } }],
};

test.each(Object.keys(foreign))('rejects %s, even with the cookie', async (name) => {
  const started = await startTestBrowserShell();
  const cookie = await started.letIn();
  const [route, sent] = foreign[name]?.(started) ?? ['', {}];
  const { status, body } = await ask(started.origin, route, { ...sent, headers: { ...sent.headers, cookie } });
  expect([403, 421]).toContain(status);
  expect(body).not.toContain('<script');
  expect(started.reached).toEqual([]);
});

test('rejects a WebSocket of another origin, without an origin, or for another host name', async () => {
  const { origin, port, letIn, reached } = await startTestBrowserShell();
  const cookie = await letIn();
  expect(await openSocket(origin, { cookie, origin: 'https://evil.example' })).toBe(403);
  expect(await openSocket(origin, { cookie, origin: 'http://127.0.0.1:9999' })).toBe(403);
  expect(await openSocket(origin, { cookie })).toBe(403);
  expect(await openSocket(origin, { cookie, origin, host: `evil.example:${port}` })).toBe(421);
  expect(await openSocket(origin, { cookie, origin })).toBe('open');
  expect(reached).toEqual([]);
});

test('closes the connection of a rejected WebSocket, even if the other side keeps it open', async () => {
  const { shell, port } = await startTestBrowserShell();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /channel HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n`);
  socket.write('Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [head] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  expect(head).toMatch(/^HTTP\/1\.1 401 /);
  await shell.close(); // waits for every connection
});

test('shows the sign-in page to a visitor from another page, even with the cookie', async () => {
  const { origin, letIn } = await startTestBrowserShell();
  const headers = { cookie: await letIn(), 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const { body } = await ask(origin, '/', { headers });
  expect(body).toContain('sign-in');
  expect(body).not.toContain('data-session');
  expect((await ask(origin, '/gallery.html', { headers })).status).toBe(403);
});

test('accepts a secret only as JSON from its own page', async () => {
  const { origin, shell } = await startTestBrowserShell();
  const body = JSON.stringify({ secret: new URL(shell.createLink('anyone')).hash.slice(1) });
  const post = (headers: Readonly<Record<string, string>>, text = body) => ask(origin, '/session', { method: 'POST', headers, body: text });
  expect((await post({ origin, 'content-type': 'text/plain' })).status).toBe(400);
  expect((await post({ 'content-type': 'application/json' })).status).toBe(403);
  expect((await post({ origin, 'content-type': 'application/json' }, `{"secret":"${'x'.repeat(10_000)}"}`)).status).toBe(400);
  expect((await post({ origin, 'content-type': 'application/json' })).status).toBe(204);
});

test.each([
  '/../../package.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/..\\..\\package.json',
  '/%00index.html',
  '/assets',
])('serves nothing outside its pages: %s', async (route) => {
  const { origin, letIn } = await startTestBrowserShell();
  const { status, body } = await ask(origin, route, { headers: { cookie: await letIn() } });
  expect(status).toBe(404);
  expect(body).toBe('');
});

// catches a server that accepts every account of a shared login node
test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'rejects another user of this computer, even with cookie and link',
  async () => {
    const { origin, letIn, shell } = await startTestBrowserShell();
    const cookie = await letIn();
    const asUser = async (uid: number): Promise<string> => {
      const args = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Cookie: ${cookie}`, `${origin}/index.html`];
      return (await promisify(execFile)('curl', args, { uid, cwd: '/' })).stdout;
    };
    const useAs = async (uid: number, secret: string): Promise<string> => {
      const body = JSON.stringify({ secret });
      const headers = ['-H', `Origin: ${origin}`, '-H', 'Content-Type: application/json'];
      const args = ['-s', '-o', '/dev/null', '-w', '%{http_code}', ...headers, '-d', body];
      return (await promisify(execFile)('curl', [...args, `${origin}/session`], { uid, cwd: '/' })).stdout;
    };
    const fresh = new URL(shell.createLink('anyone')).hash.slice(1);
    expect(await useAs(65_534, fresh)).toBe('403');
    expect(await useAs(0, fresh)).toBe('204'); // it was not used up
    expect(await asUser(0)).toBe('200');
    expect(await asUser(65_534)).toBe('403');
  },
);

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'closes another user’s idle connections when they take half of the places (catches ones that take all)',
  async () => {
    const { origin, port } = await startTestBrowserShell();
    const script = `import select, socket
held = [socket.create_connection(('127.0.0.1', ${port})) for _ in range(256)]
closed = 0
while closed < 128:
    for each in select.select(held, [], [])[0]:
        held.remove(each)
        closed += each.recv(4096) == b''`; // not 408, which the server sends after a while
    await promisify(execFile)('python3', ['-c', script], { uid: 65_534, cwd: '/' });
    expect((await ask(origin, '/')).status).toBe(200);
  },
);

test('survives ten thousand malformed requests without a leak', async () => {
  const { origin, letIn, reached, port } = await startTestBrowserShell();
  const cookie = await letIn();
  const random = seeded(13);
  const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
  const shapes = [
    () => bytes(200),
    () =>
      Buffer.from(
        `GET /${bytes(20).toString('hex')} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${bytes(200).toString('latin1')}\r\n\r\n`,
      ),
    () =>
      Buffer.from(`POST /session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    () =>
      Buffer.from(
        `GET /channel HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
      ),
    () => Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
  ];
  const send = async (index: number): Promise<void> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.end(shapes[index % shapes.length]?.() ?? '');
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve)); // after an error, too
  };
  const round = async (count: number): Promise<number> => {
    for (let from = 0; from < count; from += 50) await Promise.all(Array.from({ length: 50 }, (_, index) => send(from + index)));
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await round(2000);
  const after = await round(8000);
  expect(after - before).toBeLessThan(20_000_000);
  expect(reached).toEqual([]);
  expect((await ask(origin, '/session', { headers: { cookie } })).status).toBe(204);
});

test('disconnects a page that sends an invalid message, and serves the next', async () => {
  const { origin, letIn, reached } = await startTestBrowserShell();
  const cookie = await letIn();
  for (const text of ['', 'nonsense', '{}', JSON.stringify({ page: 'short' }), '[1,2]']) {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/channel`, { headers: { cookie, origin } });
    await once(socket, 'open');
    socket.send(text);
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1008);
  }
  expect(reached).toEqual([]);
});
