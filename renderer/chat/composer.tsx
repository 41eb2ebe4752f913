import { SendHorizontal, Square } from 'lucide-react';
import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import type { Connection } from '../../electron/contract/connection.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import type { Chat } from './chat.ts';
import './composer.css';
import { DraftSafety } from './draft-safety.tsx';
import { chatModels, modelOptions, pickModel } from './model-choice.ts';
import { sendReason } from './send-reason.ts';

/** Where a message is written, and who gets it. */
export function Composer({
  chat: { draft, conversation, chosenModel },
  connection,
  isAnswering,
  field,
}: {
  readonly chat: Chat;
  readonly connection: Connection;
  readonly isAnswering: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { text, safety } = useStore(draft);
  const models = chatModels(connection);
  const model = pickModel(models, useStore(chosenModel));
  const reason = sendReason({ connection, hasModel: model !== undefined, isAnswering, text });
  useEffect(() => {
    window.addEventListener('pagehide', draft.flush);
    return () => {
      window.removeEventListener('pagehide', draft.flush);
      draft.flush();
    };
  }, [draft]);

  const send = () => {
    if (reason !== undefined || model === undefined || connection.state !== 'ready') return;
    conversation.ask(text.trimEnd(), { model: model.id, mode: connection.mode });
    draft.edit('');
    draft.flush();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="composer"
      aria-label="Composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        ref={field}
        label="Message"
        isLabelHidden
        placeholder="Write a message"
        value={text}
        onChange={draft.edit}
        onBlur={draft.flush}
        onKeyDown={onKeyDown}
        readOnly={safety.kind === 'reading'}
        data-first-focus
        aria-busy={safety.kind === 'reading'}
      />
      <div className="composer-foot">
        <div className="composer-model">
          <Select
            label="Model"
            isLabelHidden
            options={modelOptions(models)}
            value={model?.id ?? null}
            placeholder="No model yet"
            isDisabled={models.length === 0}
            onChange={chosenModel.write}
          />
        </div>
        <DraftSafety safety={safety} isEmpty={text === ''} />
        <p id="send-reason" className="composer-reason">
          {reason ?? ''}
        </p>
        <div className="composer-buttons">
          {isAnswering && (
            <Button
              icon={<Square aria-hidden />}
              onClick={() => {
                conversation.stop();
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
    </form>
  );
}
