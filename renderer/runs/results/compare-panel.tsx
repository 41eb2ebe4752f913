import { describeFailure, failureSentences } from '../../../electron/contract/failures/render-failure.ts';
import { useMemo, useState } from 'react';
import type { Cell, ResultView } from '../../../electron/contract/run-results.ts';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { useStore } from '../../state/store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { useCell } from './cell-dialog.tsx';
import { initialColumns, nextSort } from './result-columns.ts';
import { ResultGrid, useResultColumns, useResultPages } from './result-grid.tsx';
import { runResultsText } from './text.ts';
import { diffWords, type DiffPiece } from '../../shared/word-diff.ts';

const text = runResultsText.compare;
const shownValues = 2;

/** Compares two variants in the first repeat. */
export function ComparePanel({ run }: { readonly run: RunDetails }) {
  const [first, second] = run.variants;
  if (first === undefined || second === undefined) return <EmptyState title={text.needsTwo}>{text.needsTwoHint}</EmptyState>;
  return <Comparison run={run} initialLeft={first.id} initialRight={second.id} />;
}

function Comparison({
  run,
  initialLeft,
  initialRight,
}: {
  readonly run: RunDetails;
  readonly initialLeft: string;
  readonly initialRight: string;
}) {
  const [left, setLeft] = useState(initialLeft);
  const [right, setRight] = useState(initialRight);
  const [isOnlyDifferent, setOnlyDifferent] = useState(true);
  const [sort, setSort] = useState<ResultView['sort']>(null);
  const [active, setActive] = useState(0);
  const view = useMemo(
    (): ResultView => ({ sort, filters: isOnlyDifferent ? [{ kind: 'variants-differ', left, right }] : [] }),
    [sort, isOnlyDifferent, left, right],
  );
  const pages = useResultPages(run, view);
  const { total, failure, version } = useStore(pages.state);
  const { source, columns: all } = useResultColumns(run);
  const columns = useMemo(() => {
    const initial = initialColumns(source, all);
    const values = all.filter(({ id, column }) => column.kind === 'value' && initial.has(id)).slice(0, shownValues);
    const answers = [left, right].flatMap((variantId) =>
      all.filter(({ id, cell }) => cell?.variantId === variantId && cell.repeat === 1 && initial.has(id)),
    );
    return [...all.filter(({ id }) => id === 'row'), ...values, ...answers];
  }, [source, all, left, right]);
  const options = run.variants.map(({ id, name }) => ({ value: id, label: name }));
  const row = pages.rowAt(Math.min(active, Math.max((total ?? 0) - 1, 0)));
  return (
    <div className="run-panel column">
      <div className="run-toolbar row wrap">
        <Select label={text.left} value={left} options={options} onChange={setLeft} />
        <Select label={text.right} value={right} options={options} onChange={setRight} />
        <Switch label={text.onlyDifferent} isOn={isOnlyDifferent} onChange={setOnlyDifferent} />
        <output className="run-toolbar-end muted small">{total === null ? '' : runResultsText.total(total, run.rows)}</output>
      </div>
      {failure !== undefined ? (
        <FailureRetry failure={describeFailure(failure)} onRetry={pages.refresh} />
      ) : total === 0 ? (
        <EmptyState title={text.noneTitle}>{text.none}</EmptyState>
      ) : (
        <div className="run-compare">
          <ResultGrid
            label={text.label}
            columns={columns}
            pages={pages}
            sort={sort}
            onSort={({ column }) => setSort(nextSort(sort, column))}
            onOpen={setActive}
            onActiveRow={setActive}
          />
          {row === undefined ? (
            <p className="muted small">{text.choose}</p>
          ) : (
            <SideBySide run={run} row={row.row} left={left} right={right} version={run.state === 'running' ? version : 0} />
          )}
        </div>
      )}
    </div>
  );
}

/** Shows both whole answers of a row. */
function SideBySide({
  run,
  row,
  left,
  right,
  version,
}: {
  readonly run: RunDetails;
  readonly row: number;
  readonly left: string;
  readonly right: string;
  readonly version: number;
}) {
  const { cell: leftCell } = useCell(run.id, row, left, 1, String(version));
  const { cell: rightCell } = useCell(run.id, row, right, 1, String(version));
  const findName = (id: string) => run.variants.find((variant) => variant.id === id)?.name ?? id;
  const diff = useMemo(
    () => (leftCell === undefined || rightCell === undefined ? undefined : diffWords(leftCell.answer.trim(), rightCell.answer.trim())),
    [leftCell, rightCell],
  );
  if (diff === undefined || leftCell === undefined || rightCell === undefined) return <Spinner label={runResultsText.cell.loading} />;
  const isSame = leftCell.answer.trim() === rightCell.answer.trim();
  return (
    <ScrollRegion label={runResultsText.cell.title(row, `${findName(left)}, ${findName(right)}`)} className="run-compare-sides">
      <p className="run-compare-legend muted small">{isSame ? text.same : text.legend}</p>
      <Side name={findName(left)} cell={leftCell} pieces={diff.left} uniqueLabel={text.removed} />
      <Side name={findName(right)} cell={rightCell} pieces={diff.right} uniqueLabel={text.added} />
    </ScrollRegion>
  );
}

function Side({
  name,
  cell,
  pieces,
  uniqueLabel,
}: {
  readonly name: string;
  readonly cell: Cell;
  readonly pieces: readonly DiffPiece[];
  /** Explains the marked text in its tooltip. */
  readonly uniqueLabel: string;
}) {
  return (
    <section className="run-compare-side" aria-label={name}>
      <h2>{name}</h2>
      {cell.failure !== null && <p className="runs-error small">{failureSentences(cell.failure, { surface: 'window' })}</p>}
      {cell.state === 'pending' && <p className="muted small">{runResultsText.states.pending}</p>}
      <p className="run-pre">
        {pieces.map(({ text: piece, isUnique }, index) =>
          isUnique ? (
            // oxlint-disable-next-line react/no-array-index-key -- pieces have no id
            <mark key={index} title={uniqueLabel}>
              {piece}
            </mark>
          ) : (
            piece
          ),
        )}
      </p>
    </section>
  );
}
