import { memo, useMemo } from 'react';
import { useStore } from '../state/store.ts';
import { AnswerEnd } from './answer-end.tsx';
import { AnswerPartView } from './answer-part-view.tsx';
import { Elapsed } from './elapsed.tsx';
import { settledParts } from './live-answer.ts';
import './turn-view.css';
import type { AnswerTurn, Turn } from './turn.ts';

interface TurnViewProps<T extends Turn> {
  readonly turn: T;
  readonly isLast: boolean;
  readonly onTryAgain: () => void;
}

/** One turn; drawn again only when it changes itself. */
export const TurnView = memo(function TurnView({ turn, ...rest }: TurnViewProps<Turn>) {
  if (turn.kind === 'answer') return <AnswerTurnView turn={turn} {...rest} />;
  return (
    <article className="turn" data-kind="user" aria-label="You">
      <h2 className="turn-name">You</h2>
      <div className="part-text">{turn.text}</div>
    </article>
  );
});

function AnswerTurnView({ turn, isLast, onTryAgain }: TurnViewProps<AnswerTurn>) {
  const { state } = turn;
  const source = useMemo(() => (state.kind === 'running' ? state.live.parts : settledParts(state.parts, state.partTimes)), [state]);
  const parts = useStore(source);
  return (
    // A word at a time would bury a screen reader's user; the list says when the answer is there to be read.
    <article className="turn" data-kind="answer" aria-label={turn.model} aria-live="off" aria-busy={state.kind === 'running'}>
      <h2 className="turn-name">{turn.model}</h2>
      {/* By place, running or over: what is unfolded or selected stays so when the answer ends. */}
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <AnswerPartView key={index} source={part} />
      ))}
      {state.kind === 'over' ? (
        <AnswerEnd turn={{ ...turn, state }} onTryAgain={isLast ? onTryAgain : undefined} />
      ) : (
        <p className="answer-progress">
          {state.isStopping ? 'Stopping…' : parts.length === 0 ? 'Waiting for the first words…' : 'In progress…'}{' '}
          <Elapsed since={state.live.startedAt} />
        </p>
      )}
    </article>
  );
}
