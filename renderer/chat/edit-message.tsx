import { useEffect, useId, useRef, useState } from 'react';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { isComposing } from '../ui/shortcut.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { AttachmentChips } from './attachment-views.tsx';
import { useChat, type MessageEdit } from './chat.ts';
import { focusWhenRendered } from './focus-when-rendered.ts';
import { isSendKey } from './send-rules.ts';
import { chatText } from './text.ts';
import { useSendBlockedReason } from './use-send-blocked-reason.ts';

/** A message being edited in place. Sending it starts another branch. */
export function EditMessage({ message, edit }: { readonly message: Extract<StoredMessage, { role: 'user' }>; readonly edit: MessageEdit }) {
  const chat = useChat();
  const { draft } = edit;
  const { sendsWith } = useStore(useSession().settings).chat;
  const { text, status } = useStore(draft);
  const attachments = useStore(edit.attachments);
  const field = useRef<HTMLTextAreaElement>(null);
  const reason = useSendBlockedReason();
  const hintId = useId();
  const [isSending, setSending] = useState(false);
  const isReading = status.kind === 'reading';
  const canSend = reason === undefined && (text.trim() !== '' || attachments.length > 0) && !isReading && !isSending;
  // At once, or the next keys would go elsewhere.
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
    if (document.activeElement !== field.current) focusWhenRendered(() => field.current, { keepsSidebarFocus: true });
  }, []);

  const close = () => {
    draft.edit('');
    draft.flush();
    chat.editing.write(null);
    chat.focusComposer();
  };
  const send = async () => {
    if (!canSend) return;
    setSending(true);
    if (await chat.actions.sendEdited(message, text.trimEnd(), attachments)) {
      draft.edit('');
      draft.flush();
    } else setSending(false);
  };
  return (
    <div className="message-row">
      <form
        className="message stack"
        data-role="user"
        data-message={message.id}
        aria-label={chatText.message.edit}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextArea
          ref={field}
          label={chatText.message.editField}
          isLabelHidden
          value={text}
          readOnly={isSending}
          onChange={draft.edit}
          onBlur={draft.flush}
          onKeyDown={(event) => {
            if (isComposing(event.nativeEvent)) return;
            if (event.key === 'Escape') close();
            else if (isSendKey(event.nativeEvent, sendsWith)) void send();
            else return;
            event.preventDefault();
          }}
        />
        <AttachmentChips
          attachments={attachments}
          onRemove={(index) => {
            edit.attachments.write(attachments.toSpliced(index, 1));
          }}
        />
        <div className="message-edit-foot row wrap muted tiny">
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
