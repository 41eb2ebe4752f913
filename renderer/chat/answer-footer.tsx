import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { ChevronsRight, RotateCcw } from 'lucide-react';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { CheckConnectionButton } from '../shared/connection-navigation.tsx';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { answerStats, canContinue, describeEnding, hasContent } from './answer-stats.ts';
import { useChat } from './chat.ts';
import { chatText } from './text.ts';

/** Shows how a finished answer ended and its statistics. */
export function AnswerFooter({ message, isLast }: { readonly message: StoredAnswer; readonly isLast: boolean }) {
  const { actions, isReadOnly } = useChat();
  const canAsk = !useStore(isReadOnly);
  const { answer, failure, state } = message;
  const end = describeEnding(message);
  const buttons = isLast && canAsk && state !== 'running' && (
    <div className="answer-actions">
      {(state === 'failed' || state === 'interrupted' || !hasContent(message)) && (
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden />}
          onClick={() => {
            actions.regenerate(message.id, null);
          }}
        >
          {chatText.tryAgain}
        </Button>
      )}
      {failure !== null && <CheckConnectionButton code={failure.code} />}
      {canContinue(message) && (
        <Button
          size="sm"
          icon={<ChevronsRight aria-hidden />}
          onClick={() => {
            actions.continueAnswer(message.id);
          }}
        >
          {chatText.answer.continue}
        </Button>
      )}
    </div>
  );
  return (
    <>
      {end !== undefined && (
        <div className="row wrap small medium">
          <p>{end}</p>
          {(failure === null || state === 'stopped') && buttons}
        </div>
      )}
      {failure !== null && state !== 'stopped' && (
        <div className="answer-failure stack small">
          <p className="medium">{failureTitle(message)}</p>
          <p>{failureSentences(failure, { surface: 'window' })}</p>
          {buttons}
        </div>
      )}
      {answer.notes.map((note) => (
        <p key={note} className="muted tiny">
          {chatText.answer.note(note)}
        </p>
      ))}
      <ul className="answer-facts wrap muted tiny plain-list" data-unsearched aria-label={chatText.answer.details}>
        {answerStats(message).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  );
}

function failureTitle({ answer, failure }: StoredAnswer): string {
  if (answer.parts.length === 0) return chatText.answer.noAnswer;
  return failure?.reason === 'answer-end-unmarked' ? chatText.answer.maybeIncomplete : chatText.answer.interrupted;
}
