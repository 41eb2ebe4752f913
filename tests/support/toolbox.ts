import { onTestFinished } from 'vitest';
import type { ToolDraft, ToolServerDraft } from '../../electron/contract/tool.ts';
import { openTools, type Tools, type ToolsOptions } from '../../electron/core/tools/tools.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { must } from './must.ts';

/** Returns a tool as a user might define it. */
export function draft(change: Partial<ToolDraft> = {}): ToolDraft {
  return {
    name: 'weather',
    description: 'Tells the weather.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    binding: { kind: 'ask' },
    isEnabled: true,
    runsByItself: false,
    ...change,
  };
}

/** Returns a tool that runs a command. */
export function command(...argv: readonly string[]): ToolDraft {
  return draft({ binding: { kind: 'command', argv } });
}

/** Returns a server as a user might define it. */
export function server(transport: ToolServerDraft['transport'], change: Partial<ToolServerDraft> = {}): ToolServerDraft {
  return { name: 'Lab', transport, isEnabled: true, ...change };
}

/** Opens tools in a temporary folder by default. Closed when the test ends. */
export async function openTestTools(options: Partial<ToolsOptions> = {}): Promise<Tools> {
  const tools = await openTools({
    folder: options.folder ?? (await temporaryFolder()),
    clock: { now: () => Date.now() },
    version: '0.0.0',
    environment: process.env,
    redact: (text) => text,
    onChange: () => undefined,
    onLog: () => undefined,
    ...options,
  });
  onTestFinished(tools.close);
  return tools;
}

/** Adds a tool, and returns its id. */
export async function addTool(tools: Tools, tool: ToolDraft): Promise<string> {
  const put = must(await tools.put(null, tool));
  const id = put.tools.at(-1)?.id;
  if (id === undefined) throw new Error('not saved');
  return id;
}

/** Opens tools with one tool. */
export async function toolsWith(tool: ToolDraft, options: Partial<ToolsOptions> = {}) {
  const tools = await openTestTools(options);
  return { tools, id: await addTool(tools, tool) };
}

/** Adds a server, and returns its id. */
export async function addServer(tools: Tools, serverDraft: ToolServerDraft): Promise<string> {
  const put = must(await tools.putServer(null, serverDraft));
  const id = put.servers.at(-1)?.id;
  if (id === undefined) throw new Error('not saved');
  return id;
}

/** Approves a tool or server, as the shell does after the user's confirmation. */
export async function approve(tools: Tools, id: string): Promise<void> {
  const request = must(tools.describeForApproval(id));
  must(await tools.approve(id, request.hash));
}

export const never = new AbortController().signal;
