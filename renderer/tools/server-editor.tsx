import { useState } from 'react';
import type { ToolServer, ToolServerDraft } from '../../electron/contract/tool.ts';
import { SegmentedControl } from '../ui/radio-group.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ArgvField } from './binding-fields.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import { normalizeArgv, transportError } from './validate-tool.ts';
import type { ToolboxActions } from './toolbox-actions.ts';
import { toolsText } from './text.ts';

const text = toolsText.serverEditor;

type Transport = ToolServerDraft['transport'];

const kinds = [
  { value: 'stdio', label: text.kind.kinds.stdio },
  { value: 'http', label: text.kind.kinds.http },
] as const;

/** Creates or edits a server. */
export function ServerEditor({
  server,
  actions,
  onDone,
}: {
  /** Null for a new server. */
  readonly server: ToolServer | null;
  readonly actions: ToolboxActions;
  readonly onDone: () => void;
}) {
  const initialTransport = server?.transport;
  const [name, setName] = useState(server?.name ?? '');
  const [kind, setKind] = useState<Transport['kind']>(initialTransport?.kind ?? 'stdio');
  // Both kinds are kept, so that switching between them loses nothing.
  const [argv, setArgv] = useState<readonly string[]>(initialTransport?.kind === 'stdio' ? initialTransport.argv : ['']);
  const [url, setUrl] = useState(initialTransport?.kind === 'http' ? initialTransport.url : '');
  const transport: Transport = kind === 'stdio' ? { kind, argv: normalizeArgv(argv) } : { kind, url: url.trim() };
  const nameError = name.trim() === '' ? toolsText.errors.nameMissing : undefined;
  const transportIssue = transportError(transport);
  return (
    <EditorDialog
      title={server === null ? text.title : toolsText.edit(server.name)}
      isValid={nameError === undefined && transportIssue === undefined}
      onSave={() => actions.putServer(server?.id ?? null, { name, transport, isEnabled: server?.isEnabled ?? true })}
      onDone={onDone}
    >
      {(hasTried) => (
        <>
          <TextField label={text.name} maxLength={80} value={name} error={hasTried ? nameError : undefined} onChange={setName} />
          <div className="ui-field">
            <p className="ui-field-label">{text.kind.label}</p>
            <SegmentedControl label={text.kind.label} options={kinds} value={kind} onChange={setKind} />
          </div>
          {kind === 'stdio' ? (
            <ArgvField
              argv={argv}
              description={text.argv.hint}
              placeholder={text.argv.placeholder}
              error={hasTried ? transportIssue : undefined}
              onChange={setArgv}
            />
          ) : (
            <TextField
              label={text.url.label}
              description={text.url.hint}
              placeholder={text.url.placeholder}
              spellCheck={false}
              value={url}
              error={hasTried || url !== '' ? transportIssue : undefined}
              onChange={setUrl}
            />
          )}
        </>
      )}
    </EditorDialog>
  );
}
