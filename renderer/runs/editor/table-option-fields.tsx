import { tableFormats } from '../../../electron/contract/constants.ts';
import type { TableOptions, TableSource } from '../../../electron/contract/run-recipe.ts';
import { Checkbox } from '../../ui/toggle.tsx';
import { Select } from '../../ui/select.tsx';
import { runEditorText } from './text.ts';

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

/** Edits how a table is read. Labels the detected options. */
export function TableOptionFields({
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
        onChange={(value) => {
          onChange({
            ...options,
            format: value,
            ...(value === 'tsv' ? { delimiter: '\t' } : value === 'csv' && format === 'tsv' ? { delimiter: ',' } : {}),
          });
        }}
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
          onChange={(encoding) => {
            onChange({ ...options, encoding });
          }}
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
          onChange={(delimiter) => {
            onChange({ ...options, delimiter });
          }}
        />
      )}
      {isWorkbook && sheets.length > 1 && (
        <Select
          label={text.sheet}
          value={options.sheet ?? firstSheet}
          options={[{ value: firstSheet, label: text.firstSheet }, ...sheets.map((sheet) => ({ value: sheet, label: sheet }))]}
          onChange={(sheet) => {
            onChange({ ...options, sheet: sheet === firstSheet ? null : sheet });
          }}
        />
      )}
      {(isDelimited || isWorkbook) && (
        <Checkbox
          label={text.hasHeader}
          isOn={options.hasHeader}
          onChange={(hasHeader) => {
            onChange({ ...options, hasHeader });
          }}
        />
      )}
    </div>
  );
}
