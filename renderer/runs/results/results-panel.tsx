import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { Columns3, X } from 'lucide-react';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import type { ResultFilter, ResultRow, ResultView, RowLabel } from '../../../electron/contract/run-results.ts';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CellDialog, type OpenCell } from './cell-dialog.tsx';
import { FilterButton, type ColumnFilter } from './filter-button.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { initialColumns, nextSort, type GridColumn } from './result-columns.ts';
import { ResultGrid, useResultColumns, useResultPages } from './result-grid.tsx';
import { runResultsText } from './text.ts';

const text = runResultsText;
const searchDelayMs = 250;
const maxColumnEntries = 200;

/** Shows the result table with its search, filters and columns. */
export function ResultsPanel({ run }: { readonly run: RunDetails }) {
  const { bridge, attempt } = useSession();
  const { source, columns } = useResultColumns(run);
  const [shownIds, setShownIds] = useState(() => initialColumns(source, columns));
  const [sort, setSort] = useState<ResultView['sort']>(null);
  const [searchInput, setSearchInput] = useState('');
  const [search, setSearch] = useState('');
  const [isErrorsOnly, setErrorsOnly] = useState(false);
  const [columnFilters, setColumnFilters] = useState<readonly ColumnFilter[]>([]);
  const [openCell, setOpenCell] = useState<OpenCell>();
  const [editedNote, setEditedNote] = useState<{ readonly row: ResultRow; readonly note: string }>();
  const view = useMemo(
    (): ResultView => ({ sort, filters: toFilters(search, isErrorsOnly, columnFilters) }),
    [sort, search, isErrorsOnly, columnFilters],
  );
  const pages = useResultPages(run, view);
  const { total, failure } = useStore(pages.state);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(searchInput), searchDelayMs);
    return () => clearTimeout(timer);
  }, [searchInput]);
  const shownColumns = columns.filter(({ id }) => shownIds.has(id));
  const isFiltered = view.filters.length > 0;
  const patch = (row: number, change: Partial<ResultRow>) => {
    pages.patch(row, change);
    setOpenCell((open) => (open?.row.row === row ? { ...open, row: { ...open.row, ...change } } : open));
  };
  const save = async (row: ResultRow, change: { readonly label?: RowLabel | null; readonly note?: string }) => {
    const next = { label: row.label, note: row.note, ...change };
    patch(row.row, next);
    const result = await attempt(bridge.call('runs.label', { id: run.id, row: row.row, ...next }));
    if (!result.ok) patch(row.row, { label: row.label, note: row.note });
    return result.ok;
  };
  const onKey = (event: KeyboardEvent, row: ResultRow): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (event.key.toLowerCase()) {
      case 'g':
        void save(row, { label: row.label === 'good' ? null : 'good' });
        return true;
      case 'b':
        void save(row, { label: row.label === 'bad' ? null : 'bad' });
        return true;
      case 'n':
        setEditedNote({ row, note: row.note });
        return true;
      default:
        return false;
    }
  };
  const open = (index: number, { cell }: GridColumn) => {
    const [first] = run.variants;
    const target = cell ?? (first === undefined ? null : { variantId: first.id, repeat: 1 });
    const row = pages.rowAt(index);
    if (target !== null && row !== undefined) setOpenCell({ index, row, ...target });
  };
  const clear = () => {
    setSearchInput('');
    setSearch('');
    setErrorsOnly(false);
    setColumnFilters([]);
  };
  return (
    <div className="run-panel column">
      <div className="run-toolbar row wrap">
        <TextField
          label={text.search}
          isLabelHidden
          type="search"
          placeholder={text.searchPlaceholder}
          value={searchInput}
          onChange={setSearchInput}
        />
        <Switch label={text.errorsOnly} isOn={isErrorsOnly} onChange={setErrorsOnly} />
        <FilterButton columns={columns} onAdd={(filter) => setColumnFilters([...columnFilters, filter])} />
        <Menu
          trigger={
            <Button size="sm" icon={<Columns3 aria-hidden />}>
              {text.columns}
            </Button>
          }
          entries={columns.slice(1, maxColumnEntries).map(({ id, title }) => ({
            kind: 'toggle',
            label: title,
            isOn: shownIds.has(id),
            onChange: (isOn) => setShownIds(new Set(isOn ? [...shownIds, id] : [...shownIds].filter((each) => each !== id))),
          }))}
        />
        <output className="run-toolbar-end muted small">{total === null ? '' : text.total(total, run.rows)}</output>
      </div>
      {columnFilters.length > 0 && (
        <fieldset className="run-toolbar row wrap" aria-label={text.filters}>
          {columnFilters.map((filter) => (
            <span key={filter.name} className="run-filter-chip small">
              <span className="cut">{filter.name}</span>
              <IconButton
                label={text.removeFilter(filter.name)}
                size="sm"
                icon={<X aria-hidden />}
                onClick={() => setColumnFilters(columnFilters.filter((each) => each !== filter))}
              />
            </span>
          ))}
        </fieldset>
      )}
      {failure === undefined ? (
        total === 0 && isFiltered ? (
          <EmptyState title={text.noneTitle} actions={<Button onClick={clear}>{text.clearFilters}</Button>}>
            {text.none}
          </EmptyState>
        ) : (
          <ResultGrid
            label={text.label}
            columns={shownColumns}
            pages={pages}
            sort={sort}
            onSort={({ column }) => setSort(nextSort(sort, column))}
            onOpen={open}
            onKey={onKey}
          />
        )
      ) : (
        <FailureRetry failure={describeFailure(failure)} onRetry={pages.refresh} />
      )}
      <p className="muted small">{text.keys}</p>
      {openCell !== undefined && (
        <CellDialog
          run={run}
          pages={pages}
          {...openCell}
          onMove={(change) => setOpenCell({ ...openCell, ...change })}
          onLabel={(row, change) => void save(row, change)}
          onClose={() => setOpenCell(undefined)}
        />
      )}
      {editedNote !== undefined && (
        <NoteDialog
          row={editedNote.row.row}
          note={editedNote.note}
          onChange={(note) => setEditedNote({ ...editedNote, note })}
          onSave={async () => {
            const isSaved = await save(editedNote.row, { note: editedNote.note });
            // the user may have typed more, or opened another one
            if (isSaved) setEditedNote((now) => (now === editedNote ? undefined : now));
          }}
          onClose={() => setEditedNote(undefined)}
        />
      )}
    </div>
  );
}

function toFilters(search: string, isErrorsOnly: boolean, columnFilters: readonly ColumnFilter[]): readonly ResultFilter[] {
  return [
    ...(search.trim() === '' ? [] : [{ kind: 'anywhere', text: search.trim() } as const]),
    ...(isErrorsOnly ? [{ kind: 'failed', variantId: null } as const] : []),
    ...columnFilters.map(({ filter }) => filter),
  ];
}
