import { Copy, Ellipsis, Pencil } from 'lucide-react';
import { memo, useState, type ReactElement, useEffect, useId, useMemo, useRef } from 'react';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { copyText } from '../shared/copy-text.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { AttachButton } from './attach-button.tsx';
import { parseAttachments } from './attachment.ts';
import { AttachmentView, DraftFiles, RefusedFiles } from './attachment-views.tsx';
import { useChat } from './chat.ts';
import { useImageUse } from './images/image-use.ts';
import { MessageImages } from './images/message-images.tsx';
import type { MessageEdit } from './message-edit.ts';
import { pastedFiles, useDrop } from './use-attach.ts';
import { quoteEntry, removeEntry, type MessageAction } from './message-actions.tsx';
import { MessageFrame } from './message-frame.tsx';
import { CodeBlock } from '../markdown/code-block.tsx';
import { splitFences } from '../../electron/markdown/fence.ts';
import { revealHiddenCharacters } from '../markdown/reveal-hidden-characters.tsx';
import { chatText } from './text.ts';
import { isComposing } from '../ui/shortcut.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { focusWhenRendered } from './focus-when-rendered.ts';
import { isSendKey, useSendState } from './send-rules.ts';

type UserMessage = Extract<StoredMessage, { role: 'user' }>;

/** Longer texts are collapsed. */
const foldedLength = 3000;

/** A message of the user. */
export function UserMessageView({ message }: { readonly message: UserMessage }) {
  const chat = useChat();
  const session = useSession();
  const editing = useStore(chat.editing);
  const isReadOnly = useStore(chat.isReadOnly);
  const [isWhole, setWhole] = useState(false);
  if (editing?.messageId === message.id && !isReadOnly) return <EditMessage message={message} edit={editing} />;
  const isFolded = !isWhole && message.text.length > foldedLength;
  const edit: MessageAction = {
    label: chatText.message.edit,
    icon: <Pencil aria-hidden />,
    onClick: () => chat.edit(message),
  };
  const copy: MessageAction = {
    label: chatText.message.copy,
    icon: <Copy aria-hidden />,
    onClick: () => void copyText(message.text, chatText.message.label, session.toaster),
  };
  const more: MessageAction = {
    label: chatText.message.more,
    icon: <Ellipsis aria-hidden />,
    renderMenu: (trigger) => <MoreMenu message={message} trigger={trigger} />,
  };
  return (
    <MessageFrame message={message} name={chatText.message.you} actions={isReadOnly ? [copy] : [edit, copy, more]}>
      <MessageImages message={message} />
      <UserText text={isFolded ? `${message.text.slice(0, foldedLength)}…` : message.text} />
      {message.text.length > foldedLength && (
        <div>
          <Button size="sm" variant="quiet" data-unfolds-text={isFolded ? '' : undefined} onClick={() => setWhole(!isWhole)}>
            {isFolded ? chatText.message.showAll : chatText.message.showLess}
          </Button>
        </div>
      )}
      {message.attachments.length > 0 && (
        <div className="attachments stack">
          {message.attachments.map((attachment, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- names may repeat and files keep their order
            <AttachmentView key={index} attachment={attachment} />
          ))}
        </div>
      )}
    </MessageFrame>
  );
}

function MoreMenu({ message, trigger }: { readonly message: UserMessage; readonly trigger: ReactElement }) {
  const chat = useChat();
  return <Menu trigger={trigger} entries={[quoteEntry(chat, message), removeEntry(chat, message)]} />;
}

/**
 * Shows the user's text literally, because the model gets it as typed. Only fenced code is rendered as code, because
 * wrapped lines would make it unreadable.
 */
const UserText = memo(function WrittenText({ text }: { readonly text: string }) {
  return splitFences(text).map((piece, index) =>
    piece.kind === 'text' ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no id and keep their order
      <div key={index} className="part-text">
        {revealHiddenCharacters(piece.text)}
      </div>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no id and keep their order
      <CodeBlock key={index} info={piece.info} pieces={piece.pieces} isOpen={false} />
    ),
  );
});

/** A message being edited in place. Sending it starts another branch. */
function EditMessage({ message, edit }: { readonly message: Extract<StoredMessage, { role: 'user' }>; readonly edit: MessageEdit }) {
  const chat = useChat();
  const { draft } = edit;
  const { sendsWith } = useStore(useSession().settings).chat;
  const { text, status } = useStore(draft);
  const files = useStore(edit.files);
  const attachments = useMemo(() => parseAttachments(files.text), [files.text]);
  const images = useStore(edit.images);
  const imagesStatus = useStore(edit.images.draft).status;
  const refused = useStore(edit.refused);
  const isAttaching = useStore(edit.progress) !== null;
  const imageUse = useImageUse(edit.images, message.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const { reason } = useSendState();
  const hintId = useId();
  const [isSending, setSending] = useState(false);
  const isEmpty = text.trim() === '' && attachments.length === 0 && images.length === 0;
  // Only a draft knows which files and images of the message were removed.
  const statuses = message.attachments.length + (message.images ?? []).length > 0 ? [status, files.status, imagesStatus] : [status];
  const isReading = statuses.some(({ kind }) => kind === 'reading');
  const isWaiting = isReading || isAttaching || imageUse.support === 'checking';
  const canSend = (reason ?? imageUse.reason) === undefined && !isEmpty && !isWaiting && !isSending;
  const { isOver, handlers } = useDrop((dropped) => void chat.attachFiles(dropped, edit));
  // At once, or the next keys would go elsewhere.
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
    if (document.activeElement !== field.current) focusWhenRendered(() => field.current, { keepsSidebarFocus: true });
  }, []);

  const close = () => {
    edit.discard();
    chat.editing.write(null);
    chat.focusComposer();
  };
  const send = async () => {
    if (!canSend) return;
    setSending(true);
    if (await chat.actions.sendEdited(message, { text: text.trimEnd(), attachments, images })) edit.discard();
    else setSending(false);
  };
  return (
    <div className="message-row">
      <form
        className="message stack"
        data-role="user"
        data-message={message.id}
        aria-label={chatText.message.edit}
        data-dropping={isOver ? '' : undefined}
        {...handlers}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <RefusedFiles refused={refused} onDismiss={() => edit.refuse([])} />
        <TextArea
          ref={field}
          label={chatText.message.editField}
          isLabelHidden
          value={text}
          readOnly={isSending}
          onChange={draft.edit}
          onBlur={draft.flush}
          onPaste={(event) => {
            const pasted = pastedFiles(event.clipboardData);
            if (pasted.length === 0) return;
            event.preventDefault();
            void chat.attachFiles(pasted, edit);
          }}
          onKeyDown={(event) => {
            if (isComposing(event.nativeEvent)) return;
            if (event.key === 'Escape') close();
            else if (isSendKey(event.nativeEvent, sendsWith)) void send();
            else return;
            event.preventDefault();
          }}
        />
        <DraftFiles composer={edit} attachments={attachments} imageUse={imageUse} />
        <div className="message-edit-foot row wrap muted tiny">
          <AttachButton onFiles={(chosen) => void chat.attachFiles(chosen, edit)} />
          <p id={hintId}>{reason ?? chatText.message.editHint}</p>
          <Button onClick={close}>{chatText.cancel}</Button>
          <Button type="submit" variant="primary" isDisabled={!canSend} aria-describedby={hintId}>
            {chatText.send}
          </Button>
        </div>
      </form>
    </div>
  );
}
