import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { SavedTool, Toolbox, ToolServer } from '../../electron/contract/tool.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { LoadFailure } from '../ui/failure-message.tsx';
import { Spinner } from '../ui/progress.tsx';
import { ServerEditor } from './server-editor.tsx';
import { ServersList } from './servers-list.tsx';
import { ToolEditor } from './tool-editor.tsx';
import { toolsText } from './text.ts';
import { createToolboxActions, type ToolboxActions } from './toolbox-actions.ts';
import { ToolsList } from './tools-list.tsx';
import './tools-screen.css';
import { AddRowField, EditableList, EditableRow } from '../ui/editable-list.tsx';

/** What is being edited. */
type Editing = { readonly kind: 'tool'; readonly tool: SavedTool | null } | { readonly kind: 'server'; readonly server: ToolServer | null };

/** Tools, MCP servers and allowed local addresses. */
export function ToolsScreen() {
  const session = useSession();
  const { value, failure } = useStore(session.toolbox);
  if (value !== undefined) return <LoadedTools toolbox={value} />;
  if (failure !== undefined)
    return <LoadFailure title={toolsText.failed} failure={describeFailure(failure)} onRetry={() => void session.toolbox.reload()} />;
  return (
    <div className="tools">
      <Spinner label={toolsText.loading} />
    </div>
  );
}

function LoadedTools({ toolbox }: { readonly toolbox: Toolbox }) {
  const session = useSession();
  const actions = useMemo(() => createToolboxActions(session), [session]);
  const [editing, setEditing] = useState<Editing>();
  const createTool = useRef<HTMLButtonElement>(null);
  const createServer = useRef<HTMLButtonElement>(null);
  const close = () => {
    // the user may have opened another one while this one was being saved
    setEditing((now) => (now === editing ? undefined : now));
  };
  return (
    <div className="tools">
      <section aria-labelledby="tools-heading">
        <header className="tools-head wrap">
          <div>
            <h2 id="tools-heading">{toolsText.tools.title}</h2>
            <p>{toolsText.tools.hint}</p>
          </div>
          <div className="tools-buttons">
            <Menu
              align="end"
              trigger={<Button variant="quiet">{toolsText.tools.importExport}</Button>}
              entries={[
                { kind: 'action', label: toolsText.tools.import, onSelect: () => void actions.importTools() },
                {
                  kind: 'action',
                  label: toolsText.tools.export,
                  isDisabled: toolbox.tools.length + toolbox.servers.length === 0,
                  onSelect: () => void actions.exportTools(),
                },
              ]}
            />
            <Button ref={createTool} icon={<Plus aria-hidden />} data-first-focus onClick={() => setEditing({ kind: 'tool', tool: null })}>
              {toolsText.tools.create}
            </Button>
          </div>
        </header>
        <ToolsList toolbox={toolbox} actions={actions} createButton={createTool} onEdit={(tool) => setEditing({ kind: 'tool', tool })} />
      </section>
      <section aria-labelledby="servers-heading">
        <header className="tools-head wrap">
          <div>
            <h2 id="servers-heading">{toolsText.servers.title}</h2>
            <p>{toolsText.servers.hint}</p>
          </div>
          <Button ref={createServer} icon={<Plus aria-hidden />} onClick={() => setEditing({ kind: 'server', server: null })}>
            {toolsText.servers.create}
          </Button>
        </header>
        <ServersList
          toolbox={toolbox}
          actions={actions}
          createButton={createServer}
          onEdit={(server) => setEditing({ kind: 'server', server })}
        />
      </section>
      <AllowedHosts hosts={toolbox.allowedHosts} actions={actions} />
      {editing?.kind === 'tool' && <ToolEditor tool={editing.tool} toolbox={toolbox} actions={actions} onDone={close} />}
      {editing?.kind === 'server' && <ServerEditor server={editing.server} actions={actions} onDone={close} />}
    </div>
  );
}

/** Local addresses that HTTP tools and servers may reach. Asks before one is added. */
function AllowedHosts({ hosts, actions }: { readonly hosts: readonly string[]; readonly actions: ToolboxActions }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <section aria-labelledby="hosts-heading">
      <header className="tools-head wrap">
        <div>
          <h2 id="hosts-heading">{toolsText.hosts.title}</h2>
          <p>{toolsText.hosts.hint}</p>
        </div>
      </header>
      <div className="stack">
        <EditableList label={toolsText.hosts.title} fallback={field}>
          {hosts.map((host) => (
            <EditableRow
              key={host}
              actions={[
                { label: toolsText.hosts.remove(host), icon: <Trash2 aria-hidden />, onSelect: () => void actions.removeHost(host) },
              ]}
            >
              <code>{host}</code>
            </EditableRow>
          ))}
        </EditableList>
        <AddRowField
          ref={field}
          label={toolsText.hosts.field}
          placeholder={toolsText.hosts.placeholder}
          addLabel={toolsText.hosts.allow}
          error={toolsText.hosts.invalid}
          parse={(typed) => /^[^\s/?#@]+$/u.exec(typed.trim())?.[0]}
          confirm={(host) => ({
            title: toolsText.hosts.dialog.title(host),
            description: toolsText.hosts.dialog.hint,
            confirmLabel: toolsText.hosts.dialog.confirm,
          })}
          onAdd={actions.allowHost}
        />
      </div>
    </section>
  );
}
