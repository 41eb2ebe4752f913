import { RotateCcw } from 'lucide-react';
import type { Failure } from '../../electron/contract/failure.ts';
import { Button } from '../ui/button.tsx';
import { answerFacts, endWords } from './answer-facts.ts';
import { isStopped, type AnswerTurn, type OverState } from './turn.ts';

/** What is to be said of an answer that is over: how it ended, and how it came to be. */
export function AnswerEnd({
  turn: { model, mode, state },
  onTryAgain,
}: {
  readonly turn: AnswerTurn<OverState>;
  /** Left out where a later turn has taken its place. */
  readonly onTryAgain?: (() => void) | undefined;
}) {
  const { answer, failure, parts } = state;
  const wasStopped = isStopped(failure);
  const end = endWords(answer, wasStopped);
  return (
    <>
      {end !== undefined && <p className="answer-end">{end}</p>}
      {failure !== null && !wasStopped && <AnswerFailure failure={failure} hasParts={parts.length > 0} onTryAgain={onTryAgain} />}
      {answer?.notes.map((note) => (
        <p key={note} className="answer-note">
          Note: {note}
        </p>
      ))}
      <ul className="answer-facts" aria-label="About this answer">
        {answerFacts(model, mode, answer).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  );
}

function AnswerFailure({
  failure,
  hasParts,
  onTryAgain,
}: {
  readonly failure: Failure;
  readonly hasParts: boolean;
  readonly onTryAgain: (() => void) | undefined;
}) {
  return (
    <div className="answer-failure">
      <p className="answer-failure-title">{hasParts ? 'This answer broke off.' : 'No answer came.'}</p>
      <p>
        {failure.message} {failure.remedy}
      </p>
      {onTryAgain !== undefined && (
        <Button size="sm" icon={<RotateCcw aria-hidden />} onClick={onTryAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}
