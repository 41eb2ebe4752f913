import { Paperclip, SendHorizontal, SlidersHorizontal, Square } from 'lucide-react';
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Run } from '../../electron/contract/chat-turn.ts';
import { useFocusRequest } from '../state/pending-request.ts';
import { ModelPicker } from '../shared/model-picker.tsx';
import { modelsFor, pickModel } from '../state/model-choice.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { shortcutKeys } from '../ui/shortcut.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { AttachmentChips } from './attachment-chips.tsx';
import { useChat } from './chat.ts';
import { waitingCallShortcut } from './chat-commands.ts';
import { attachmentsOf } from './composer-store.ts';
import './composer.css';
import { idOf, isInTrash, type CurrentConversation } from './conversation-store.ts';
import { DraftStatus } from './draft-status.tsx';
import { PromptPicker } from './prompt-picker.tsx';
import { isSendKey } from './send-key.ts';
import { sendBlockedReason } from './send-blocked-reason.ts';
import { settingsSummary } from './settings-summary.ts';
import { useAttach } from './use-attach.ts';

/** From how many letters on a reason takes more than two short lines. */
const longReason = 36;

/** Where a message is written, and who gets it. */
export function Composer({
  shown,
  connection,
  run,
  isDropping,
}: {
  readonly shown: CurrentConversation;
  readonly connection: Connection;
  readonly run: Run | undefined;
  /** Files are held over the conversation. */
  readonly isDropping: boolean;
}) {
  const chat = useChat();
  const session = useSession();
  const { sendsWith } = useStore(session.settings).chat;
  const settings = useStore(chat.settings);
  const conversation = shown.kind === 'open' ? shown.conversation : null;
  const composer = chat.composerOf(idOf(shown));
  const take = useAttach(composer);
  const { text, status } = useStore(composer.draft);
  const files = attachmentsOf(useStore(composer.files).text);
  const field = useRef<HTMLTextAreaElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const models = modelsFor(connection, 'chat');
  const ready = connection.state === 'ready' ? connection : undefined;
  const model = ready && pickModel(models, ready.mode, settings.model);
  const words = settingsSummary(settings, model);
  const isEmpty = text.trim() === '' && files.length === 0;
  const reason = sendBlockedReason({
    connection,
    model,
    chosenModel: settings.model,
    conversation,
    run,
    isEmpty,
    callKeys: shortcutKeys(waitingCallShortcut, session.isMac).join('+'),
    isOpen: shown.kind === 'open' || shown.kind === 'new',
  });

  useEffect(() => {
    window.addEventListener('pagehide', composer.flush);
    return () => {
      window.removeEventListener('pagehide', composer.flush);
      composer.flush();
    };
  }, [composer]);
  useFocusRequest(chat.focusWish, field);

  const attach = async (list: Iterable<File>) => {
    await take(list);
    field.current?.focus();
  };
  const editLast = () => {
    if (shown.kind !== 'open' || isInTrash(shown)) return;
    const last = shown.messages.findLast((message) => message.role === 'user');
    if (last !== undefined) chat.edit(last.id, last.text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event.nativeEvent, sendsWith)) {
      if (reason === undefined) void chat.actions.send();
    } else if (event.key === 'ArrowUp' && text === '' && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) editLast();
    else if (event.key === '/' && text === '' && !event.ctrlKey && !event.metaKey) setChoosing(true);
    else if (event.key === 'Escape' && run !== undefined) chat.actions.stop();
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void attach(event.clipboardData.files);
  };
  return (
    <form
      className="composer"
      aria-label="Composer"
      data-dropping={isDropping ? '' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) void chat.actions.send();
      }}
    >
      <AttachmentChips attachments={files} onRemove={composer.detach} />
      <TextArea
        ref={field}
        label="Message"
        isLabelHidden
        placeholder={isDropping ? 'Drop text files here' : 'Write a message, or / for a prompt'}
        value={text}
        onChange={composer.draft.edit}
        onBlur={composer.flush}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        readOnly={status.kind === 'reading'}
        data-first-focus
        aria-busy={status.kind === 'reading'}
      />
      <div className="composer-foot">
        <div className="composer-info">
          <ModelPicker
            models={models}
            connection={ready}
            value={model}
            chosenId={settings.model}
            onChange={(id) => {
              chat.settings.change({ model: id });
              chat.focusComposer();
            }}
          />
          <IconButton
            label="Attach text files"
            size="sm"
            icon={<Paperclip aria-hidden />}
            onClick={() => {
              fileInput.current?.click();
            }}
          />
          <input
            ref={fileInput}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])];
              event.target.value = '';
              void attach(chosen);
            }}
          />
          <div className="composer-settings">
            <Button
              size="sm"
              variant="quiet"
              icon={<SlidersHorizontal aria-hidden />}
              onClick={() => {
                chat.isPanelOpen.write(!chat.isPanelOpen.read());
              }}
            >
              <span title={words}>{words}</span>
            </Button>
          </div>
          <p id="send-reason" className="composer-reason" data-long={(reason ?? '').length > longReason ? '' : undefined}>
            {reason ?? ''}
          </p>
          <DraftStatus status={status} isEmpty={text === ''} />
        </div>
        <div className="composer-buttons">
          {run !== undefined && (
            <Button
              icon={<Square aria-hidden />}
              onClick={() => {
                chat.actions.stop();
                field.current?.focus();
              }}
            >
              Stop
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            isDisabled={reason !== undefined}
            aria-describedby="send-reason"
            icon={<SendHorizontal aria-hidden />}
          >
            Send
          </Button>
        </div>
      </div>
      <PromptPicker
        isOpen={isChoosing}
        onOpenChange={(isOpen) => {
          setChoosing(isOpen);
          if (!isOpen) chat.focusComposer();
        }}
        onChoose={(prompt) => {
          composer.append(prompt);
          setChoosing(false);
          chat.focusComposer();
        }}
      />
    </form>
  );
}
