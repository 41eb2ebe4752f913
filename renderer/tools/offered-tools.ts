import type { KeptTool, ToolDraft, ToolServer } from '../../electron/contract/tool.ts';

/** The tools a server offers that are not among ours yet, ready to be kept; a name that is taken gets the server's before it. */
export function offeredTools(server: ToolServer, tools: readonly KeptTool[]): readonly ToolDraft[] {
  const taken = new Set(tools.map(({ name }) => name));
  const isOurs = (offered: string) =>
    tools.some(({ binding }) => binding.kind === 'mcp' && binding.serverId === server.id && binding.tool === offered);
  return server.tools
    .filter(({ name }) => !isOurs(name))
    .map(({ name, description, parameters }) => {
      const free = freeName(name, server.name, taken);
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

function freeName(name: string, serverName: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const prefixed = `${serverName.replaceAll(/[^A-Za-z0-9_-]+/gu, '_')}_${name}`.slice(-60);
  let free = prefixed;
  for (let count = 2; taken.has(free); count += 1) free = `${prefixed}_${count}`;
  return free;
}
