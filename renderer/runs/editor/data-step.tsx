import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ClipboardPaste, FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../electron/contract/failure.ts';
import type { Recipe, TableOptions, RunTable, TableProblem, TableSource } from '../../../electron/contract/run-recipe.ts';
import { isFocusFree } from '../../state/pending-request.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Progress, Spinner } from '../../ui/progress.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { runResultsText } from '../results/text.ts';
import { useQuery } from '../../state/query.ts';
import { PasteTableDialog } from './paste-table-dialog.tsx';
import { PreviewTable } from './preview-table.tsx';
import type { StepProps } from './recipe-draft.ts';
import { TableOptionFields } from './table-option-fields.tsx';
import { runEditorText } from './text.ts';

const text = runEditorText.data;
const previewRows = 20;

interface ChosenSource {
  readonly source: TableSource;
  readonly options: TableOptions;
}

/** Chooses the table of a run. Shows a preview before its rows are read. */
export function DataStep({ run, draft }: StepProps) {
  const { bridge, attempt } = useSession();
  const [chosen, setChosen] = useState<ChosenSource>();
  const [isPasting, setPasting] = useState(false);
  const [readController, setReadController] = useState<AbortController>();
  const [failure, setFailure] = useState<Failure>();
  const hasTable = run.table !== null && !run.table.isReading;
  const choose = (source: TableSource | null) => {
    if (source === null) return;
    setFailure(undefined);
    setChosen({ source, options: source.detected });
  };
  const chooseFile = async () => {
    const result = await attempt(bridge.call('shell.chooseRunTable'));
    if (result.ok) choose(result.value);
  };
  const read = async ({ source, options }: ChosenSource) => {
    const controller = new AbortController();
    setReadController(controller);
    setFailure(undefined);
    const { kind } = draft.state.read().recipe;
    const newKind = kindFor(options, kind);
    // first, because nothing is saved after the table if the editor is closed meanwhile
    if (newKind !== kind) draft.change({ kind: newKind });
    const isSaved = await draft.flush();
    const result = isSaved
      ? await bridge.call('runs.readTable', { id: run.id, sourceId: source.id, options }, { signal: controller.signal })
      : undefined;
    setReadController(undefined);
    if (result?.ok !== true) {
      if (newKind !== kind) draft.change({ kind });
      if (result && result.failure.code !== 'cancelled') setFailure(result.failure);
      return;
    }
    setChosen(undefined);
    // only this field changes, because the user may have typed meanwhile
    draft.change({ data: result.value.recipe.data });
  };
  return (
    <>
      <div className="run-row">
        <Button
          variant={hasTable || chosen !== undefined ? 'plain' : 'primary'}
          icon={<FolderOpen aria-hidden />}
          data-first-focus
          onClick={() => void chooseFile()}
        >
          {hasTable ? text.chooseOther : text.choose}
        </Button>
        <Button
          icon={<ClipboardPaste aria-hidden />}
          onClick={() => {
            setPasting(true);
          }}
        >
          {hasTable ? text.pasteOther : text.paste}
        </Button>
        {!hasTable && <p className="muted small">{text.hint}</p>}
      </div>
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {readController !== undefined ? (
        <div className="run-card">
          <Progress label={text.reading(run.rows)} value={null} />
          <div>
            <Button
              onClick={() => {
                readController.abort();
              }}
            >
              {text.cancel}
            </Button>
          </div>
        </div>
      ) : chosen === undefined ? (
        hasTable && run.table !== null && <StoredTable runId={run.id} table={run.table} draft={draft} />
      ) : (
        <SourcePreview
          key={chosen.source.id}
          chosen={chosen}
          isReplacing={hasTable}
          onOptions={(options) => {
            setChosen({ ...chosen, options });
          }}
          onRead={() => void read(chosen)}
          onCancel={() => {
            setChosen(undefined);
          }}
        />
      )}
      {isPasting && (
        <PasteTableDialog
          onSource={choose}
          onClose={() => {
            setPasting(false);
          }}
        />
      )}
    </>
  );
}

/** Returns the kind of a run with another table. Only the rows of a batch are whole requests. */
function kindFor({ format }: TableOptions, kind: Recipe['kind']): Recipe['kind'] {
  if (format === 'openai-batch') return 'batch';
  return kind === 'batch' ? 'chat' : kind;
}

/** Shows the options of a source and its first rows. */
function SourcePreview({
  chosen: { source, options },
  isReplacing,
  onOptions,
  onRead,
  onCancel,
}: {
  readonly chosen: ChosenSource;
  readonly isReplacing: boolean;
  readonly onOptions: (options: TableOptions) => void;
  readonly onRead: () => void;
  readonly onCancel: () => void;
}) {
  const { bridge } = useSession();
  const { value: preview, failure } = useQuery(`${source.id} ${JSON.stringify(options)}`, (signal) =>
    bridge.call('runs.previewTable', { sourceId: source.id, options, limit: previewRows }, { signal }),
  );
  const card = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // the user may be typing elsewhere since the file was requested
    if (isFocusFree('[data-step="data"]')) card.current?.focus();
  }, []);
  return (
    <fieldset ref={card} className="run-card" tabIndex={-1}>
      <legend>{source.fileName}</legend>
      <TableOptionFields source={source} options={options} onChange={onOptions} />
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {preview === undefined && failure === undefined && <Spinner label={text.loadingPreview} />}
      {preview !== undefined && (
        <>
          <ProblemList problems={preview.problems} total={preview.problems.length} />
          <PreviewTable
            label={text.previewLabel(source.fileName)}
            columns={preview.columns}
            rows={preview.rows.map(({ line, values }) => ({ number: line, values }))}
            numberHeading={text.positions[options.format]}
            note={preview.isWhole ? text.whole(preview.rows.length) : text.firstOnes(preview.rows.length)}
          />
        </>
      )}
      <div className="run-row">
        <Button variant="primary" isDisabled={preview === undefined || preview.rows.length === 0} onClick={onRead}>
          {text.read}
        </Button>
        <Button onClick={onCancel}>{text.cancel}</Button>
        <p className="muted small">{isReplacing ? text.replaceNote : text.readHint}</p>
      </div>
    </fieldset>
  );
}

/** Shows the first rows of the run's table. */
function StoredTable({ runId, table, draft }: { readonly runId: string; readonly table: RunTable; readonly draft: StepProps['draft'] }) {
  const { bridge } = useSession();
  const { recipe } = useStore(draft.state);
  const page = { id: runId, view: { sort: null, filters: [] }, offset: 0, limit: previewRows };
  // a table with another file or size is another table
  const { value } = useQuery(`${table.fileName} ${table.rows} ${table.columns.length}`, (signal) =>
    bridge.call('runs.page', page, { signal }),
  );
  const rows = value?.rows.map(({ row, values }) => ({ number: row, values }));
  const { data } = recipe;
  const options = data === null ? [] : describeOptions(data);
  return (
    <>
      <p>
        <strong>{table.fileName}</strong>{' '}
        <span className="muted small">{[text.summary(table.rows, table.columns.length), ...options].join(' · ')}</span>
      </p>
      <ProblemList problems={table.problems} total={table.problemCount} />
      {rows !== undefined && (
        <PreviewTable
          label={text.previewLabel(table.fileName)}
          columns={table.columns}
          rows={rows}
          numberHeading={runResultsText.row}
          note={rows.length === table.rows ? text.whole(table.rows) : text.firstOf(rows.length, table.rows)}
        />
      )}
    </>
  );
}

function describeOptions({ format, encoding, delimiter, sheet }: TableOptions): readonly string[] {
  if (format === 'xlsx') return [text.formats.xlsx, ...(sheet === null ? [] : [sheet])];
  const isDelimited = format === 'csv' || format === 'tsv';
  return [text.formats[format], encoding.toUpperCase(), ...(isDelimited ? [text.delimiters[delimiter] ?? delimiter] : [])];
}

/** Lists the problems of a table. */
function ProblemList({ problems, total }: { readonly problems: readonly TableProblem[]; readonly total: number }) {
  if (total === 0) return null;
  return (
    <ScrollRegion label={text.problems(total)} className="run-problems small">
      <p>{text.problems(total)}</p>
      <ul>
        {problems.map(({ kind, line, message }) => (
          <li key={`${kind} ${line ?? ''}`}>{message}</li>
        ))}
        {total > problems.length && <li>{text.moreProblems(total - problems.length)}</li>}
      </ul>
    </ScrollRegion>
  );
}
