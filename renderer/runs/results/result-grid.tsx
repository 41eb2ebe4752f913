import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, useMemo } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ResultRow, ResultView } from '../../../electron/contract/run-results.ts';
import { isSameJson } from '../../../electron/contract/json.ts';
import { useStore } from '../../state/store.ts';
import { headerRow, moveInGrid, type GridPosition } from './grid-keys.ts';
import { type GridColumn, resultColumns, type ColumnSource } from './result-columns.ts';
import './results.css';
import { type ResultPages, createResultPages } from './result-pages.ts';
import { runResultsText } from './text.ts';
import type { RunDetails, RunSummary } from '../../../electron/contract/runs.ts';
import { useSession } from '../../state/session.ts';

const rowHeight = 32;

/** A table of any length that renders only visible rows. The table has the focus, and `aria-activedescendant` is its active cell. */
export function ResultGrid({
  label,
  columns,
  pages,
  sort,
  onSort,
  onOpen,
  onKey,
  onActiveRow,
}: {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly pages: ResultPages;
  readonly sort: ResultView['sort'];
  readonly onSort: (column: GridColumn) => void;
  readonly onOpen: (index: number, column: GridColumn) => void;
  /** Handles other keys in a row. Returns whether it handled the key. */
  readonly onKey?: ((event: KeyboardEvent, row: ResultRow) => boolean) | undefined;
  readonly onActiveRow?: ((index: number) => void) | undefined;
}) {
  const baseId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const total = useStore(pages.state).total ?? 0;
  const [position, setPosition] = useState<GridPosition>({ row: 0, column: 0 });
  const active = { row: Math.min(position.row, total - 1), column: Math.min(position.column, columns.length - 1) };
  const template = columns.map(({ width }) => `${width}px`).join(' ');
  const width = columns.reduce((sum, column) => sum + column.width, 0);

  const loadVisible = useCallback(() => {
    const list = rows.current;
    if (list !== null) pages.show(list.findItemIndex(list.scrollOffset), list.findItemIndex(list.scrollOffset + list.viewportSize));
  }, [pages]);
  useEffect(loadVisible, [loadVisible, total]);

  const scrollTo = ({ row, column }: GridPosition) => {
    const element = grid.current;
    if (element === null) return;
    if (row !== headerRow) {
      const top = row * rowHeight;
      // the header takes one row of the height
      const bottomTop = top + 2 * rowHeight - element.clientHeight;
      element.scrollTop = Math.min(Math.max(element.scrollTop, bottomTop), top);
    }
    const start = columns.slice(0, column).reduce((sum, each) => sum + each.width, 0);
    const end = start + (columns[column]?.width ?? 0);
    const frozen = columns[0]?.width ?? 0;
    if (column > 0 && start - frozen < element.scrollLeft) element.scrollLeft = start - frozen;
    else if (end > element.scrollLeft + element.clientWidth) element.scrollLeft = end - element.clientWidth;
  };
  const moveTo = (next: GridPosition) => {
    const moved = {
      row: Math.min(Math.max(next.row, headerRow), total - 1),
      column: Math.min(Math.max(next.column, 0), columns.length - 1),
    };
    setPosition(moved);
    scrollTo(moved);
    if (moved.row !== headerRow) onActiveRow?.(moved.row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const column = columns[active.column];
    if (column === undefined) return;
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      if (active.row === headerRow) onSort(column);
      else if (pages.rowAt(active.row) !== undefined) onOpen(active.row, column);
      return;
    }
    const next = moveInGrid(event, active, total, Math.floor((rows.current?.viewportSize ?? 0) / rowHeight) - 1);
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next);
      return;
    }
    const row = pages.rowAt(active.row);
    if (row !== undefined && onKey?.(event, row) === true) event.preventDefault();
  };
  const cellId = (row: number, column: number) => `${baseId}-${row}-${column}`;
  // roles on plain elements, because the rows of a table element can't be positioned
  /* oxlint-disable jsx-a11y/prefer-tag-over-role */
  return (
    <div
      ref={grid}
      role="grid"
      className="result-grid small"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={columns.length > 0 ? cellId(active.row, active.column) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="result-head" style={{ inlineSize: width }}>
        <div role="row" aria-rowindex={1} className="result-row" style={{ gridTemplateColumns: template }}>
          {columns.map((column, index) => {
            const direction =
              sort !== null && isSameJson(sort.column, column.column) ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid handles the keys of all cells
              <div
                key={column.id}
                id={cellId(headerRow, index)}
                role="columnheader"
                aria-colindex={index + 1}
                aria-sort={direction}
                title={runResultsText.sortBy(column.title)}
                className="result-cell cut"
                data-number={column.isNumber ? '' : undefined}
                data-active={active.row === headerRow && active.column === index ? '' : undefined}
                onClick={() => {
                  setPosition({ row: headerRow, column: index });
                  onSort(column);
                }}
              >
                <span className="cut">{column.title}</span>
                {direction === 'ascending' && <ArrowUp aria-hidden />}
                {direction === 'descending' && <ArrowDown aria-hidden />}
              </div>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" className="result-body" style={{ inlineSize: width }}>
        <Virtualizer
          ref={rows}
          data={{ length: total }}
          scrollRef={grid}
          itemSize={rowHeight}
          keepMounted={active.row === headerRow ? [] : [active.row]}
          onScroll={loadVisible}
          onResize={loadVisible}
        >
          {(_row, index) => {
            const row = pages.rowAt(index);
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className="result-row"
                data-active={active.row === index ? '' : undefined}
                style={{ gridTemplateColumns: template }}
              >
                {columns.map((column, columnIndex) => (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid handles the keys of all cells
                  <div
                    key={column.id}
                    id={cellId(index, columnIndex)}
                    role="gridcell"
                    aria-colindex={columnIndex + 1}
                    className="result-cell cut"
                    data-number={column.isNumber ? '' : undefined}
                    data-state={row === undefined ? 'loading' : (column.state(row) ?? undefined)}
                    data-active={active.row === index && active.column === columnIndex ? '' : undefined}
                    onClick={() => moveTo({ row: index, column: columnIndex })}
                    onDoubleClick={() => {
                      if (row !== undefined) onOpen(index, column);
                    }}
                  >
                    {row === undefined ? (columnIndex === 0 ? runResultsText.loadingRow : '') : column.text(row)}
                  </div>
                ))}
              </div>
            );
          }}
        </Virtualizer>
      </div>
    </div>
  );
  /* oxlint-enable jsx-a11y/prefer-tag-over-role */
}

/** Returns the columns of a run. Keeps the same objects while it makes progress. */
export function useResultColumns({ recipe, variants, fields, table }: RunDetails): {
  readonly source: ColumnSource;
  readonly columns: readonly GridColumn[];
} {
  // each progress event has an equal, but new list of columns
  const names = JSON.stringify(table?.columns ?? []);
  return useMemo(() => {
    const source = { recipe, variants, fields, columns: JSON.parse(names) as readonly string[] };
    return { source, columns: resultColumns(source) };
  }, [recipe, variants, fields, names]);
}

/** Reads the rows of a view, and refreshes them while the run makes progress. */
export function useResultPages({ id, progress: { done, failed } }: RunSummary, view: ResultView): ResultPages {
  const { bridge } = useSession();
  const [pages] = useState(() => createResultPages((page, signal) => bridge.call('runs.page', { id, ...page }, { signal })));
  useEffect(() => () => pages.close(), [pages]);
  useEffect(() => pages.setView(view), [pages, view]);
  useEffect(() => pages.setProgress(`${done} ${failed}`), [pages, done, failed]);
  return pages;
}
