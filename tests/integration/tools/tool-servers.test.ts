import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { listen } from '../../support/https-server.ts';
import { isAlive } from '../../support/is-alive.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { addServer, never, openTestTools, server } from '../../support/toolbox.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { openGuardedWeb } from '../../../electron/core/public-web/guarded-web.ts';
import { createSessionOpener } from '../../../electron/core/tools/mcp/open-session.ts';
import { toolsText } from '../../../electron/core/tools/text.ts';
import { failure, stoppedByUser } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { badServer, bound, lastingServer, program, serve, state, withProgram } from './tool-server-fixture.ts';

test('connects an approved program, lists its tools with their schemas, and runs them', async () => {
  const { tools, serverId } = await withProgram();
  const connected = await state(tools, 'connected');
  expect(connected.tools.find(({ name }) => name === 'add')).toMatchObject({
    description: 'Adds.',
    parameters: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'number' } } },
  });
  const id = await bound(tools, serverId, 'add');
  expect(tools.offer([id])).toHaveLength(1);
  expect(await tools.run(id, '{"a":1,"b":2}', never)).toEqual({ text: '3', isError: false, by: 'mcp' });
});

/** Connects the program, and returns one of its tools. */
async function connectedTool(tool: string) {
  const { tools, serverId } = await withProgram();
  await state(tools, 'connected');
  return { tools, serverId, id: await bound(tools, serverId, tool) };
}

test('renames tools with names that models reject and still calls the right one, and passes little of the environment', async () => {
  const { tools, id } = await connectedTool('lab_where_am-i');
  const { text, isError } = await tools.run(id, '{}', never);
  expect(isError).toBe(false);
  const { cwd, environment } = JSON.parse(text) as { cwd: string; environment: string[] };
  expect(cwd).not.toBe(process.cwd());
  expect(environment).not.toContain('SECRET_TOKEN');
});

test.each([
  ['fail', { text: 'the probe is dry', isError: true }],
  ['picture', { text: '[image: image/png, 3 bytes]', isError: false }],
  ['structured', { text: '{"n":7}', isError: false }],
])('returns the result of %s as text', async (tool, outcome) => {
  const { tools, id } = await connectedTool(tool);
  expect(await tools.run(id, '{}', never)).toMatchObject(outcome);
});

test('returns the server’s own message for arguments it rejects', async () => {
  const { tools, id } = await connectedTool('add');
  const { text, isError } = await tools.run(id, '{"a":"x"}', never);
  expect(isError).toBe(true);
  expect(text).toMatch(/expected number/i);
});

test('lists a tool that the server adds', async () => {
  const { tools, serverId } = await withProgram();
  await state(tools, 'connected');
  await tools.run(await bound(tools, serverId, 'grow'), '{}', never);
  await expect.poll(() => tools.read().servers[0]?.tools.map(({ name }) => name), waitOptions).toContain('grown');
});

test('cancels the call on abort, and the server stays connected', async () => {
  const { tools, id } = await connectedTool('wait');
  const file = path.join(await temporaryFolder(), 'wait');
  const wrote = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
  vi.useFakeTimers({ toFake: ['setTimeout'] }); // a call that times out is cancelled too
  onTestFinished(() => void vi.useRealTimers());
  const controller = new AbortController();
  const running = tools.run(id, JSON.stringify({ file }), controller.signal);
  await expect.poll(wrote).toBe('called');
  controller.abort();
  expect(await running).toMatchObject({ text: expect.stringContaining(describeFailure(stoppedByUser.failure).message), isError: true });
  await expect.poll(wrote).toBe('cancelled');
  expect(tools.read().servers[0]?.state).toBe('connected');
});

test('reports a crash with the last output, without the secret in it, and restarts the server', async () => {
  const states: string[] = [];
  const { tools, serverId } = await withProgram({
    redact: (text) => text.replaceAll(/token=\w+/g, 'token=[redacted]'),
    onChange: (toolbox) => states.push(`${toolbox.servers[0]?.state}: ${JSON.stringify(toolbox.servers[0]?.failure?.params)}`),
    retryMs: () => 10,
  });
  await state(tools, 'connected');
  const crash = await bound(tools, serverId, 'crash');
  const add = await bound(tools, serverId, 'add');
  const { text, isError } = await tools.run(crash, '{}', never);
  expect(isError).toBe(true);
  expect(text).toContain('the probe exploded, token=[redacted]');
  await vi.waitUntil(() => states.some((told) => told.includes('the probe exploded, token=[redacted]')), waitOptions);
  await state(tools, 'connected');
  expect(await tools.run(add, '{"a":1,"b":2}', never)).toMatchObject({ text: '3' });
});

test('reports a program that can’t start with a remedy, and retries', async () => {
  const failures: unknown[] = [];
  const { tools } = await withProgram(
    { retryMs: (count) => (count < 3 ? 1 : undefined), onLog: (_event, { failures: count }) => failures.push(count) },
    ['causeway-no-such-program'],
  );
  await vi.waitUntil(() => failures.includes(3), waitOptions);
  const failed = await state(tools, 'failed');
  expect(failed.failure).toMatchObject({ reason: 'tool-server-program-not-found', params: { server: 'Lab' } });
});

test('quotes a program that says why it exits', async () => {
  const { tools } = await withProgram({ retryMs: () => undefined }, [
    process.execPath,
    '-e',
    "console.error('no licence found'); process.exit(1)",
  ]);
  expect((await state(tools, 'failed')).failure).toMatchObject({
    reason: 'tool-server-down',
    params: { server: 'Lab', detail: 'no licence found' },
  });
});

test('offers a tool of a server that is still connecting, and its call waits', async () => {
  const folderOptions = await withProgram();
  const id = await bound(folderOptions.tools, folderOptions.serverId, 'add');
  expect(folderOptions.tools.offer([id])).toHaveLength(1);
  expect(await folderOptions.tools.run(id, '{"a":2,"b":2}', never)).toMatchObject({ text: '4' });
});

test('stops a changed command at once, and needs approval again', async () => {
  const { tools, serverId, id } = await connectedTool('add');
  await tools.putServer(serverId, server({ kind: 'stdio', argv: [process.execPath, program, 'x'] }));
  expect(tools.read().servers).toMatchObject([{ approval: 'needed', state: 'off', tools: [] }]);
  expect(tools.offer([id])).toEqual([]);
  expect(await tools.run(id, '{"a":1,"b":2}', never)).toMatchObject({ isError: true });
});

test('stops reading an endless list, so that the server can be used and stopped', async () => {
  const { tools } = await withProgram({}, badServer(`{ tools: [], nextCursor: 'more' }`));
  expect(await state(tools, 'connected')).toMatchObject({ tools: [] });
});

test('lists a tool that the server adds while it connects (catches a change that is read together with the first list)', async () => {
  const line = (message: string) => `JSON.stringify({ jsonrpc: '2.0', ${message} }) + '\\n'`;
  const first = `${line('id, result: { tools: [] }')} + ${line(`method: 'notifications/tools/list_changed'`)}`;
  const second = `{ tools: [{ name: 'late', inputSchema: { type: 'object' } }] }`;
  const { tools } = await withProgram(
    {},
    badServer(`globalThis.isListed ? ${second} : ((globalThis.isListed = true), void process.stdout.write(${first}))`),
  );
  await state(tools, 'connected');
  await expect.poll(() => tools.read().servers[0]?.tools.map(({ name }) => name), waitOptions).toEqual(['late']);
});

test('exits without waiting for a server that never lists its tools', async () => {
  const asked = path.join(await temporaryFolder(), 'asked');
  const { tools } = await withProgram({}, badServer(`void require('fs').writeFileSync(${JSON.stringify(asked)}, '')`));
  await vi.waitUntil(() => existsSync(asked), waitOptions);
  await tools.close();
  expect(tools.read().servers).toMatchObject([{ state: 'off' }]);
});

test('waits for the end of a program that is stopped while it connects (catches one that outlives us)', async () => {
  const { argv, pid } = await lastingServer();
  const { tools } = await withProgram({}, argv);
  const id = await pid();
  await tools.close();
  expect(await isAlive(id)).toBe(false);
});

test('waits for the end of a program that can’t be used (catches one that the SDK is still ending)', async () => {
  const [, , source = ''] = badServer('undefined');
  const { argv, pid } = await lastingServer(source.replace('2025-03-26', 'no such version'));
  const { tools } = await withProgram({ retryMs: () => undefined }, argv);
  await state(tools, 'failed');
  await tools.close();
  expect(await isAlive(await pid())).toBe(false);
});

test('waits for the end of a program whose session broke', async () => {
  const [, , source = ''] = badServer(
    `{ tools: [{ name: 'odd', inputSchema: { type: 'object' } }] }`,
    `void process.stdout.write('x'.repeat(9_000_000))`, // more than a message may have
  );
  const { argv, pid } = await lastingServer(source);
  const { tools, serverId } = await withProgram({ retryMs: () => undefined }, argv);
  await state(tools, 'connected');
  const id = await pid();
  expect(await tools.run(await bound(tools, serverId, 'odd'), '{}', never)).toMatchObject({ isError: true });
  await state(tools, 'failed');
  await tools.close();
  expect(await isAlive(id)).toBe(false);
});

test.each(['streamable', 'sse'] as const)('uses a server over HTTP (%s) if its host is listed', async (kind) => {
  const { url, host } = await serve(kind);
  const tools = await openTestTools();
  await tools.allowHost(host, true);
  const serverId = await addServer(tools, server({ kind: 'http', url }));
  await state(tools, 'connected');
  const id = await bound(tools, serverId, 'add');
  expect(await tools.run(id, '{"a":1,"b":2}', never)).toEqual({ text: '3', isError: false, by: 'mcp' });
});

test('rejects a server over HTTP on this computer if its host is not listed', async () => {
  const { url, http } = await serve('streamable');
  const tools = await openTestTools({ retryMs: () => undefined });
  let arrived = 0;
  http.on('connection', () => (arrived += 1));
  await addServer(tools, server({ kind: 'http', url }));
  expect((await state(tools, 'failed')).failure).toMatchObject({ code: 'refused' });
  expect(arrived).toBe(0);
});

test('gives up on a server over HTTP that never answers, and closes the connection (catches “Connecting…” for a minute)', async () => {
  const silent = createServer(() => undefined);
  const closed = new Promise<void>((resolve) => silent.on('connection', (socket) => socket.on('close', () => resolve())));
  const port = await listen(silent);
  onTestFinished(() => void silent.close());
  const web = openGuardedWeb({ listedHosts: () => [`127.0.0.1:${port}`] });
  onTestFinished(web.dispose);
  const httpConnectMs = 2000; // so that even a busy machine has connected by then
  const open = createSessionOpener({ web, readEnvironment: async () => ({}), redact: (text) => text, version: 'test', httpConnectMs });
  const events = { onTools: () => undefined, onEnd: () => undefined };
  const opened = await open('Lab', { kind: 'http', url: `http://127.0.0.1:${port}/mcp` }, events, never);
  expect(opened).toMatchObject({ ok: false, failure: failure('tool-server-down', { server: 'Lab', detail: expect.any(String) }) });
  await closed;
});

/** A server from before 2025 that opens its stream and then only sends comments. */
async function commentingServer() {
  const streaming = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const http = createServer((request, response) => {
    if (request.method !== 'GET') return void response.writeHead(405).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': still here\n\n');
    response.on('close', closed.resolve);
    streaming.resolve();
  });
  const port = await listen(http);
  const web = openGuardedWeb({ listedHosts: () => [`127.0.0.1:${port}`] });
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  onTestFinished(web.dispose);
  const open = (httpConnectMs: number, signal: AbortSignal) =>
    createSessionOpener({ web, readEnvironment: async () => ({}), redact: (text) => text, version: 'test', httpConnectMs })(
      'Lab',
      { kind: 'http', url: `http://127.0.0.1:${port}/mcp` },
      { onTools: () => undefined, onEnd: () => undefined },
      signal,
    );
  return { open, streaming: streaming.promise, closed: closed.promise };
}

test('gives up on a server that opens a stream and never begins, and closes it (catches “Connecting…” for ever)', async () => {
  const { open, closed } = await commentingServer();
  const detail = toolsText.noAnswer(2);
  expect(await open(2000, never)).toMatchObject({ ok: false, failure: failure('tool-server-down', { server: 'Lab', detail }) });
  await closed;
});

test('stops connecting to a server that opens a stream and never begins (catches a program that never ends)', async () => {
  const { open, streaming, closed } = await commentingServer();
  const controller = new AbortController();
  const opening = open(3_600_000, controller.signal);
  await streaming;
  controller.abort();
  expect(await opening).toMatchObject({ ok: false, failure: { reason: 'tool-server-stopped' } });
  await closed;
});

test('begins a new session when the stream of an older server breaks (catches one that is never initialized)', async () => {
  const { url, host, http } = await serve('sse');
  const states: (string | undefined)[] = [];
  const tools = await openTestTools({ retryMs: () => 10, onChange: ({ servers }) => states.push(servers[0]?.state) });
  await tools.allowHost(host, true);
  const serverId = await addServer(tools, server({ kind: 'http', url }));
  await state(tools, 'connected');
  http.closeAllConnections();
  await vi.waitUntil(() => states.includes('failed'), waitOptions);
  await state(tools, 'connected');
  expect(await tools.run(await bound(tools, serverId, 'add'), '{"a":1,"b":2}', never)).toMatchObject({ text: '3' });
});

test('notices at the next call that a server over HTTP has gone, and reconnects', async () => {
  const port = await freePort(); // which nobody else uses while the server is gone
  const { url, host, http } = await serve('streamable', port);
  const tools = await openTestTools({ retryMs: () => 10 });
  await tools.allowHost(host, true);
  const serverId = await addServer(tools, server({ kind: 'http', url }));
  await state(tools, 'connected');
  const id = await bound(tools, serverId, 'add');
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  expect(await tools.run(id, '{"a":1,"b":2}', never)).toMatchObject({ isError: true });
  await state(tools, 'failed');

  await serve('streamable', port);
  await state(tools, 'connected');
  expect(await tools.run(id, '{"a":1,"b":2}', never)).toMatchObject({ text: '3' });
});
