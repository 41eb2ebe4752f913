import type { SavedTool, ToolServer } from '../../electron/contract/tool.ts';

/** Describes in one line what runs when a tool is called. */
export function bindingSummary({ binding }: Pick<SavedTool, 'binding'>, servers: readonly ToolServer[]): string {
  switch (binding.kind) {
    case 'ask':
      return 'Asks you';
    case 'http':
      return `${binding.method} ${binding.url}`;
    case 'command':
      return commandLine(binding.argv);
    case 'mcp':
      return `${binding.tool} of ${servers.find(({ id }) => id === binding.serverId)?.name ?? 'a server that is gone'}`;
  }
}

/** Whether the summary is a URL or a command, and so shown as code. */
export function isLiteral({ binding }: Pick<SavedTool, 'binding'>): boolean {
  return binding.kind === 'http' || binding.kind === 'command';
}

/** Describes whether a tool can be called. */
export function toolStateText({ isEnabled, approval, runsByItself, binding }: SavedTool): string {
  if (approval === 'needed') return 'Needs your approval';
  if (!isEnabled) return 'Off';
  if (binding.kind === 'ask') return 'On';
  return runsByItself ? 'On, runs by itself' : 'On, each call is shown first';
}

/** Describes the state of a server. */
export function serverStateText({ state, approval, isEnabled, tools }: ToolServer): string {
  if (approval === 'needed') return 'Needs your approval';
  if (!isEnabled) return 'Off';
  switch (state) {
    case 'off':
      return 'Not connected';
    case 'connecting':
      return 'Connecting…';
    case 'connected':
      return `Connected, ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
    case 'failed':
      return 'Failed';
  }
}

/** Formats an argv for reading, with quotes where needed. */
export function commandLine(argv: readonly string[]): string {
  return argv.map((part) => (/^[\w@%+=:,./{}-]+$/u.test(part) ? part : JSON.stringify(part))).join(' ');
}
