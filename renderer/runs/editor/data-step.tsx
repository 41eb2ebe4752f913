import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ClipboardPaste, FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../electron/contract/failure.ts';
import type { Recipe, TableOptions, RunTable, TableSource } from '../../../electron/contract/run-recipe.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Progress } from '../../ui/progress.tsx';
import { runResultsText } from '../results/text.ts';
import { useQuery } from '../../state/query.ts';
import { PreviewTable, ProblemList, SourcePreview, previewRows, type ChosenSource } from './source-preview.tsx';
import type { StepProps } from './recipe.ts';
import { runEditorText } from './text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';

const text = runEditorText.data;

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
      <div className="run-row row wrap">
        <Button
          variant={hasTable || chosen !== undefined ? 'plain' : 'primary'}
          icon={<FolderOpen aria-hidden />}
          data-first-focus
          onClick={() => void chooseFile()}
        >
          {hasTable ? text.chooseOther : text.choose}
        </Button>
        <Button icon={<ClipboardPaste aria-hidden />} onClick={() => setPasting(true)}>
          {hasTable ? text.pasteOther : text.paste}
        </Button>
        {!hasTable && <p className="muted small">{text.hint}</p>}
      </div>
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {readController !== undefined ? (
        <div className="run-card run-parts">
          <Progress label={text.reading(run.rows)} value={null} />
          <div>
            <Button onClick={() => readController.abort()}>{text.cancel}</Button>
          </div>
        </div>
      ) : chosen === undefined ? (
        hasTable && run.table !== null && <StoredTable runId={run.id} table={run.table} draft={draft} />
      ) : (
        <SourcePreview
          key={chosen.source.id}
          chosen={chosen}
          isReplacing={hasTable}
          onOptions={(options) => setChosen({ ...chosen, options })}
          onRead={() => void read(chosen)}
          onCancel={() => setChosen(undefined)}
        />
      )}
      {isPasting && <PasteTableDialog onSource={choose} onClose={() => setPasting(false)} />}
    </>
  );
}

/** Returns the kind of a run with another table. Only the rows of a batch are whole requests. */
function kindFor({ format }: TableOptions, kind: Recipe['kind']): Recipe['kind'] {
  if (format === 'openai-batch') return 'batch';
  return kind === 'batch' ? 'chat' : kind;
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

/** Takes a table as text. Uses pasted text at once without rendering it, because it may be large. */
function PasteTableDialog({ onSource, onClose }: { readonly onSource: (source: TableSource) => void; readonly onClose: () => void }) {
  const { bridge } = useSession();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const use = async (table: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setFailure(undefined);
    const { signal } = controller;
    const result = await bridge.call('runs.pasteTable', { text: table }, { signal });
    if (signal.aborted) return;
    setBusy(false);
    if (!result.ok) {
      setFailure(result.failure);
      return;
    }
    onSource(result.value);
    onClose();
  };
  return (
    <FormDialog
      title={text.pasteTitle}
      description={text.pasteHint}
      size="lg"
      saveLabel={text.pasteUse}
      canSave={typed.trim() !== ''}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void use(typed)}
      onClose={onClose}
    >
      <TextArea
        label={text.pasteField}
        value={typed}
        spellCheck={false}
        data-mono
        rows={8}
        onChange={setTyped}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (typed !== '' || pasted.trim() === '') return;
          event.preventDefault();
          void use(pasted);
        }}
      />
    </FormDialog>
  );
}
