import { SendHorizontal, SlidersHorizontal, Square } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import { isFocusFree, useFocusRequest } from '../state/pending-request.ts';
import { ModelPicker } from '../shared/model-picker.tsx';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { isComposing } from '../ui/shortcut.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { AttachButton } from './attach-button.tsx';
import { DraftFiles, RefusedFiles } from './attachment-views.tsx';
import { useImageUse } from './images/image-use.ts';
import { useChat } from './chat.ts';
import { parseAttachments } from './attachment.ts';
import './composer.css';
import { currentConversationId, type CurrentConversation } from './conversation-store.ts';
import { DraftStatus } from './draft-status.tsx';
import { PromptPicker } from './prompt-picker.tsx';
import { isSendKey, useChatModel, useSendState } from './send-rules.ts';
import { settingsSummary } from './parameters/settings-for-model.ts';
import { pastedFiles } from './use-attach.ts';
import { chatText } from './text.ts';

/** Longer reasons need more than two short lines. */
const longReasonLength = 36;

/** Where a message is written and its model selected. */
export function Composer({
  shown,
  connection,
  turn,
  isDropping,
}: {
  readonly shown: CurrentConversation;
  readonly connection: Connection;
  readonly turn: Turn | undefined;
  /** Files are being dragged over the conversation. */
  readonly isDropping: boolean;
}) {
  const chat = useChat();
  const { sendsWith } = useStore(useSession().settings).chat;
  const settings = useStore(chat.settings);
  const composer = chat.composerFor(currentConversationId(shown));
  const draft = useStore(composer.draft);
  const filesDraft = useStore(composer.files);
  const images = useStore(composer.images);
  const imagesDraft = useStore(composer.images.draft);
  const isAttaching = useStore(composer.progress) !== null;
  const imageUse = useImageUse(composer.images);
  const refused = useStore(composer.refused);
  const queued = useStore(composer.queued);
  const { text } = draft;
  const files = useMemo(() => parseAttachments(filesDraft.text), [filesDraft.text]); // megabytes, which no key may parse again
  const field = useRef<HTMLTextAreaElement>(null);
  const [isPickingPrompt, setPickingPrompt] = useState(false);
  const model = useChatModel();
  const summary = settingsSummary(settings, model);
  const isEmpty = text.trim() === '' && files.length === 0 && images.length === 0 && !isAttaching;
  const { reason = imageUse.reason, isLoading } = useSendState();
  const isReading = [draft, filesDraft, imagesDraft].some(({ status }) => status.kind === 'reading');
  const isWaiting = isReading || isAttaching || imageUse.support === 'checking';
  const canSend = reason === undefined && !isEmpty && !isWaiting;
  const canQueue = !isEmpty && (isLoading || (reason === undefined && isWaiting));
  const isQueued = queued !== null;
  const isQueueStale =
    isQueued && (queued.text !== text || queued.files !== filesDraft.text || queued.images !== images || !(canSend || canQueue));
  // hides the reason, because Stop and the answer itself, or the note about the images, already show it
  const isReasonShown = (turn === undefined || turn.state === 'waiting-for-user') && imageUse.reason === undefined;

  useEffect(() => {
    window.addEventListener('pagehide', composer.flush);
    return () => {
      window.removeEventListener('pagehide', composer.flush);
      composer.leave();
    };
  }, [composer]);
  useEffect(() => {
    if (!isQueued || !(isQueueStale || canSend)) return;
    composer.queued.write(null);
    if (!isQueueStale) void chat.actions.send();
  }, [chat, composer, isQueued, isQueueStale, canSend]);
  useFocusRequest(chat.composerFocus, field);

  const attach = async (list: Iterable<File>) => {
    await chat.attachFiles(list, composer);
    if (isFocusFree('.composer')) field.current?.focus();
  };
  const submit = () => {
    if (canSend) void chat.actions.send();
    else if (canQueue) {
      composer.queue();
      field.current?.focus(); // for Escape
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (isSendKey(event.nativeEvent, sendsWith)) submit();
    else if (event.key === 'ArrowUp' && text === '' && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey)
      void chat.editLast();
    else if (event.key === '/' && text === '' && !event.ctrlKey && !event.metaKey) setPickingPrompt(true);
    else if (event.key === 'Escape' && isQueued) composer.queued.write(null);
    else if (event.key === 'Escape' && turn !== undefined) chat.actions.stop();
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    void attach(files);
  };
  return (
    <form
      className="composer"
      aria-label={chatText.composer.label}
      data-dropping={isDropping ? '' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <RefusedFiles
        refused={refused}
        onDismiss={() => {
          composer.refused.write([]);
          field.current?.focus();
        }}
      />
      <DraftFiles composer={composer} attachments={files} imageUse={imageUse} />
      <TextArea
        ref={field}
        label={chatText.composer.message}
        isLabelHidden
        placeholder={isDropping ? chatText.composer.dropFiles : chatText.composer.placeholder}
        value={text}
        onChange={composer.draft.type}
        onBlur={composer.flush}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        data-first-focus
        aria-busy={isReading}
      />
      <div className="composer-foot row muted small">
        <div className="composer-info row wrap">
          <ModelPicker
            purpose="chat"
            connection={connection}
            value={model}
            chosenId={settings.model}
            openRequest={chat.modelPickerRequest}
            onChange={(id) => {
              chat.settings.change({ model: id });
              chat.focusComposer();
            }}
          />
          <AttachButton onFiles={(files) => void attach(files)} />
          <div className="composer-settings">
            <Button
              size="sm"
              variant="quiet"
              icon={<SlidersHorizontal aria-hidden />}
              onClick={() => chat.isPanelOpen.write(!chat.isPanelOpen.read())}
            >
              <span title={summary}>{summary}</span>
            </Button>
          </div>
          <p
            id="send-reason"
            className={!isReasonShown || isQueued ? 'visually-hidden' : 'composer-reason'}
            data-long={(reason ?? '').length > longReasonLength ? '' : undefined}
          >
            {reason ?? ''}
          </p>
          {isQueued ? (
            <output className="composer-reason" data-long="">
              {chatText.composer.queued}
            </output>
          ) : (
            <DraftStatus draft={draft} files={filesDraft} images={imagesDraft} />
          )}
        </div>
        <div className="composer-buttons row">
          {turn !== undefined && (
            <Button
              icon={<Square aria-hidden />}
              onClick={() => {
                chat.actions.stop();
                field.current?.focus();
              }}
            >
              {chatText.stop}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            isDisabled={!canSend && !canQueue}
            aria-describedby="send-reason"
            icon={<SendHorizontal aria-hidden />}
          >
            {chatText.send}
          </Button>
        </div>
      </div>
      <PromptPicker
        isOpen={isPickingPrompt}
        onOpenChange={(isOpen) => {
          setPickingPrompt(isOpen);
          if (isOpen) return;
          composer.draft.type(`/${text}`); // or a message couldn’t begin with it
          chat.focusComposer();
        }}
        onChoose={(prompt) => {
          composer.append(prompt);
          setPickingPrompt(false);
          chat.focusComposer();
        }}
      />
    </form>
  );
}
