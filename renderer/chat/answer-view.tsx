import { useMemo } from 'react';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { LiteralText } from '../markdown/literal-text.tsx';
import type { StreamingAnswer } from '../state/streaming-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { AnswerFooter } from './answer-footer.tsx';
import { AnswerPartView, Elapsed } from './answer-part-view.tsx';
import { AnswerTokens } from './answer-tokens.tsx';
import { useAnswerActions } from './answer-actions.tsx';
import './messages.css';
import { useChat } from './chat.ts';
import { MessageFrame } from './message-frame.tsx';
import { messageText } from './message-text.ts';
import { chatText } from './text.ts';

/** A finished or streaming answer of the model. */
export function AnswerView({
  message,
  isLast,
  openCallIds,
  turn,
}: {
  readonly message: StoredAnswer;
  readonly isLast: boolean;
  readonly openCallIds: ReadonlySet<string>;
  readonly turn: Turn | undefined;
}) {
  const { streamingAnswers } = useSession();
  const chat = useChat();
  const isLiteral = useStore(chat.literal).has(message.id);
  const showsTokens = useStore(chat.withTokens).has(message.id);
  const isReadOnly = useStore(chat.isReadOnly);
  const isRunning = message.state === 'running';
  const source = useMemo(() => streamingAnswers.partsOf(message), [streamingAnswers, message]);
  const parts = useStore(source);
  const actions = useAnswerActions({ message, isLiteral, isReadOnly });
  return (
    <MessageFrame message={message} name={message.model} isBusy={isRunning} actions={isRunning ? undefined : actions}>
      {showsTokens && !isRunning ? (
        <AnswerTokens message={message} />
      ) : isLiteral && !isRunning ? (
        <LiteralText text={messageText(message)} />
      ) : (
        // Keyed by index, so that open sections and selections survive the end of the answer.
        parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no id and never change their order
          <AnswerPartView key={index} source={part} message={message} openCallIds={openCallIds} turn={turn} />
        ))
      )}
      {isRunning ? <AnswerProgress answer={streamingAnswers.forMessage(message)} /> : <AnswerFooter message={message} isLast={isLast} />}
      {turn?.state === 'running-tools' && <p className="answer-progress muted tiny">{chatText.answer.runningTools}</p>}
    </MessageFrame>
  );
}

/** Shows that an answer is streaming and since when. The main process knows the start better than the saved message. */
function AnswerProgress({ answer }: { readonly answer: StreamingAnswer }) {
  const startedAt = useStore(answer.startedAt);
  const parts = useStore(answer.parts);
  return (
    <p className="answer-progress muted tiny">
      {parts.length === 0 ? chatText.answer.waiting : chatText.answer.answering} <Elapsed since={startedAt} />
    </p>
  );
}
