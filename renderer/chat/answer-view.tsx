import { useMemo } from 'react';
import type { Run } from '../../electron/contract/exchange.ts';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { LiteralText } from '../reading/literal-text.tsx';
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
  const isLiteral = useStore(useChat().literal).has(message.id);
  const isRunning = message.state === 'running';
  const source = useMemo(() => live.partsOf(message), [live, message]);
  const parts = useStore(source);
  return (
    <MessageFrame
      message={message}
      name={message.model}
      isBusy={isRunning}
      tools={isRunning ? undefined : { faces: answerFaces(isLiteral), wired: <AnswerTools message={message} isLiteral={isLiteral} /> }}
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
      {isRunning ? (
        <p className="answer-progress">
          {parts.length === 0 ? 'Waiting for the first words…' : 'In progress…'} <Elapsed since={live.of(message).startedAt()} />
        </p>
      ) : (
        <AnswerEnd message={message} isLast={isLast} />
      )}
      {run?.state === 'running-tools' && <p className="answer-progress">Running tools…</p>}
    </MessageFrame>
  );
}
