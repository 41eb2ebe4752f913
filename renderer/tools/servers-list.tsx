import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { Globe, Plus, RotateCw, SquareTerminal } from 'lucide-react';
import type { RefObject } from 'react';
import type { Toolbox, ToolServer, SavedTool, ToolDraft } from '../../electron/contract/tool.ts';
import { freeName } from '../../electron/contract/strings.ts';
import { Button } from '../ui/button.tsx';
import { EditableList } from '../ui/editable-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { uiText } from '../ui/text.ts';
import { toolsText } from './text.ts';
import type { ToolboxActions } from './toolbox-actions.ts';
import { ToolboxRow } from './tools-list.tsx';
import { commandLine, serverStateText } from './tool-summary.ts';

/** The MCP servers with their states. */
export function ServersList({
  toolbox,
  actions,
  createButton,
  onEdit,
}: {
  readonly toolbox: Toolbox;
  readonly actions: ToolboxActions;
  readonly createButton: RefObject<HTMLElement | null>;
  readonly onEdit: (server: ToolServer) => void;
}) {
  return (
    <EditableList
      label={toolsText.servers.title}
      fallback={createButton}
      empty={
        <EmptyState title={toolsText.servers.emptyTitle} headingLevel={3}>
          {toolsText.servers.empty}
        </EmptyState>
      }
    >
      {toolbox.servers.map((server) => {
        const { id, name, transport, approval, isEnabled, state, failure, tools } = server;
        const offered = state === 'connected' ? newServerTools(server, toolbox.tools) : [];
        return (
          <ToolboxRow
            key={id}
            icon={transport.kind === 'stdio' ? <SquareTerminal aria-hidden /> : <Globe aria-hidden />}
            name={name}
            state={serverStateText(server)}
            isWarning={approval === 'needed' || (isEnabled && state === 'failed')}
            approval={approval}
            isEnabled={isEnabled}
            extraActions={
              <>
                {offered.length > 0 && (
                  <Button size="sm" icon={<Plus aria-hidden />} onClick={() => void actions.addAll(offered)}>
                    {toolsText.servers.addTools(offered.length)}
                  </Button>
                )}
                {state === 'failed' && isEnabled && (
                  <Button size="sm" icon={<RotateCw aria-hidden />} onClick={() => void actions.retryServer(server)}>
                    {uiText.tryAgain}
                  </Button>
                )}
              </>
            }
            onApprove={() => void actions.approveServer(server)}
            onToggle={(isOn) => void actions.setServerEnabled(server, isOn)}
            onEdit={() => onEdit(server)}
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
            {tools.length > 0 && <p className="tools-text">{toolsText.servers.offers(tools.map((tool) => tool.name))}</p>}
          </ToolboxRow>
        );
      })}
    </EditableList>
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
