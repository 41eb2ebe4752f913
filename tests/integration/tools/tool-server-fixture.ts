import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { ToolServer } from '../../../electron/contract/tool.ts';
import type { Tools, ToolsOptions } from '../../../electron/core/tools/tools.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createHttpToolServer } from '../../support/tool-server.ts';
import { addTool, addServer, draft, openTestTools, server } from '../../support/toolbox.ts';
import { waitOptions } from '../../support/wait-options.ts';

/** The real server of these tests. */
export const program = path.resolve(import.meta.dirname, '../../support/tool-server.ts');
const anything = { type: 'object' };

/** Returns the one server of these tests once it is in this state. */
export function state(tools: Tools, wanted: ToolServer['state']): Promise<ToolServer> {
  return vi.waitUntil(() => tools.read().servers.find((one) => one.state === wanted), waitOptions);
}

/** Opens the user's tools with the real server over its pipes, approved and connected. */
export async function withProgram(options: Partial<ToolsOptions> = {}, argv: readonly string[] = [process.execPath, program]) {
  const tools = await openTestTools({ environment: { ...process.env, SECRET_TOKEN: 'x' }, ...options });
  const serverId = await addServer(tools, server({ kind: 'stdio', argv }));
  await approveServer(tools, serverId);
  return { tools, serverId };
}

async function approveServer(tools: Tools, id: string): Promise<void> {
  const shown = must(tools.describeServerForApproval(id));
  must(await tools.approveServer(id, shown.hash));
}

/** Returns a server's tool as one of the user's own. */
export function bound(tools: Tools, serverId: string, tool: string, parameters: Record<string, unknown> = anything): Promise<string> {
  return addTool(tools, draft({ name: tool, parameters, binding: { kind: 'mcp', serverId, tool } }));
}

/** A hand-written server that misbehaves as the SDK's can't. `list` and `call` are its responses to these requests. */
export function badServer(list: string, call = 'undefined'): readonly string[] {
  const source = `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const hello = { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo: { name: 'bad', version: '1' } };
    const result = method === 'initialize' ? hello : method === 'tools/list' ? ${list} : method === 'tools/call' ? ${call} : undefined;
    if (result) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  })`;
  return [process.execPath, '-e', source];
}

/** A program that writes its process id and doesn't end with its input. */
export async function lastingServer(source = ''): Promise<{ readonly argv: readonly string[]; readonly pid: () => Promise<number> }> {
  const file = path.join(await temporaryFolder(), 'pid');
  const lasting = `setInterval(() => {}, 1000); require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid));`;
  const pid = (): Promise<number> =>
    vi.waitUntil(async () => Number(await readFile(file, 'utf8').catch(() => '')) || undefined, waitOptions);
  return { argv: [process.execPath, '-e', lasting + source], pid };
}

/** Serves the tools over HTTP, by default at any free port. */
export async function serve(kind: 'streamable' | 'sse', wantedPort = 0) {
  const http = createHttpToolServer(kind).listen(wantedPort, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo; // it is listening
  return { url: `http://127.0.0.1:${port}/mcp`, host: `127.0.0.1:${port}`, http };
}
