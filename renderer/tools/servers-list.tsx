import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { Plus, RotateCw } from 'lucide-react';
import type { Toolbox, ToolServer, SavedTool, ToolDraft } from '../../electron/contract/tool.ts';
import { freeName } from '../../electron/contract/text.ts';
import { formatCount } from '../shared/format.ts';
import { Button } from '../ui/button.tsx';
import type { ToolboxActions } from './toolbox-actions.ts';
import { ToolboxRow } from './tools-list.tsx';
import { commandLine, serverStateText } from './tool-summary.ts';

/** The MCP servers with their states. */
export function ServersList({
  toolbox,
  actions,
  onEdit,
}: {
  readonly toolbox: Toolbox;
  readonly actions: ToolboxActions;
  readonly onEdit: (server: ToolServer) => void;
}) {
  if (toolbox.servers.length === 0) return <p className="tools-empty">None yet. A server’s tools become available once it is connected.</p>;
  return (
    <ul className="tools-list" aria-label="MCP servers">
      {toolbox.servers.map((server) => {
        const { id, name, transport, approval, isEnabled, state, failure, tools } = server;
        const offered = state === 'connected' ? newServerTools(server, toolbox.tools) : [];
        return (
          <ToolboxRow
            key={id}
            name={name}
            state={serverStateText(server)}
            isWarning={approval === 'needed' || (isEnabled && state === 'failed')}
            approval={approval}
            isEnabled={isEnabled}
            extraActions={
              <>
                {offered.length > 0 && (
                  <Button size="sm" icon={<Plus aria-hidden />} onClick={() => void actions.addAll(offered)}>
                    {offered.length === 1 ? 'Add its tool' : `Add its ${formatCount(offered.length, 'tool', 'tools')}`}
                  </Button>
                )}
                {state === 'failed' && isEnabled && (
                  <Button size="sm" icon={<RotateCw aria-hidden />} onClick={() => void actions.retryServer(server)}>
                    Try again
                  </Button>
                )}
              </>
            }
            onApprove={() => void actions.approveServer(server)}
            onToggle={(isOn) => void actions.setServerEnabled(server, isOn)}
            onEdit={() => {
              onEdit(server);
            }}
            onRemove={() => void actions.removeServer(server)}
          >
            <p className="tools-text">
              <code>{transport.kind === 'stdio' ? commandLine(transport.argv) : transport.url}</code>
            </p>
            {failure !== null && isEnabled && (
              <p className="tools-text" data-tone="error">
                {failureSentences(failure, { surface: 'window' })}
              </p>
            )}
            {tools.length > 0 && <p className="tools-text">Offers {tools.map((tool) => tool.name).join(', ')}</p>}
          </ToolboxRow>
        );
      })}
    </ul>
  );
}

/** Returns drafts of the server's tools that were not added yet. A taken name is prefixed with the server's name. */
export function newServerTools(server: ToolServer, tools: readonly SavedTool[]): readonly ToolDraft[] {
  const taken = new Set(tools.map(({ name }) => name));
  const isAdded = (offered: string) =>
    tools.some(({ binding }) => binding.kind === 'mcp' && binding.serverId === server.id && binding.tool === offered);
  return server.tools
    .filter(({ name }) => !isAdded(name))
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
