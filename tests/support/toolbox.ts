import { onTestFinished } from 'vitest';
import type { ToolDraft, ToolServerDraft } from '../../electron/contract/tool.ts';
import { openTools, type Tools, type ToolsOptions } from '../../electron/core/tools/tools.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { must } from './must.ts';

/** A tool as a user might define it. */
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

/** A command that says what it was given. */
export function command(...argv: readonly string[]): ToolDraft {
  return draft({ binding: { kind: 'command', argv } });
}

/** A server as a user might define it. */
export function server(transport: ToolServerDraft['transport'], change: Partial<ToolServerDraft> = {}): ToolServerDraft {
  return { name: 'Lab', transport, isEnabled: true, ...change };
}

/** The user's tools in a folder of this test's own, or in a given one. */
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

/** Puts a tool and gives its id. */
export async function addTool(tools: Tools, tool: ToolDraft): Promise<string> {
  const put = must(await tools.put(null, tool));
  const id = put.tools.at(-1)?.id;
  if (id === undefined) throw new Error('not kept');
  return id;
}

/** Puts a server and gives its id. */
export async function addServer(tools: Tools, draftOfServer: ToolServerDraft): Promise<string> {
  const put = must(await tools.putServer(null, draftOfServer));
  const id = put.servers.at(-1)?.id;
  if (id === undefined) throw new Error('not kept');
  return id;
}

/** Approves as the shell does after the user's yes. */
export async function approve(tools: Tools, id: string): Promise<void> {
  const request = must(tools.describeForApproval(id));
  must(await tools.approve(id, request.hash));
}

export const never = new AbortController().signal;
