import { useEffect, useRef } from 'react';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { tableFormats } from '../../../electron/contract/constants.ts';
import type { TableOptions, TableProblem, TableSource } from '../../../electron/contract/run-recipe.ts';
import { isFocusFree } from '../../state/pending-request.ts';
import { useQuery } from '../../state/query.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Checkbox } from '../../ui/toggle.tsx';
import { Select } from '../../ui/select.tsx';
import { RunTable } from '../run-table.tsx';
import { runEditorText } from './text.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

const text = runEditorText.data;
const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'big5',
];
const firstSheet = '';
export const previewRows = 20;

export interface ChosenSource {
  readonly source: TableSource;
  readonly options: TableOptions;
}

/** Shows the options of a source and its first rows. */
export function SourcePreview({
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
    <fieldset ref={card} className="run-card run-parts" tabIndex={-1}>
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
      <div className="run-row row wrap">
        <Button variant="primary" isDisabled={preview === undefined || preview.rows.length === 0} onClick={onRead}>
          {text.read}
        </Button>
        <Button onClick={onCancel}>{text.cancel}</Button>
        <p className="muted small">{isReplacing ? text.replaceNote : text.readHint}</p>
      </div>
    </fieldset>
  );
}

/** Edits how a table is read. Labels the detected options. */
function TableOptionFields({
  source: { detected, sheets },
  options,
  onChange,
}: {
  readonly source: TableSource;
  readonly options: TableOptions;
  readonly onChange: (options: TableOptions) => void;
}) {
  const { format } = options;
  const isDelimited = format === 'csv' || format === 'tsv';
  const isWorkbook = format === 'xlsx';
  const mark = (isDetected: boolean) => (isDetected ? text.detected : undefined);
  const delimiters = [...new Set([...Object.keys(text.delimiters), detected.delimiter, options.delimiter])];
  return (
    <div className="run-fields">
      <Select
        label={text.format}
        value={format}
        options={tableFormats.map((value) => ({ value, label: text.formats[value], detail: mark(value === detected.format) }))}
        onChange={(value) =>
          onChange({
            ...options,
            format: value,
            ...(value === 'tsv' ? { delimiter: '\t' } : value === 'csv' && format === 'tsv' ? { delimiter: ',' } : {}),
          })
        }
      />
      {!isWorkbook && (
        <Select
          label={text.encoding}
          value={options.encoding}
          options={[...new Set([detected.encoding, options.encoding, ...encodings])].map((value) => ({
            value,
            label: value.toUpperCase(),
            detail: mark(value === detected.encoding),
          }))}
          onChange={(encoding) => onChange({ ...options, encoding })}
        />
      )}
      {isDelimited && (
        <Select
          label={text.delimiter}
          value={options.delimiter}
          options={delimiters.map((value) => ({
            value,
            label: text.delimiters[value] ?? value,
            detail: mark(value === detected.delimiter),
          }))}
          onChange={(delimiter) => onChange({ ...options, delimiter })}
        />
      )}
      {isWorkbook && sheets.length > 1 && (
        <Select
          label={text.sheet}
          value={options.sheet ?? firstSheet}
          options={[{ value: firstSheet, label: text.firstSheet }, ...sheets.map((sheet) => ({ value: sheet, label: sheet }))]}
          onChange={(sheet) => onChange({ ...options, sheet: sheet === firstSheet ? null : sheet })}
        />
      )}
      {(isDelimited || isWorkbook) && (
        <Checkbox label={text.hasHeader} isOn={options.hasHeader} onChange={(hasHeader) => onChange({ ...options, hasHeader })} />
      )}
    </div>
  );
}

const maxColumns = 40;

/** Shows the first rows of a table. */
export function PreviewTable({
  label,
  columns,
  rows,
  numberHeading,
  note,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly number: number; readonly values: Readonly<Record<string, string>> }[];
  readonly numberHeading: string;
  readonly note: string;
}) {
  const shown = columns.slice(0, maxColumns);
  return (
    <div>
      <RunTable
        label={label}
        kind="lines"
        heading={numberHeading}
        columns={shown}
        rows={rows.map(({ number, values }) => ({
          key: String(number),
          cells: [number, ...shown.map((column) => (values[column] ?? '').slice(0, 200))],
        }))}
      />
      <p className="muted small">
        {[note, ...(columns.length > maxColumns ? [runEditorText.data.wide(maxColumns, columns.length)] : [])].join('. ')}
      </p>
    </div>
  );
}

/** Lists the problems of a table. */
export function ProblemList({ problems, total }: { readonly problems: readonly TableProblem[]; readonly total: number }) {
  if (total === 0) return null;
  return (
    <ScrollRegion label={text.problems(total)} className="run-problems small">
      <p className="runs-warning medium">{text.problems(total)}</p>
      <ul>
        {problems.map(({ kind, line, message }) => (
          <li key={`${kind} ${line ?? ''}`}>{message}</li>
        ))}
        {total > problems.length && <li>{text.moreProblems(total - problems.length)}</li>}
      </ul>
    </ScrollRegion>
  );
}
