import { useMemo } from 'react';
import type { Run } from '../../electron/contract/exchange.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { LiteralText } from '../reading/literal-text.tsx';
import type { LiveAnswer } from '../state/live-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { AnswerEnd } from './answer-end.tsx';
import { AnswerPartView } from './answer-part-view.tsx';
import { answerFaces, AnswerTools } from './answer-tools.tsx';
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
  const { live } = useSession();
  const chat = useChat();
  const isLiteral = useStore(chat.literal).has(message.id);
  const isReadOnly = useStore(chat.isReadOnly);
  const isRunning = message.state === 'running';
  const source = useMemo(() => live.partsOf(message), [live, message]);
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
              faces: answerFaces(isLiteral, isReadOnly),
              wired: <AnswerTools message={message} isLiteral={isLiteral} isReadOnly={isReadOnly} />,
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
      {isRunning ? <AnswerProgress answer={live.of(message)} /> : <AnswerEnd message={message} isLast={isLast} />}
      {run?.state === 'running-tools' && <p className="answer-progress">Running tools…</p>}
    </MessageFrame>
  );
}

/** That an answer is under way, and since when: the main process may tell it otherwise than what was kept. */
function AnswerProgress({ answer }: { readonly answer: LiveAnswer }) {
  const startedAt = useStore(answer.startedAt);
  const parts = useStore(answer.parts);
  return (
    <p className="answer-progress">
      {parts.length === 0 ? 'Waiting for the first words…' : 'In progress…'} <Elapsed since={startedAt} />
    </p>
  );
}
