import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Failure } from '../../../electron/contract/failure.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { failureSentences } from '../../../electron/contract/failures/render-failure.ts';
import { createSessionOpener, type Session } from '../../../electron/core/tools/mcp/open-session.ts';
import { toolsText } from '../../../electron/core/tools/text.ts';
import { freePort } from '../../support/free-port.ts';
import { listen } from '../../support/https-server.ts';
import { must } from '../../support/must.ts';
import { addServer, never, openTestTools, server } from '../../support/toolbox.ts';
import { badServer, bound, serve, state, withProgram } from './tool-server-fixture.ts';

const oneTool = `{ tools: [{ name: 'odd', inputSchema: { type: 'object' } }] }`;
const line = (message: string) => `void console.log(JSON.stringify({ jsonrpc: '2.0', ${message} }))`;
const sentences = (told: Failure) => failureSentences(told, { surface: 'window' });

test.each([
  [`{ content: [{ type: 'text', text: 'hi', annotations: null }] }`, 'hi'],
  [`{ content: [{ type: 'text', text: 'hi' }, { type: 'video', data: 'AAAA' }] }`, `hi\n${toolsText.unknownPart('video')}`],
  [`{ content: [{ type: 'resource', resource: { uri: 'file:///a', text: null } }] }`, toolsText.file('file:///a')],
])('reads %s, and the server stays connected (catches a healthy session that ends)', async (result, text) => {
  const { tools, serverId } = await withProgram({}, badServer(oneTool, result));
  await state(tools, 'connected');
  expect(await tools.run(await bound(tools, serverId, 'odd'), '{}', never)).toEqual({ text, isError: false, by: 'mcp' });
  expect(tools.read().servers).toMatchObject([{ state: 'connected' }]);
});

test('returns the images of a result beside its text', async () => {
  const { tools, serverId } = await withProgram(
    {},
    badServer(
      oneTool,
      `{ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }, { type: 'image', data: null }, { type: 'text', text: 'hi' }] }`,
    ),
  );
  await state(tools, 'connected');
  const text = `${toolsText.media('image', 'image/png', 3)}\n${toolsText.media('image', '', 0)}\nhi`;
  expect(await tools.run(await bound(tools, serverId, 'odd'), '{}', never)).toEqual({ text, isError: false, by: 'mcp', images: ['AAAA'] });
});

test('says that a result can’t be read, and the server stays connected', async () => {
  const { tools, serverId } = await withProgram({}, badServer(oneTool, `{ content: 'not a list' }`));
  await state(tools, 'connected');
  const text = sentences(failure('tool-server-answer-unreadable', { server: 'Lab' }));
  expect(await tools.run(await bound(tools, serverId, 'odd'), '{}', never)).toEqual({ text, isError: true, by: 'mcp' });
  expect(tools.read().servers).toMatchObject([{ state: 'connected' }]);
});

test('lists tools with odd fields, and skips what isn’t a tool', async () => {
  const odd = `{ name: 'odd', annotations: null, inputSchema: { properties: { a: { type: 'string', description: null } } } }`;
  const { tools } = await withProgram({}, badServer(`{ tools: [${odd}, 'none'], nextCursor: null }`));
  expect((await state(tools, 'connected')).tools).toEqual([
    { name: 'odd', description: '', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
  ]);
});

test('connects a server that has only resources (catches “Method not found”)', async () => {
  const [node = '', option = '', source = ''] = badServer(line(`id, error: { code: -32601, message: 'Method not found' }`));
  const { tools } = await withProgram({}, [node, option, source.replace('tools: {}', 'resources: {}')]);
  expect(await state(tools, 'connected')).toMatchObject({ tools: [] });
});

test('says that a server stopped during a call (catches “Connection closed” with advice on the arguments)', async () => {
  const { tools, serverId } = await withProgram({ retryMs: () => undefined }, badServer(oneTool, 'process.exit(1)'));
  await state(tools, 'connected');
  const text = sentences(failure('tool-server-down', { server: 'Lab', detail: null }));
  expect(await tools.run(await bound(tools, serverId, 'odd'), '{}', never)).toEqual({ text, isError: true, by: 'mcp' });
});

test('says that you stopped a server during a call', async () => {
  const { tools, serverId } = await withProgram({}, badServer(oneTool, `void console.error('called')`));
  await state(tools, 'connected');
  const running = tools.run(await bound(tools, serverId, 'odd'), '{}', never);
  const { argv } = must(tools.describeServerForApproval(serverId));
  must(await tools.putServer(serverId, server({ kind: 'stdio', argv }, { isEnabled: false })));
  expect(await running).toMatchObject({ text: sentences(failure('tool-server-stopped')), isError: true });
});

test('names the error of a program that Node.js has ended (catches “Node.js v24”)', async () => {
  const { tools } = await withProgram({ retryMs: () => undefined }, [process.execPath, '-e', 'throw new Error("API key missing")']);
  expect((await state(tools, 'failed')).failure).toEqual(failure('tool-server-down', { server: 'Lab', detail: 'Error: API key missing' }));
});

test.each([
  ['text/html', `<html>${'x'.repeat(3_000_000)}`, 'status 502'],
  ['text/plain', `token=abcdef ${'x'.repeat(3_000_000)}`, `status 502: token=[redacted] ${'x'.repeat(271)}`],
])('shortens and redacts an error page (%s)', async (type, body, detail) => {
  const http = createServer((_request, response) => response.writeHead(502, { 'content-type': type }).end(body));
  const port = await listen(http);
  onTestFinished(() => void http.close());
  const tools = await openTestTools({ retryMs: () => undefined, redact: (text) => text.replaceAll(/token=\w+/g, 'token=[redacted]') });
  await tools.allowHost(`127.0.0.1:${port}`, true);
  await addServer(tools, server({ kind: 'http', url: `http://127.0.0.1:${port}/mcp` }));
  expect((await state(tools, 'failed')).failure).toEqual(failure('tool-server-down', { server: 'Lab', detail }));
});

test('offers a tool of a failed server and starts the server again (catches tools that are never offered again)', async () => {
  const port = await freePort();
  const tools = await openTestTools({ retryMs: () => undefined });
  await tools.allowHost(`127.0.0.1:${port}`, true);
  const serverId = await addServer(tools, server({ kind: 'http', url: `http://127.0.0.1:${port}/mcp` }));
  const id = await bound(tools, serverId, 'add');
  await state(tools, 'failed');
  await serve('streamable', port);
  expect(tools.offer([id])).toHaveLength(1);
  expect(await tools.run(id, '{"a":1,"b":2}', never)).toMatchObject({ text: '3' });
});

test('pauses between lists (catches a server that announces a change with every list)', async () => {
  const lists = `(${line(`method: 'notifications/tools/list_changed'`)}, globalThis.lists = (globalThis.lists ?? 0) + 1, ${oneTool})`;
  const [, , source = ''] = badServer(lists, `{ content: [{ type: 'text', text: String(globalThis.lists) }] }`);
  const open = createSessionOpener({
    web: { fetch },
    readEnvironment: async () => ({}),
    redact: (text) => text,
    version: 'test',
    listPauseMs: 3_600_000,
  });
  const events = { onTools: () => undefined, onEnd: () => undefined };
  const session: Session = must(await open('Lab', { kind: 'stdio', argv: [process.execPath, '-e', source] }, events, never));
  onTestFinished(session.close);
  await session.call('odd', {}, never); // the change has arrived by then
  expect(await session.call('odd', {}, never)).toMatchObject({ ok: true, value: { text: '1' } });
});

test('ends its session over HTTP when it is closed (catches sessions that the server keeps)', async () => {
  const { url, host, http } = await serve('streamable');
  const requests: string[] = [];
  http.on('request', ({ method = '', headers }) => requests.push(`${method} ${typeof headers['mcp-session-id']}`));
  const tools = await openTestTools();
  await tools.allowHost(host, true);
  await addServer(tools, server({ kind: 'http', url }));
  await state(tools, 'connected');
  await tools.close();
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual(['DELETE string']);
});

test('closes although a server over HTTP doesn’t answer the end of its session', async () => {
  const { url, host, http } = await serve('streamable');
  const [answer] = http.listeners('request') as [(...parts: unknown[]) => void];
  http.removeAllListeners('request').on('request', (request, response) => {
    if (request.method !== 'DELETE') answer(request, response);
  });
  const tools = await openTestTools();
  await tools.allowHost(host, true);
  await addServer(tools, server({ kind: 'http', url }));
  await state(tools, 'connected');
  await tools.close();
  expect(tools.read().servers).toMatchObject([{ state: 'off' }]);
});
