import { useState } from 'react';
import type { ToolServer, ToolServerDraft } from '../../electron/contract/tool.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { serverDraftOf, type ToolboxActions } from './toolbox-actions.ts';

const newServer: ToolServerDraft = { name: '', transport: { kind: 'stdio', argv: [''] }, isEnabled: true };
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
  const [draft, setDraft] = useState<ToolServerDraft>(server === null ? newServer : serverDraftOf(server));
  const [hasTried, setTried] = useState(false);
  const trouble = serverTrouble(draft);
  const keep = async () => {
    setTried(true);
    if (trouble === undefined && draft.name.trim() !== '' && (await actions.putServer(server?.id ?? null, draft))) onDone();
  };
  return (
    <Dialog
      isOpen
      size="lg"
      onOpenChange={(isOpen) => {
        if (!isOpen) onDone();
      }}
      title={server === null ? 'New MCP server' : `Edit ${server.name}`}
    >
      <form
        className="tools-form"
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <TextField
          label="Name"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens to be filled in
          autoFocus
          maxLength={80}
          value={draft.name}
          error={hasTried && draft.name.trim() === '' ? 'A server needs a name.' : undefined}
          onChange={(name) => {
            setDraft({ ...draft, name });
          }}
        />
        <Segmented
          label="Kind"
          options={kinds}
          value={draft.transport.kind}
          onChange={(kind) => {
            setDraft({ ...draft, transport: kind === 'stdio' ? { kind, argv: [''] } : { kind, url: '' } });
          }}
        />
        {draft.transport.kind === 'stdio' ? (
          <TextArea
            label="Program and arguments"
            description="One a line, run exactly so, without a shell. You approve it in a dialog of the system before it starts."
            spellCheck={false}
            data-mono
            value={draft.transport.argv.join('\n')}
            error={hasTried ? trouble : undefined}
            onChange={(text) => {
              setDraft({ ...draft, transport: { kind: 'stdio', argv: text.split('\n') } });
            }}
          />
        ) : (
          <TextField
            label="Address"
            placeholder="https://mcp.example.org/"
            spellCheck={false}
            value={draft.transport.url}
            error={hasTried || draft.transport.url !== '' ? trouble : undefined}
            onChange={(url) => {
              setDraft({ ...draft, transport: { kind: 'http', url } });
            }}
          />
        )}
        <footer className="ui-dialog-actions">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary">
            Keep
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** What is wrong with how a server is reached, in words. */
export function serverTrouble({ transport }: ToolServerDraft): string | undefined {
  if (transport.kind === 'stdio') return (transport.argv[0] ?? '').trim() === '' ? 'Name the program to run.' : undefined;
  return URL.canParse(transport.url) && /^https?:/iu.test(transport.url) ? undefined : 'This is not an address yet: begin with https://.';
}
