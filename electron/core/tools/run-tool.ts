import type { ToolResultSource } from '../../contract/history.ts';
import { failureSentences } from '../../contract/failures/render-failure.ts';
import type { Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { PublicWeb } from '../public-web/public-web.ts';
import { commandHash, type StoredTool } from './stored-tools.ts';
import { fillCommand, type Arguments } from './bindings/templates.ts';
import { runCommand } from './bindings/run-command.ts';
import { runHttp, type ToolResult } from './bindings/run-http.ts';
import type { McpServers } from './mcp/servers.ts';
import { checkArguments } from './check-arguments.ts';
import { toolsText } from './text.ts';

/** What tools run with. */
export interface ToolRuntime {
  readonly web: Pick<PublicWeb, 'request'>;
  readonly servers: Pick<McpServers, 'call'>;
  readonly readEnvironment: () => Promise<Readonly<Record<string, string>>>;
}

/** The result of a call. */
export interface ToolOutcome extends ToolResult {
  readonly by: ToolResultSource;
}

/** Runs a call. Failures become a text for the model. */
export async function runTool(tool: StoredTool | undefined, text: string, runtime: ToolRuntime, signal: AbortSignal): Promise<ToolOutcome> {
  if (!tool?.isEnabled) return toError(toolsText.unavailable);
  const { binding } = tool;
  if (binding.kind === 'ask') return toError(toolsText.askedOfUser);
  const checked = checkArguments(tool.parameters, text);
  if (!checked.isValid) return toError(checked.complaint);
  const ran = await runBinding(binding, tool.approvedHash, checked.values, runtime, signal);
  if (ran.ok) return { ...ran.value, by: binding.kind };
  // with the remedy, because the user sees it only here and a model can pass it on
  return {
    text: failureSentences(ran.failure, { surface: 'window' }),
    isError: true,
    by: ran.failure.code === 'refused' ? 'causeway' : binding.kind,
  };
}

function runBinding(
  binding: Exclude<StoredTool['binding'], { kind: 'ask' }>,
  approvedHash: string | null,
  values: Arguments,
  runtime: ToolRuntime,
  signal: AbortSignal,
): Promise<Result<ToolResult>> {
  switch (binding.kind) {
    case 'http':
      return runHttp(runtime.web, binding, values, signal);
    case 'command':
      return runApproved(binding.argv, approvedHash, values, runtime, signal);
    case 'mcp':
      return runtime.servers.call(binding.serverId, binding.tool, values, signal);
  }
}

async function runApproved(
  argv: readonly string[],
  approvedHash: string | null,
  values: Arguments,
  { readEnvironment }: ToolRuntime,
  signal: AbortSignal,
): Promise<Result<ToolResult>> {
  // checked again at the last moment, for the exact arguments that run
  if (approvedHash !== commandHash(argv)) return fail('tool-not-approved');
  const filled = fillCommand(argv, values);
  return filled.ok ? runCommand({ argv: filled.value, environment: await readEnvironment(), signal }) : filled;
}

function toError(text: string): ToolOutcome {
  return { text, isError: true, by: 'causeway' };
}
