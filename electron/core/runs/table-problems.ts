import { failed, type Failed } from '../../contract/failure.ts';
import type { TableProblem as ShownProblem } from '../../contract/runs.ts';
import type { TableProblem } from './data/table-types.ts';

/** Returns a problem of a table with its sentence, named by its line where it has one. */
export function toTableProblem(problem: TableProblem): ShownProblem {
  const line = 'number' in problem ? problem.number : null;
  return { kind: problem.kind, line, message: line === null ? sentence(problem) : `Row ${line}: ${sentence(problem)}` };
}

/** The failure of a table of which nothing can be read. */
export function tableStopped(problem: TableProblem): Failed {
  return failed(
    'invalid-input',
    `The table can’t be read. ${toTableProblem(problem).message}`,
    'Choose another file, or change how it is read.',
  );
}

function sentence(problem: TableProblem): string {
  switch (problem.kind) {
    case 'nul-characters':
      return 'It has NUL characters, which were replaced by �.';
    case 'undecodable-bytes':
      return 'Some bytes aren’t valid in this encoding and were replaced by �.';
    case 'too-few-fields':
      return `It has ${problem.found} values instead of ${problem.expected}; the rest are empty.`;
    case 'too-many-fields':
      return `It has ${problem.found} values instead of ${problem.expected}, so it was left out.`;
    case 'line-too-long':
      return `It is longer than ${problem.limit} characters, so it was left out.`;
    case 'bad-quotes':
      return 'Its quotation marks don’t match, so it was left out.';
    case 'too-many-bad-quotes':
      return `More than ${problem.limit} rows have quotation marks that don’t match. The rest wasn’t read.`;
    case 'invalid-json':
      return 'It isn’t valid JSON, so it was left out.';
    case 'nested-too-deeply':
      return 'Its JSON is nested too deeply, so it was left out.';
    case 'not-an-object':
      return 'It isn’t a JSON object, so it was left out.';
    case 'cell-too-long':
      return 'A cell is too long, so the row was left out.';
    case 'cells-without-column':
      return 'It has values in columns without a name, which were left out.';
    case 'cut-off':
      return 'The file ends in the middle of it.';
    case 'too-many-columns':
      return `There are more than ${problem.limit} columns. The rest wasn’t read.`;
    case 'too-many-rows':
      return `There are more than ${problem.limit} rows. The rest wasn’t read.`;
    case 'invalid-batch-line':
      return `Its “${problem.field}” is missing or invalid, so it was left out.`;
    case 'duplicate-custom-id':
      return `Its custom_id “${problem.customId}” was used before, so it was left out.`;
    case 'empty':
      return 'There is nothing in it.';
    case 'unreadable-file':
      return `The file can’t be read: ${problem.message}.`;
    case 'unknown-encoding':
      return `“${problem.encoding}” isn’t a known encoding.`;
    case 'not-a-list':
      return 'It isn’t a list of JSON objects.';
    case 'not-a-workbook':
      return `It isn’t a workbook: ${problem.message}.`;
    case 'encrypted-or-old-workbook':
      return 'The workbook is encrypted or of an old format. Save it as .xlsx without a password.';
    case 'no-such-sheet':
      return `The workbook has no sheet “${problem.sheet}”.`;
    case 'unpacks-too-large':
    case 'unpacks-too-much':
      return 'The workbook unpacks to far more data than a table should have, so it wasn’t read.';
    case 'too-many-strings':
      return 'The workbook holds more text than can be read. Save it as CSV.';
    case 'workbook-too-large':
      return 'The workbook is too large. Save it as CSV.';
  }
}
