import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import type { Cell } from '../../../electron/contract/run-results.ts';
import { formatDay, formatNumber, formatTime } from '../../shared/format.ts';
import { DescriptionList, type DescriptionItem } from '../../ui/description-list.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { runsText } from '../text.ts';
import { runResultsText } from './text.ts';

const text = runResultsText.cell;

/** Shows the answer of a cell and all that belongs to it. */
export function CellContent({ cell, note }: { readonly cell: Cell; readonly note: string }) {
  const fields = Object.entries(cell.fields);
  return (
    <>
      {cell.failure !== null && <FailureMessage failure={describeFailure(cell.failure)} />}
      <section>
        <h3>{text.answer}</h3>
        <div className="run-cell-answer">
          {cell.answer.trim() === '' ? (
            <p className="muted small">{cell.state === 'pending' ? runResultsText.states.pending : runResultsText.empty}</p>
          ) : (
            <pre className="run-pre">{cell.answer}</pre>
          )}
        </div>
      </section>
      {fields.length > 0 && (
        <section>
          <h3>{text.fields}</h3>
          <DescriptionList items={fields} />
        </section>
      )}
      {cell.reasoning !== '' && (
        <details className="run-details">
          <summary className="muted small">{text.reasoning}</summary>
          <pre className="run-pre">{cell.reasoning}</pre>
        </details>
      )}
      <section>
        <h3>{text.rowValues}</h3>
        <DescriptionList
          items={Object.entries(cell.values).map(([name, value]) => [
            name,
            <pre key={name} className="run-pre">
              {value}
            </pre>,
          ])}
        />
      </section>
      {note !== '' && (
        <section>
          <h3>{text.noteField}</h3>
          <pre className="run-pre">{note}</pre>
        </section>
      )}
      {cell.request !== null && (
        <details className="run-details">
          <summary className="muted small">{text.request}</summary>
          <pre className="run-pre" data-mono>
            {JSON.stringify(cell.request, null, 2)}
          </pre>
        </details>
      )}
      <details className="run-details">
        <summary className="muted small">{text.details}</summary>
        <DescriptionList items={detailItems(cell)} />
      </details>
    </>
  );
}

function detailItems({
  state,
  usage,
  timings,
  finish,
  attempts,
  isRepaired,
  notes,
  address,
  answeredAt,
}: Cell): readonly DescriptionItem[] {
  const items: readonly (DescriptionItem | false)[] = [
    [runResultsText.facts.state, runResultsText.states[state]],
    usage !== null && [text.tokens, runsText.run.tokensOf(usage.promptTokens ?? 0, usage.completionTokens ?? 0)],
    timings !== null && timings.firstTokenMs !== null && [text.firstToken, text.ms(timings.firstTokenMs)],
    timings !== null && [text.total, text.ms(timings.totalMs)],
    [text.attempts, formatNumber(attempts)],
    isRepaired && [text.repaired, text.yes],
    finish !== null && [text.finish, finish],
    address !== null && [text.address, address],
    answeredAt !== null && [text.answeredAt, `${formatDay(answeredAt)}, ${formatTime(answeredAt)}`],
    notes.length > 0 && [text.notes, notes.join(' ')],
  ];
  return items.filter((item) => item !== false);
}
