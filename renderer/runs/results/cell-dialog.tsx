import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ChevronDown, ChevronUp, Copy, RotateCcw, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useEffect } from 'react';
import type { Failure } from '../../../electron/contract/failure.ts';
import type { Cell, ResultRow, RowLabel } from '../../../electron/contract/run-results.ts';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { useCopy } from '../../shared/copy-text.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { runsText } from '../text.ts';
import { useQuery } from '../../state/query.ts';
import { CellContent } from './cell-content.tsx';
import type { ResultPages } from './result-pages.ts';
import { runResultsText } from './text.ts';

const text = runResultsText.cell;

/** The cell that is shown whole. */
export interface OpenCell {
  /** Where the row was when it was opened. */
  readonly index: number;
  /** The row when it was opened, with its newest label and note. */
  readonly row: ResultRow;
  readonly variantId: string;
  readonly repeat: number;
}

/** Shows a whole cell: its answer, reasoning, request and figures. Stays at its row, also when the row leaves the view. */
export function CellDialog({
  run,
  pages,
  index,
  row: openedRow,
  variantId,
  repeat,
  onMove,
  onLabel,
  onClose,
}: OpenCell & {
  readonly run: RunDetails;
  readonly pages: ResultPages;
  readonly onMove: (change: Partial<OpenCell>) => void;
  readonly onLabel: (row: ResultRow, change: { readonly label: RowLabel | null }) => void;
  readonly onClose: () => void;
}) {
  const { bridge, attempt } = useSession();
  const copy = useCopy();
  const { total, version } = useStore(pages.state);
  const position = pages.indexOf(openedRow.row);
  const row = (position === undefined ? undefined : pages.rowAt(position)) ?? openedRow;
  const at = position ?? Math.min(index, total ?? 0);
  const previous = at - 1;
  const next = position === undefined ? at : at + 1;
  const last = Math.min(next, (total ?? 0) - 1);
  useEffect(() => pages.show(previous, last), [pages, previous, last]);
  // unknown for a row that has left the view
  const state =
    position === undefined ? undefined : row.cells.find((cell) => cell.variantId === variantId && cell.repeat === repeat)?.state;
  const isSettled = state !== undefined && state !== 'pending';
  const { cell, failure } = useCell(run.id, row.row, variantId, repeat, isSettled ? state : String(version));
  const name = run.variants.find(({ id }) => id === variantId)?.name ?? variantId;
  const canRetry = cell !== undefined && (cell.state === 'failed' || cell.state === 'invalid');
  const toggleLabel = (label: RowLabel) => onLabel(row, { label: row.label === label ? null : label });
  const moveTo = (target: number) => {
    const moved = pages.rowAt(target);
    if (moved !== undefined) onMove({ index: target, row: moved });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={text.title(row.row, name)}
      actions={
        <>
          {canRetry && (
            <Button
              icon={<RotateCcw aria-hidden />}
              onClick={() => void attempt(bridge.call('runs.retry', { id: run.id, cell: { row: row.row, variantId, repeat } }))}
            >
              {text.retry}
            </Button>
          )}
          <Button
            icon={<Copy aria-hidden />}
            isDisabled={cell === undefined || cell.answer === ''}
            onClick={() => {
              if (cell !== undefined) void copy(cell.answer, text.answer);
            }}
          >
            {text.copy}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of its children only */}
      <div
        className="run-cell run-parts"
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          moveTo(event.key === 'ArrowUp' ? previous : next);
        }}
      >
        <div className="run-cell-head run-row row wrap">
          <div className="row wrap">
            <IconButton
              label={text.previous}
              keys={['Alt', '↑']}
              size="sm"
              icon={<ChevronUp aria-hidden />}
              isDisabled={pages.rowAt(previous) === undefined}
              onClick={() => moveTo(previous)}
            />
            <IconButton
              label={text.next}
              keys={['Alt', '↓']}
              size="sm"
              icon={<ChevronDown aria-hidden />}
              isDisabled={pages.rowAt(next) === undefined}
              onClick={() => moveTo(next)}
            />
          </div>
          <fieldset className="row wrap" aria-label={text.label}>
            {(['good', 'bad'] as const).map((label) => (
              <Button
                key={label}
                size="sm"
                icon={label === 'good' ? <ThumbsUp aria-hidden /> : <ThumbsDown aria-hidden />}
                aria-pressed={row.label === label}
                onClick={() => toggleLabel(label)}
              >
                {runResultsText[label]}
              </Button>
            ))}
          </fieldset>
          {(run.variants.length > 1 || run.recipe.repeats > 1) && (
            <Select
              label={runsText.variant}
              isLabelHidden
              value={`${variantId} ${repeat}`}
              options={run.variants.flatMap((variant) =>
                Array.from({ length: run.recipe.repeats }, (_, index) => ({
                  value: `${variant.id} ${index + 1}`,
                  label: run.recipe.repeats === 1 ? variant.name : runResultsText.ofRepeat(variant.name, index + 1),
                })),
              )}
              onChange={(chosen) => {
                const [id = variantId, number = '1'] = chosen.split(' ');
                onMove({ variantId: id, repeat: Number(number) });
              }}
            />
          )}
        </div>
        {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
        {cell === undefined ? failure === undefined && <Spinner label={text.loading} /> : <CellContent cell={cell} note={row.note} />}
      </div>
    </Dialog>
  );
}

/** Reads a cell, and reads it again if its state changes. */
export function useCell(
  id: string,
  row: number,
  variantId: string,
  repeat: number,
  state: string,
): { readonly cell: Cell | undefined; readonly failure: Failure | undefined } {
  const { bridge } = useSession();
  const { value, failure } = useQuery(JSON.stringify([id, row, variantId, repeat, state]), (signal) =>
    bridge.call('runs.cell', { id, cell: { row, variantId, repeat } }, { signal }),
  );
  const isCurrent = value !== undefined && value.row === row && value.variantId === variantId && value.repeat === repeat;
  return { cell: isCurrent ? value : undefined, failure };
}
