import { Pencil, Plus, ShieldCheck, Trash2 } from 'lucide-react';
import type { Toolbox, ToolServer } from '../../electron/contract/tool.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Switch } from '../ui/switch.tsx';
import { offeredTools } from './offered-tools.ts';
import { serverDraftOf, type ToolboxActions } from './toolbox-actions.ts';
import { commandLine, serverStateWords } from './tool-words.ts';

/** The servers, each with how it stands. */
export function ServersList({
  toolbox,
  actions,
  onEdit,
}: {
  readonly toolbox: Toolbox;
  readonly actions: ToolboxActions;
  readonly onEdit: (server: ToolServer) => void;
}) {
  if (toolbox.servers.length === 0) return <p className="tools-none">None yet. A server’s tools become available once it is connected.</p>;
  return (
    <ul className="tools-list" aria-label="MCP servers">
      {toolbox.servers.map((server) => {
        const offered = offeredTools(server, toolbox.tools);
        return (
          <li key={server.id}>
            <div className="tools-words">
              <p className="tools-name">
                {server.name}
                <span className="tools-state" data-tone={server.approval === 'needed' || server.state === 'failed' ? 'warning' : undefined}>
                  {serverStateWords(server)}
                </span>
              </p>
              <p className="tools-text">
                <code>{server.transport.kind === 'stdio' ? commandLine(server.transport.argv) : server.transport.url}</code>
              </p>
              {server.failure !== null && server.isEnabled && (
                <p className="tools-text" data-tone="error">
                  {server.failure.message} {server.failure.remedy}
                </p>
              )}
              {server.tools.length > 0 && <p className="tools-text">Offers {server.tools.map(({ name }) => name).join(', ')}</p>}
            </div>
            {offered.length > 0 && server.state === 'connected' && (
              <Button size="sm" icon={<Plus aria-hidden />} onClick={() => void actions.add(offered)}>
                {offered.length === 1 ? 'Add its tool' : `Add its ${offered.length} tools`}
              </Button>
            )}
            {server.approval === 'needed' ? (
              <Button size="sm" icon={<ShieldCheck aria-hidden />} onClick={() => void actions.approveServer(server.id)}>
                Approve…
              </Button>
            ) : (
              <Switch
                label={`${server.name} is on`}
                isLabelHidden
                isOn={server.isEnabled}
                onChange={(isEnabled) => {
                  void actions.putServer(server.id, { ...serverDraftOf(server), isEnabled });
                }}
              />
            )}
            <IconButton
              label={`Edit ${server.name}`}
              size="sm"
              icon={<Pencil aria-hidden />}
              onClick={() => {
                onEdit(server);
              }}
            />
            <IconButton
              label={`Remove ${server.name}`}
              size="sm"
              icon={<Trash2 aria-hidden />}
              onClick={() => void actions.removeServer(server)}
            />
          </li>
        );
      })}
    </ul>
  );
}
