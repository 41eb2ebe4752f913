import http from 'node:http';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ToolBinding, ToolDraft } from '../../../electron/contract/tool.ts';
import { createPublicWeb } from '../../../electron/core/public-web/public-web.ts';
import { listen, startServer } from '../../support/https-server.ts';
import { addTool, draft, never, openTestTools } from '../../support/toolbox.ts';
import { stoppedByUser } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { toolsText } from '../../../electron/core/tools/text.ts';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a real HTTP server on loopback. `heard` has the requests that reached it. */
async function listening(answer: (received: ReceivedRequest, response: http.ServerResponse) => void) {
  const received: ReceivedRequest[] = [];
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const entry = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(pieces).toString() };
      received.push(entry);
      answer(entry, response);
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, received };
}

function web(url: string, change: Partial<Extract<ToolBinding, { kind: 'http' }>> = {}): ToolDraft {
  return draft({ binding: { kind: 'http', method: 'GET', url, headers: [], body: null, ...change } });
}

const bern = '{"city":"Bern & Biel"}';

/** Adds a tool that asks a listed server, which gives this answer. */
async function askingServer(answer: Parameters<typeof listening>[0]) {
  const { port, received } = await listening(answer);
  const tools = await openTestTools();
  await tools.allowHost(`127.0.0.1:${port}`, true);
  const id = await addTool(tools, web(`http://127.0.0.1:${port}/`));
  return { port, received, tools, run: (signal = never) => tools.run(id, bern, signal) };
}

test('sends a request to a listed host with encoded values, and returns its answer', async () => {
  const { port, received } = await listening((_request, response) => response.end('sunny'));
  const tools = await openTestTools();
  await tools.allowHost(`127.0.0.1:${port}`, true);
  const id = await addTool(tools, web(`http://127.0.0.1:${port}/at/{{city}}?c={{city}}`, { headers: [{ name: 'X-Lab', value: 'a' }] }));

  expect(await tools.run(id, bern, never)).toEqual({ text: 'sunny', isError: false, by: 'http' });
  expect(received).toMatchObject([{ method: 'GET', url: '/at/Bern%20%26%20Biel?c=Bern%20%26%20Biel', headers: { 'x-lab': 'a' } }]);
});

test('sends the arguments as JSON for a POST without its own body', async () => {
  const { port, received } = await listening((_request, response) => response.end('ok'));
  const tools = await openTestTools();
  await tools.allowHost('127.0.0.1', true);
  const id = await addTool(tools, web(`http://127.0.0.1:${port}/`, { method: 'POST' }));
  await tools.run(id, bern, never);
  expect(received).toMatchObject([{ headers: { 'content-type': 'application/json' }, body: bern }]);
});

// The main rule: however this computer's address is written, nothing reaches it unless it is listed.
test.each([
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '[::]',
  'localhost',
  'x.localhost',
  '%6c%6fcalhost',
])('rejects a request to %s before it is sent', async (host) => {
  const { port, received } = await listening((_request, response) => response.end('secret'));
  const tools = await openTestTools();
  const id = await addTool(tools, web(`http://${host}:${port}/`));
  const { text, isError, by } = await tools.run(id, bern, never);
  expect({ isError, by }).toEqual({ isError: true, by: 'causeway' });
  expect(text).toContain('is on this computer or its network');
  expect(received).toEqual([]);
});

test.each([[['127.0.0.1']], [['10.0.0.1']], [['169.254.169.254']], [['::1']], [['::ffff:127.0.0.1']], [['93.184.216.34', '127.0.0.1']]])(
  'rejects a name that resolves to %j',
  async (addresses) => {
    const { port, received } = await listening((_request, response) => response.end('secret'));
    const tools = await openTestTools({ resolve: () => Promise.resolve(addresses) });
    const id = await addTool(tools, web(`http://innocent.example:${port}/`));
    expect(await tools.run(id, bern, never)).toMatchObject({ isError: true, by: 'causeway' });
    expect(received).toEqual([]);
  },
);

test('connects to the address it has checked, even if the name resolves to another one later', async () => {
  const { port, received } = await listening((_request, response) => response.end('first'));
  const answers = [['127.0.0.1'], ['127.0.0.2']];
  const tools = await openTestTools({ resolve: () => Promise.resolve(answers.shift() ?? ['127.0.0.3']) });
  await tools.allowHost(`lab.example:${port}`, true);
  const id = await addTool(tools, web(`http://lab.example:${port}/`));
  expect(await tools.run(id, bern, never)).toMatchObject({ text: 'first', isError: false });
  expect(received[0]?.headers.host).toBe(`lab.example:${port}`);
});

test('allows no other port than the listed one', async () => {
  const { port, received } = await listening((_request, response) => response.end('secret'));
  const tools = await openTestTools();
  await tools.allowHost(`127.0.0.1:${port + 1}`, true);
  const id = await addTool(tools, web(`http://127.0.0.1:${port}/`));
  expect(await tools.run(id, bern, never)).toMatchObject({ isError: true });
  expect(received).toEqual([]);
});

test('rejects a host at once when it is removed from the list, even with an open connection', async () => {
  const { port, received, tools, run } = await askingServer((_request, response) => response.end('x'));
  await run();
  await tools.allowHost(`127.0.0.1:${port}`, false);
  expect(await run()).toMatchObject({ isError: true, by: 'causeway' });
  expect(received).toHaveLength(1);
});

test('doesn’t follow a redirect, not even to the same host', async () => {
  const { received, run } = await askingServer((_request, response) => response.writeHead(302, { location: '/other' }).end());
  const { text, isError } = await run();
  expect(isError).toBe(true);
  expect(text).toContain('redirect');
  expect(received.map(({ url }) => url)).toEqual(['/']);
});

test('truncates an answer at 1 MB', async () => {
  const { run } = await askingServer((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  const { text } = await run();
  expect(text.length).toBeLessThan(1_000_100);
  expect(text).toContain(toolsText.answerCut);
});

test('returns a server’s rejection to the model as an error with its text', async () => {
  const { run } = await askingServer((_request, response) => response.writeHead(404).end('no such city'));
  expect(await run()).toEqual({ text: toolsText.status(404, 'no such city'), isError: true, by: 'http' });
});

test('doesn’t return binary data as text', async () => {
  const { run } = await askingServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([1, 0, 2])),
  );
  expect(await run()).toMatchObject({ text: toolsText.notText(3, 'image/png') });
});

test('ends the request at the server on abort', async () => {
  let closed: Promise<unknown> | undefined;
  const controller = new AbortController();
  const { run } = await askingServer((_request, response) => {
    closed = once(response, 'close');
    controller.abort();
  });
  expect(await run(controller.signal)).toMatchObject({
    text: expect.stringContaining(describeFailure(stoppedByUser.failure).message),
    isError: true,
  });
  await closed;
});

test('doesn’t wait for a resolver that never answers on abort', async () => {
  const controller = new AbortController();
  const tools = await openTestTools({
    resolve: () => {
      controller.abort();
      return new Promise(() => undefined);
    },
  });
  const id = await addTool(tools, web('http://slow.example/'));
  expect(await tools.run(id, bern, controller.signal)).toMatchObject({
    text: expect.stringContaining(describeFailure(stoppedByUser.failure).message),
    isError: true,
  });
});

test('doesn’t read an endless answer into memory', async () => {
  let closed: Promise<unknown> | undefined;
  const { port } = await listening((_request, response) => {
    closed = once(response, 'close');
    const more = (): void => void (response.destroyed || response.write('x'.repeat(1000), more));
    more();
  });
  const publicWeb = createPublicWeb({ listedHosts: () => ['127.0.0.1'], fetchedBytes: 10_000 });
  onTestFinished(publicWeb.dispose);
  const answer = await publicWeb.fetch(`http://127.0.0.1:${port}/`);
  await expect(answer.text()).rejects.toMatchObject({ failure: { code: 'bad-answer', reason: 'web-answer-too-long' } });
  await closed;
});

test('reads a compressed answer (catches “bytes that aren’t text”)', async () => {
  const { run } = await askingServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync('{"items":[1]}')),
  );
  expect(await run()).toEqual({ text: '{"items":[1]}', isError: false, by: 'http' });
});

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

/** Creates the fetcher for images, with a listed loopback server so that there is something to fetch. */
async function imageServer(type: string, body: Buffer): Promise<(path: string) => ReturnType<ReturnType<typeof createPublicWeb>['image']>> {
  const server = await startServer((_seen, response) => response.writeHead(200, { 'content-type': type }).end(body));
  const publicWeb = createPublicWeb({ listedHosts: () => [`localhost:${server.port}`], authorities: [server.authority.pem] });
  onTestFinished(publicWeb.dispose);
  return (path) => publicWeb.image(`${server.origin}${path}`, never);
}

test('returns an image as a data URL of its type', async () => {
  const image = await imageServer('image/png', png);
  expect(await image('/a.png')).toEqual({ ok: true, value: { dataUrl: `data:image/png;base64,${png.toString('base64')}` } });
});

test.each([
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['text/html', png],
  ['image/png', Buffer.from('<html>')],
  ['image/png', Buffer.concat([png, Buffer.alloc(5_000_001)])],
])('rejects anything but a plain image of at most 5 MB (%s)', async (type, body) => {
  const image = await imageServer(type, body);
  expect(await image('/a')).toMatchObject({ ok: false, failure: { code: 'unsupported' } });
});

test('doesn’t fetch an image over http or from this computer', async () => {
  const publicWeb = createPublicWeb({ listedHosts: () => [] });
  onTestFinished(publicWeb.dispose);
  expect(await publicWeb.image('http://a.example/x.png', never)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  const local = await publicWeb.image('https://127.0.0.1/x.png', never);
  // images ignore the allowed hosts of tools, so those are no remedy
  expect(local).toMatchObject({
    ok: false,
    failure: { code: 'refused', reason: 'image-refused', params: { cause: { reason: 'web-host-local' } } },
  });
});

test('verifies certificates whatever the environment says', async () => {
  const server = await startServer((_seen, response) => void response.end('secret'));
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const publicWeb = createPublicWeb({ listedHosts: () => [`localhost:${server.port}`] });
  onTestFinished(publicWeb.dispose);
  const asked = { method: 'GET', url: `https://localhost:${server.port}/`, headers: {}, signal: never, limitMs: 60_000, limitBytes: 1000 };
  expect(await publicWeb.request(asked)).toMatchObject({ ok: false, failure: { code: 'tls-authority' } });
  await expect(publicWeb.fetch(asked.url)).rejects.toThrow('certificate');
  expect(server.seen).toEqual([]);
});
