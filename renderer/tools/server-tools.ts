import { freeName } from '../../electron/contract/text.ts';
import type { SavedTool, ToolDraft, ToolServer } from '../../electron/contract/tool.ts';

/** The tools a server offers that are not among ours yet, ready to be kept; a name that is taken gets the server's before it. */
export function serverTools(server: ToolServer, tools: readonly SavedTool[]): readonly ToolDraft[] {
  const taken = new Set(tools.map(({ name }) => name));
  const isOurs = (offered: string) =>
    tools.some(({ binding }) => binding.kind === 'mcp' && binding.serverId === server.id && binding.tool === offered);
  return server.tools
    .filter(({ name }) => !isOurs(name))
    .map(({ name, description, parameters }) => {
      const prefixed = `${server.name.replaceAll(/[^A-Za-z0-9_-]+/gu, '_')}_${name}`.slice(-60);
      const isTaken = (candidate: string) => taken.has(candidate);
      const free = isTaken(name) ? freeName(isTaken, (count) => (count === 1 ? prefixed : `${prefixed}_${count}`)) : name;
      taken.add(free);
      return {
        name: free,
        description,
        parameters,
        binding: { kind: 'mcp', serverId: server.id, tool: name },
        isEnabled: true,
        runsByItself: false,
      };
    });
}
