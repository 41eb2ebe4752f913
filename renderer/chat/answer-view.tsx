import { useMemo } from 'react';
import type { Run } from '../../electron/contract/chat-turn.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { LiteralText } from '../markdown/literal-text.tsx';
import type { StreamingAnswer } from '../state/streaming-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { AnswerFooter } from './answer-footer.tsx';
import { AnswerPartView } from './answer-part-view.tsx';
import { answerButtons, AnswerActions } from './answer-actions.tsx';
import './answer-view.css';
import { useChat } from './chat.ts';
import { Elapsed } from './elapsed.tsx';
import { MessageFrame } from './message-frame.tsx';
import { messageText } from './message-text.ts';

/** What the model answered, or answers. */
export function AnswerView({
  message,
  isLast,
  run,
}: {
  readonly message: StoredAnswer;
  readonly isLast: boolean;
  readonly run: Run | undefined;
}) {
  const { streamingAnswers } = useSession();
  const chat = useChat();
  const isLiteral = useStore(chat.literal).has(message.id);
  const isReadOnly = useStore(chat.isReadOnly);
  const isRunning = message.state === 'running';
  const source = useMemo(() => streamingAnswers.partsOf(message), [streamingAnswers, message]);
  const parts = useStore(source);
  return (
    <MessageFrame
      message={message}
      name={message.model}
      isBusy={isRunning}
      tools={
        isRunning
          ? undefined
          : {
              faces: answerButtons(isLiteral, isReadOnly),
              wired: <AnswerActions message={message} isLiteral={isLiteral} isReadOnly={isReadOnly} />,
            }
      }
    >
      {isLiteral && !isRunning ? (
        <LiteralText text={messageText(message)} />
      ) : (
        // By place, running or over: what is unfolded or selected stays so when the answer ends.
        parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity, and never change places
          <AnswerPartView key={index} source={part} message={message} isLast={isLast} run={run} />
        ))
      )}
      {isRunning ? <AnswerProgress answer={streamingAnswers.forMessage(message)} /> : <AnswerFooter message={message} isLast={isLast} />}
      {run?.state === 'running-tools' && <p className="answer-progress">Running tools…</p>}
    </MessageFrame>
  );
}

/** That an answer is under way, and since when: the main process may tell it otherwise than what was kept. */
function AnswerProgress({ answer }: { readonly answer: StreamingAnswer }) {
  const startedAt = useStore(answer.startedAt);
  const parts = useStore(answer.parts);
  return (
    <p className="answer-progress">
      {parts.length === 0 ? 'Waiting for the first words…' : 'In progress…'} <Elapsed since={startedAt} />
    </p>
  );
}
