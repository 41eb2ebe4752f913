import type { Failure } from '../../electron/contract/failure.ts';
import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { shortcutKeys } from '../ui/shortcut.tsx';
import type { NotebookRun } from './run-continuations.ts';
import { notebookText } from './text.ts';

/** Why the text can't be continued, how the last continuation ended, or the keys. */
export function NotebookStatus({
  run,
  failure,
  reason,
  isEmpty,
  isMac,
}: {
  readonly run: NotebookRun;
  readonly failure: Failure | null;
  readonly reason: string | undefined;
  readonly isEmpty: boolean;
  readonly isMac: boolean;
}) {
  if (failure !== null)
    return (
      <p id="notebook-reason" className="notebook-reason muted small" data-tone="error" role="alert">
        {failureSentences(failure, { surface: 'window' })}
      </p>
    );
  const continueKeys = shortcutKeys({ key: 'Enter' }, isMac).join('+');
  const hint = notebookText.shortcut(continueKeys, isMac ? '⌥↓' : 'Alt+↓');
  return (
    <p id="notebook-reason" className="notebook-reason muted small">
      {reason ?? (run.kind === 'over' ? describeEnd(run.message) : isEmpty ? '' : hint)}
    </p>
  );
}

/** Returns why the last continuation failed, or null. */
export function runFailure(run: NotebookRun): Failure | null {
  if (run.kind === 'failed') return run.failure;
  return run.kind === 'over' && run.message.state === 'failed' ? run.message.failure : null;
}

function describeEnd({ state, answer }: Extract<NotebookRun, { kind: 'over' }>['message']): string {
  const tokens = answer.usage?.completionTokens ?? null;
  const { endings } = notebookText;
  const ending = state === 'stopped' ? endings.stopped : answer.finish === 'length' ? endings.length : endings.finished;
  return tokens === null ? notebookText.ended(ending) : notebookText.endedAfter(ending, tokens);
}
