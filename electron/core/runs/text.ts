import type { TableFormat } from '../../contract/run-recipe.ts';
import type { FileProblem, RowProblem } from './data/table-types.ts';

const n = (value: number): string => value.toLocaleString('en');
const line = (number: number): string => `line ${number}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface ImageFile {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

const describeImage = ({ name, width, height }: ImageFile): string => `${name} (${width} × ${height})`;

/** Texts of runs except failures: problems of tables, complaints about answers, and exported summaries. */
export const runsText = {
  untitled: 'Untitled run',
  firstTemplate: 'Prompt',
  pastedTable: 'Pasted table',
  imagesSent: (images: readonly ImageFile[]) =>
    `${images.length === 1 ? 'Image' : 'Images'} sent: ${images.map(describeImage).join(', ')}.`,
  image: describeImage,

  /** The position of a row in its source, as an editor or a spreadsheet program numbers it. */
  positions: {
    csv: line,
    tsv: line,
    jsonl: line,
    'openai-batch': line,
    json: (number: number) => `item ${number}`,
    xlsx: (number: number) => `row ${number}`,
  } satisfies Readonly<Record<TableFormat, (number: number) => string>>,
  /** Problems of a row, with its position. */
  rowProblems: {
    'nul-characters': (at) => `${capital(at)} has NUL characters, which were replaced by �.`,
    'undecodable-bytes': (at) => `${capital(at)} has bytes that aren’t valid in this encoding, which were replaced by �.`,
    'too-few-fields': (at, { found, expected }) => `${capital(at)} has ${n(found)} of ${n(expected)} values, so the rest are empty.`,
    'too-many-fields': (at, { found, expected }) => `${capital(at)} has ${n(found)} values instead of ${n(expected)}, so it was skipped.`,
    'cells-without-column': (at) => `${capital(at)} has values in columns without a name, which were skipped.`,
    'line-too-long': (at, { limit }) => `${capital(at)} has more than ${n(limit)} characters, so it was skipped.`,
    'bad-quotes': (at) => `${capital(at)} has quotation marks that don’t match, so it was skipped.`,
    'too-many-bad-quotes': (at, { limit }) =>
      `Reading stopped at ${at}, because more than ${n(limit)} rows have quotation marks that don’t match.`,
    'invalid-json': (at) => `${capital(at)} isn’t valid JSON, so it was skipped.`,
    'nested-too-deeply': (at) => `${capital(at)} is nested too deeply, so it was skipped.`,
    'not-an-object': (at) => `${capital(at)} isn’t a JSON object, so it was skipped.`,
    'cut-off': (at) => `The file ends in the middle of ${at}.`,
    'too-many-columns': (at, { limit }) => `Reading stopped at ${at}, because the table has more than ${n(limit)} columns.`,
    'too-many-rows': (at, { limit }) => `Reading stopped at ${at}, because the table has more than ${n(limit)} rows.`,
    'invalid-batch-line': (at, { field }) => `${capital(at)} was skipped, because its “${field}” is missing or invalid.`,
    'duplicate-custom-id': (at, { customId }) => `${capital(at)} was skipped, because an earlier one has the same custom_id “${customId}”.`,
  } satisfies { readonly [K in RowProblem['kind']]: (at: string, problem: Extract<RowProblem, { kind: K }>) => string },
  /** Problems of a table file. */
  fileProblems: {
    empty: () => 'The table is empty.',
    'unreadable-file': ({ message }) => `Causeway can’t read the file: ${message}.`,
    'unknown-encoding': ({ encoding }) => `“${encoding}” isn’t a known encoding.`,
    'not-a-list': () => 'The file isn’t a list of JSON objects.',
    'columns-too-large': ({ limit }) =>
      `The file is written by columns and has more than ${n(limit)} characters, so save it as CSV or by rows (in pandas, with orient="records").`,
    'text-after-list': () => 'Reading stopped at the end of the first list, because the file has more text after it.',
    'empty-formulas': ({ count }) => {
      const cells =
        count === 1 ? '1 cell has a formula without a saved value and is' : `${n(count)} cells have formulas without saved values and are`;
      return `${cells} read as empty. Open the workbook in Excel or LibreOffice, save it there, and choose it again.`;
    },
    'not-a-workbook': ({ message }) => `The file isn’t a workbook (${message}).`,
    'encrypted-or-old-workbook': () => 'The workbook is encrypted or in an old format, so save it as .xlsx without a password.',
    'no-such-sheet': ({ sheet }) => `The workbook has no sheet “${sheet}”.`,
    'unpacks-too-large': () => 'The workbook unpacks to more data than Causeway can read, so save it as CSV.',
    'workbook-too-large': () => 'The workbook is too large, so save it as CSV.',
  } satisfies { readonly [K in FileProblem['kind']]: (problem: Extract<FileProblem, { kind: K }>) => string },
  workbook: {
    tooManyParts: (limit: number) => `it has more than ${limit} parts`,
    noSheets: 'it has no sheets',
  },

  /** Problems of an answer. The model gets them with the repair request, and the user sees them if that fails. */
  complaints: {
    labels: (labels: readonly string[]) => `It must be exactly one of: ${labels.join(', ')}.`,
    pattern: (pattern: string) => `It must match the regular expression ${pattern}.`,
    patternTooSlow: 'The regular expression takes too long for this answer.',
    notJson: 'It must be one JSON value and nothing else.',
    notChecked: 'It can’t be checked against the JSON Schema.',
    schema: (errors: readonly (readonly [path: string, error: string])[]) =>
      errors.map(([path, error]) => `${path === '' ? 'The value' : path}: ${error}`).join(' '),
  },
  /** A detail of a JSON Schema that can't be used. */
  slowSchema: 'one of its patterns takes too long',
  /** Details of a recipe that can't be used. */
  unknownForm: 'it has another form',
  /** Messages that request a corrected answer from the model. */
  repair: {
    problem: (complaint: string) => `Your last answer can’t be used. ${complaint}`,
    json: (schema: string) => ` Answer with one JSON value of this JSON Schema, and nothing else:\n${schema}`,
    pattern: (pattern: string) => ` Answer with a text that matches ${pattern}, and nothing else.`,
    labels: (labels: readonly string[]) => ` Answer with one of these labels, and nothing else: ${labels.join(', ')}`,
  },

  summary: {
    facts: { table: 'Table', service: 'Service', causeway: 'Causeway', started: 'Started', ended: 'Ended', state: 'State' },
    rows: (fileName: string, rows: number) => `${fileName} (${rows} ${rows === 1 ? 'row' : 'rows'})`,
    states: { draft: 'Draft', running: 'Running', paused: 'Paused', stopped: 'Stopped', finished: 'Finished' },
    variants: 'Variants',
    variantColumns: [
      'Variant',
      'Answered',
      'Failed',
      'Prompt tokens',
      'Completion tokens',
      'Median time',
      'Time p95',
      'Median length',
      'Compared',
      'Accuracy',
      'Accuracy (failed as wrong)',
      'Kappa',
    ],
    compared: (count: number, total: number) => (count === total ? String(count) : `${count} of ${total}`),
    variantAgreement: 'Agreement between variants',
    repeatAgreement: (variant: string) => `Agreement between repeats: ${variant}`,
    agreementColumns: ['First', 'Second', 'Rows', 'Agreement', 'Cohen’s kappa'],
    failures: 'Failures',
    failureColumns: ['Rows', 'Failure'],
    matrix: (variant: string) => `Confusion matrix: ${variant}`,
    matrixHint: 'Rows are the truth, columns are the answers.',
    truth: 'Truth',
  },
};
