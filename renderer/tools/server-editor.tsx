import { useState } from 'react';
import type { ToolServer, ToolServerDraft } from '../../electron/contract/tool.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ArgvField } from './binding-fields.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import { exactArgv, transportError } from './validate-tool.ts';
import type { ToolboxActions } from './toolbox-actions.ts';

type Transport = ToolServerDraft['transport'];

const kinds = [
  { value: 'stdio', label: 'A program on this computer' },
  { value: 'http', label: 'An address' },
] as const;

/** Where a server is made or changed. */
export function ServerEditor({
  server,
  actions,
  onDone,
}: {
  /** Null: a new one. */
  readonly server: ToolServer | null;
  readonly actions: ToolboxActions;
  readonly onDone: () => void;
}) {
  const first = server?.transport;
  const [name, setName] = useState(server?.name ?? '');
  const [kind, setKind] = useState<Transport['kind']>(first?.kind ?? 'stdio');
  // Both are held, so that a look at the other kind loses nothing.
  const [argv, setArgv] = useState<readonly string[]>(first?.kind === 'stdio' ? first.argv : ['']);
  const [url, setUrl] = useState(first?.kind === 'http' ? first.url : '');
  const transport: Transport = kind === 'stdio' ? { kind, argv: exactArgv(argv) } : { kind, url: url.trim() };
  const nameTrouble = name.trim() === '' ? 'A server needs a name.' : undefined;
  const trouble = transportError(transport);
  return (
    <EditorDialog
      title={server === null ? 'New MCP server' : `Edit ${server.name}`}
      isRight={nameTrouble === undefined && trouble === undefined}
      onKeep={() => actions.putServer(server?.id ?? null, { name, transport, isEnabled: server?.isEnabled ?? true })}
      onDone={onDone}
    >
      {(hasTried) => (
        <>
          <TextField label="Name" maxLength={80} value={name} error={hasTried ? nameTrouble : undefined} onChange={setName} />
          <div className="ui-field">
            <p className="ui-field-label">What it is</p>
            <SegmentedControl label="What it is" options={kinds} value={kind} onChange={setKind} />
          </div>
          {kind === 'stdio' ? (
            <ArgvField
              argv={argv}
              description="One a line, run exactly so, without a shell. You approve it in a dialog of the system before it starts."
              placeholder={'npx\n-y\n@modelcontextprotocol/server-everything'}
              error={hasTried ? trouble : undefined}
              onChange={setArgv}
            />
          ) : (
            <TextField
              label="Address"
              description="On this computer or its own network only where it is among the allowed local addresses."
              placeholder="https://mcp.example.org/"
              spellCheck={false}
              value={url}
              error={hasTried || url !== '' ? trouble : undefined}
              onChange={setUrl}
            />
          )}
        </>
      )}
    </EditorDialog>
  );
}
