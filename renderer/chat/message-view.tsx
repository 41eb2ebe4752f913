import { memo, useState } from 'react';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { AnswerView } from './answer-view.tsx';
import './messages.css';
import { UserMessageView } from './user-message-view.tsx';
import { Copy, Pencil } from 'lucide-react';
import { LiteralText } from '../markdown/literal-text.tsx';
import { copyText } from '../shared/copy-text.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useChat } from './chat.ts';
import type { DraftStore } from '../state/draft-store.ts';
import { Disclosure } from './disclosure.tsx';
import { MessageImages } from './images/message-images.tsx';
import type { MessageAction } from './message-actions.tsx';
import { MessageFrame } from './message-frame.tsx';
import { prettyJson } from './pretty-json.ts';
import { chatText } from './text.ts';

/** One message. Re-renders only when it changes. */
export const MessageView = memo(function MessageView({
  message,
  isLast,
  openCallIds,
  turn,
}: {
  readonly message: StoredMessage;
  readonly isLast: boolean;
  /** The ids of its tool calls that can be decided without a turn. */
  readonly openCallIds: ReadonlySet<string>;
  /** The turn that generates this message. */
  readonly turn: Turn | undefined;
}) {
  switch (message.role) {
    case 'user':
      return <UserMessageView message={message} />;
    case 'assistant':
      return <AnswerView message={message} isLast={isLast} openCallIds={openCallIds} turn={turn} />;
    case 'tool':
      return <ToolResultView message={message} />;
  }
});

/** The result of a tool. Editing it makes the model answer again. */
function ToolResultView({ message }: { readonly message: Extract<StoredMessage, { role: 'tool' }> }) {
  const chat = useChat();
  const { toaster } = useSession();
  const editing = useStore(chat.editing);
  const isReadOnly = useStore(chat.isReadOnly);
  const [isOpen, setOpen] = useState(message.text.length < 400);
  const edit: MessageAction = {
    label: chatText.toolResult.edit,
    icon: <Pencil aria-hidden />,
    onClick: () => chat.edit(message),
  };
  const copy: MessageAction = {
    label: chatText.toolResult.copy,
    icon: <Copy aria-hidden />,
    onClick: () => void copyText(message.text, chatText.toolResult.label, toaster),
  };
  return (
    <MessageFrame message={message} name={chatText.toolResult.resultOf(message.name)} actions={isReadOnly ? [copy] : [edit, copy]}>
      {editing?.messageId === message.id && !isReadOnly ? (
        <ResultForm messageId={message.id} draft={editing.draft} />
      ) : (
        <Disclosure
          isOpen={isOpen}
          onOpenChange={setOpen}
          summary={describeResult(message)}
          aside={chatText.answer.characters(message.text.length)}
          tone={message.isError ? 'error' : undefined}
        >
          <div className="disclosure-text">
            <LiteralText text={message.text} format={prettyJson} />
          </div>
        </Disclosure>
      )}
      <MessageImages message={message} />
    </MessageFrame>
  );
}

function describeResult({ isError, by }: Pick<Extract<StoredMessage, { role: 'tool' }>, 'isError' | 'by'>): string {
  // A user's result is an error only if the user declined the call.
  if (isError && by === 'user') return chatText.toolResult.declined;
  return isError ? chatText.toolResult.failed(by) : chatText.toolResult.succeeded(by);
}

function ResultForm({ messageId, draft }: { readonly messageId: string; readonly draft: DraftStore }) {
  const chat = useChat();
  const { text, status } = useStore(draft);
  const [isSending, setSending] = useState(false);
  const isBusy = isSending || status.kind === 'reading';
  const close = () => {
    draft.discard();
    // The user may edit another message by now.
    if (chat.editing.read()?.draft === draft) chat.editing.write(null);
  };
  const send = async () => {
    if (isBusy) return;
    setSending(true);
    if (await chat.actions.editResult(messageId, text)) close();
    else setSending(false);
  };
  return (
    <form
      className="pending-call stack"
      aria-label={chatText.toolResult.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label={chatText.toolResult.label}
        value={text}
        readOnly={isSending}
        onChange={draft.edit}
        onBlur={draft.flush}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened it to edit
        autoFocus
        data-mono
      />
      <div className="pending-call-foot row wrap muted tiny">
        <Button size="sm" onClick={close}>
          {chatText.cancel}
        </Button>
        <Button type="submit" size="sm" variant="primary" isDisabled={isBusy}>
          {chatText.toolResult.send}
        </Button>
      </div>
    </form>
  );
}
