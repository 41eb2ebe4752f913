import { failed, type Result } from '../../contract/failure.ts';
import type { PublicWeb } from '../public-web/public-web.ts';
import { commandHash } from './approval.ts';
import { fillCommand, type Arguments } from './bindings/templates.ts';
import { runCommand } from './bindings/run-command.ts';
import { runHttp, type ToolResult } from './bindings/run-http.ts';
import type { McpServers } from './mcp/servers.ts';
import { checkArguments } from './schema/check-arguments.ts';
import type { StoredTool } from './stored-tools.ts';

/** What tools run with. */
export interface ToolRuntime {
  readonly web: Pick<PublicWeb, 'request'>;
  readonly servers: Pick<McpServers, 'call'>;
  readonly environment: Readonly<Record<string, string>>;
}

interface Outcome extends ToolResult {
  readonly by: 'http' | 'command' | 'mcp' | 'causeway';
}

/** Runs a call; whatever goes wrong becomes a text for the model. */
export async function runTool(tool: StoredTool | undefined, text: string, ground: ToolRuntime, signal: AbortSignal): Promise<Outcome> {
  if (!tool?.isEnabled) return complaint('This tool is not available any more.');
  const { binding } = tool;
  if (binding.kind === 'ask') return complaint('This tool is answered by the user.');
  const checked = checkArguments(tool.parameters, text);
  if (!checked.isValid) return complaint(checked.complaint);
  const ran = await runBinding(tool, checked.values, ground, signal);
  if (ran.ok) return { ...ran.value, by: binding.kind };
  // With the remedy: the user reads it here and nowhere else, and a model can pass it on.
  return {
    text: `${ran.failure.message} ${ran.failure.remedy}`,
    isError: true,
    by: ran.failure.code === 'refused' ? 'causeway' : binding.kind,
  };
}

function runBinding(
  { binding, approvedHash }: StoredTool,
  values: Arguments,
  ground: ToolRuntime,
  signal: AbortSignal,
): Promise<Result<ToolResult>> {
  switch (binding.kind) {
    case 'http':
      return runHttp(ground.web, binding, values, signal);
    case 'command':
      return runApproved(binding.argv, approvedHash, values, ground, signal);
    case 'mcp':
      return ground.servers.call(binding.serverId, binding.tool, values, signal);
    case 'ask':
      return Promise.resolve(failed('unsupported', 'This tool is answered by the user.', 'Type the result.'));
  }
}

async function runApproved(
  argv: readonly string[],
  approvedHash: string | null,
  values: Arguments,
  { environment }: ToolRuntime,
  signal: AbortSignal,
): Promise<Result<ToolResult>> {
  // Asked once more at the last moment, of the very words that run.
  if (approvedHash !== commandHash(argv)) return failed('refused', 'The user has not approved this command.', 'Approve it in Tools.');
  const filled = fillCommand(argv, values);
  return filled.ok ? runCommand({ argv: filled.value, environment, signal }) : filled;
}

function complaint(text: string): Outcome {
  return { text, isError: true, by: 'causeway' };
}
