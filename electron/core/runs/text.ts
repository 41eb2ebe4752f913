import type { TableFormat } from '../../contract/run-recipe.ts';

const n = (value: number): string => value.toLocaleString('en');
const line = (number: number): string => `line ${number}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Texts of runs except failures: problems of tables, complaints about answers, and exported summaries. */
export const runsText = {
  untitled: 'Untitled run',
  firstTemplate: 'Prompt',
  pastedTable: 'Pasted table',

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
    nulCharacters: (at: string) => `${capital(at)} has NUL characters, which were replaced by �.`,
    undecodable: (at: string) => `${capital(at)} has bytes that aren’t valid in this encoding, which were replaced by �.`,
    tooFewFields: (at: string, found: number, expected: number) =>
      `${capital(at)} has ${n(found)} of ${n(expected)} values, so the rest are empty.`,
    tooManyFields: (at: string, found: number, expected: number) =>
      `${capital(at)} has ${n(found)} values instead of ${n(expected)}, so it was skipped.`,
    valuesWithoutColumn: (at: string) => `${capital(at)} has values in columns without a name, which were skipped.`,
    tooLong: (at: string, limit: number) => `${capital(at)} has more than ${n(limit)} characters, so it was skipped.`,
    quotes: (at: string) => `${capital(at)} has quotation marks that don’t match, so it was skipped.`,
    tooManyQuotes: (at: string, limit: number) =>
      `Reading stopped at ${at}, because more than ${n(limit)} rows have quotation marks that don’t match.`,
    notJson: (at: string) => `${capital(at)} isn’t valid JSON, so it was skipped.`,
    tooDeep: (at: string) => `${capital(at)} is nested too deeply, so it was skipped.`,
    notAnObject: (at: string) => `${capital(at)} isn’t a JSON object, so it was skipped.`,
    cutOff: (at: string) => `The file ends in the middle of ${at}.`,
    tooManyColumns: (at: string, limit: number) => `Reading stopped at ${at}, because the table has more than ${n(limit)} columns.`,
    tooManyRows: (at: string, limit: number) => `Reading stopped at ${at}, because the table has more than ${n(limit)} rows.`,
    batchField: (at: string, field: string) => `${capital(at)} was skipped, because its “${field}” is missing or invalid.`,
    duplicateId: (at: string, id: string) => `${capital(at)} was skipped, because an earlier one has the same custom_id “${id}”.`,
  },
  /** Problems of a table file. */
  fileProblems: {
    empty: 'The table is empty.',
    unreadable: (detail: string) => `Causeway can’t read the file: ${detail}.`,
    unknownEncoding: (encoding: string) => `“${encoding}” isn’t a known encoding.`,
    notAList: 'The file isn’t a list of JSON objects.',
    textAfterList: 'Reading stopped at the end of the first list, because the file has more text after it.',
    notAWorkbook: (detail: string) => `The file isn’t a workbook (${detail}).`,
    encryptedWorkbook: 'The workbook is encrypted or in an old format, so save it as .xlsx without a password.',
    noSheet: (sheet: string) => `The workbook has no sheet “${sheet}”.`,
    unpacksTooLarge: 'The workbook unpacks to more data than Causeway can read, so save it as CSV.',
    workbookTooLarge: 'The workbook is too large, so save it as CSV.',
  },
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
