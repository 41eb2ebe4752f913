import { Copy, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ToolResultSource, StoredMessage } from '../../electron/contract/history.ts';
import { copyText } from '../shared/copy-text.ts';
import { formatCount } from '../shared/format.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useChat } from './chat.ts';
import type { DraftStore } from '../state/draft-store.ts';
import { Disclosure } from './disclosure.tsx';
import type { MessageAction } from './message-actions.tsx';
import { MessageFrame } from './message-frame.tsx';
import { prettyJson } from './message-text.ts';

const sourceLabels: Readonly<Record<ToolResultSource, string>> = {
  user: 'given by you',
  http: 'by an HTTP request',
  command: 'by a command',
  mcp: 'by an MCP server',
  causeway: 'by Causeway',
};

/** The result of a tool. Editing it makes the model answer again. */
export function ToolResultView({ message }: { readonly message: Extract<StoredMessage, { role: 'tool' }> }) {
  const chat = useChat();
  const { toaster } = useSession();
  const editing = useStore(chat.editing);
  const isReadOnly = useStore(chat.isReadOnly);
  const [isOpen, setOpen] = useState(message.text.length < 400);
  const edit: MessageAction = {
    label: 'Edit result',
    icon: <Pencil aria-hidden />,
    onClick: () => {
      chat.edit(message.id, message.text);
    },
  };
  const copy: MessageAction = {
    label: 'Copy result',
    icon: <Copy aria-hidden />,
    onClick: () => void copyText(message.text, 'Result', toaster),
  };
  return (
    <MessageFrame message={message} name={`Result of ${message.name}`} actions={isReadOnly ? [copy] : [edit, copy]}>
      {editing?.messageId === message.id && !isReadOnly ? (
        <ResultForm messageId={message.id} draft={editing.draft} />
      ) : (
        <Disclosure
          isOpen={isOpen}
          onOpenChange={setOpen}
          summary={describeResult(message)}
          aside={formatCount(message.text.length, 'character', 'characters')}
          tone={message.isError ? 'error' : undefined}
        >
          <pre className="disclosure-text">{prettyJson(message.text)}</pre>
        </Disclosure>
      )}
    </MessageFrame>
  );
}

function describeResult({ isError, by }: Pick<Extract<StoredMessage, { role: 'tool' }>, 'isError' | 'by'>): string {
  // A user's result is an error only if the user declined the call.
  if (isError && by === 'user') return 'Declined by you';
  return `${isError ? 'Failed' : 'Result'}, ${sourceLabels[by]}`;
}

function ResultForm({ messageId, draft }: { readonly messageId: string; readonly draft: DraftStore }) {
  const chat = useChat();
  const { text, status } = useStore(draft);
  const close = () => {
    draft.edit('');
    draft.flush();
    chat.editing.write(null);
  };
  const send = async () => {
    if (await chat.actions.editResult(messageId, text)) close();
  };
  return (
    <form
      className="pending-call"
      aria-label="Edit result"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label="Result"
        value={text}
        readOnly={status.kind === 'reading'}
        onChange={draft.edit}
        onBlur={draft.flush}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened it to edit
        autoFocus
        data-mono
      />
      <div className="pending-call-foot">
        <Button size="sm" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary">
          Send this result
        </Button>
      </div>
    </form>
  );
}
