import type { SavedTool, ToolServer } from '../../electron/contract/tool.ts';
import { toolsText } from './text.ts';

const { states } = toolsText;

/** Describes in one line what runs when a tool is called. */
export function bindingSummary({ binding }: Pick<SavedTool, 'binding'>, servers: readonly ToolServer[]): string {
  switch (binding.kind) {
    case 'ask':
      return toolsText.actions.ask;
    case 'http':
      return `${binding.method} ${binding.url}`;
    case 'command':
      return commandLine(binding.argv);
    case 'mcp':
      return toolsText.actions.mcp(
        binding.tool,
        servers.find(({ id }) => id === binding.serverId)?.name ?? toolsText.actions.deletedServer,
      );
  }
}

/** Whether the summary is a URL or a command, and so shown as code. */
export function isLiteral({ binding }: Pick<SavedTool, 'binding'>): boolean {
  return binding.kind === 'http' || binding.kind === 'command';
}

/** Describes whether a tool can be called. */
export function toolStateText({ isEnabled, approval, runsByItself, binding }: SavedTool): string {
  if (approval === 'needed') return states.needsApproval;
  if (!isEnabled) return states.off;
  if (binding.kind === 'ask') return states.on;
  return runsByItself ? states.runsAutomatically : states.asksFirst;
}

/** Describes the state of a server. */
export function serverStateText({ state, approval, isEnabled, tools }: ToolServer): string {
  if (approval === 'needed') return states.needsApproval;
  if (!isEnabled) return states.off;
  switch (state) {
    case 'off':
      return states.notConnected;
    case 'connecting':
      return states.connecting;
    case 'connected':
      return states.connected(tools.length);
    case 'failed':
      return states.failed;
  }
}

/** Formats an argv for reading, with quotes where needed. */
export function commandLine(argv: readonly string[]): string {
  return argv.map((part) => (/^[\w@%+=:,./{}-]+$/u.test(part) ? part : JSON.stringify(part))).join(' ');
}
