/** Text of runs besides failures: problems of tables, complaints about answers, and exported summaries. */
export const runsText = {
  untitled: 'Untitled run',
  firstTemplate: 'Prompt',
  pastedTable: 'Pasted table',

  /** What is wrong with a row of a table, which `row` names. */
  rowProblems: {
    nulCharacters: (row: number) => `Row ${row} has NUL characters, which were replaced by �.`,
    undecodable: (row: number) => `Row ${row} has bytes that aren’t valid in this encoding, which were replaced by �.`,
    tooFewFields: (row: number, found: number, expected: number) => `Row ${row} has ${found} of ${expected} values, so the rest are empty.`,
    tooManyFields: (row: number, found: number, expected: number) =>
      `Row ${row} has ${found} values instead of ${expected}, so it was skipped.`,
    valuesWithoutColumn: (row: number) => `Row ${row} has values in columns without a name, which were skipped.`,
    tooLong: (row: number, limit: number) => `Row ${row} has more than ${limit} characters, so it was skipped.`,
    quotes: (row: number) => `Row ${row} has quotation marks that don’t match, so it was skipped.`,
    tooManyQuotes: (row: number, limit: number) =>
      `Reading stopped at row ${row}, because more than ${limit} rows have quotation marks that don’t match.`,
    notJson: (row: number) => `Row ${row} isn’t valid JSON, so it was skipped.`,
    tooDeep: (row: number) => `Row ${row} is nested too deeply, so it was skipped.`,
    notAnObject: (row: number) => `Row ${row} isn’t a JSON object, so it was skipped.`,
    cutOff: (row: number) => `The file ends in the middle of row ${row}.`,
    tooManyColumns: (row: number, limit: number) => `Reading stopped at row ${row}, because the table has more than ${limit} columns.`,
    tooManyRows: (row: number, limit: number) => `Reading stopped at row ${row}, because the table has more than ${limit} rows.`,
    batchField: (row: number, field: string) => `Row ${row} was skipped, because its “${field}” is missing or invalid.`,
    duplicateId: (row: number, id: string) => `Row ${row} was skipped, because an earlier row has the same custom_id “${id}”.`,
  },
  /** What is wrong with the file of a table. */
  fileProblems: {
    empty: 'The table is empty.',
    unreadable: (detail: string) => `Causeway can’t read the file: ${detail}.`,
    unknownEncoding: (encoding: string) => `“${encoding}” isn’t a known encoding.`,
    notAList: 'The file isn’t a list of JSON objects.',
    notAWorkbook: (detail: string) => `The file isn’t a workbook (${detail}).`,
    encryptedWorkbook: 'The workbook is encrypted or in an old format, so save it as .xlsx without a password.',
    noSheet: (sheet: string) => `The workbook has no sheet “${sheet}”.`,
    unpacksTooLarge: 'The workbook unpacks to far more data than a table should have, so it wasn’t read.',
    tooManyStrings: 'The workbook has more text than Causeway can read, so save it as CSV.',
    cellTooLong: 'The workbook has a cell that is too long, so save it as CSV.',
    workbookTooLarge: 'The workbook is too large, so save it as CSV.',
  },
  workbook: {
    tooManyParts: (most: number) => `it has more than ${most} parts`,
    partMissing: (part: string) => `${part} is missing`,
    tooManySheets: 'it has too many sheets',
    noSheets: 'it has no sheets',
    tooManyRelations: 'it has too many relationships',
  },

  /** What is wrong with an answer. The model reads it when it is asked to correct the answer, and the user if that fails. */
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
  /** What a model is told, to correct an answer. */
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
      'Accuracy',
      'Kappa',
    ],
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
