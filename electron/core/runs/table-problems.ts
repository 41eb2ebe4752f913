import type { Failed } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { TableProblem as ShownProblem } from '../../contract/runs.ts';
import type { FileProblem, RowProblem, TableFormat, TableProblem } from './data/table-types.ts';
import { runsText } from './text.ts';

const { rowProblems, fileProblems } = runsText;

/** Returns a problem of a table with its sentence, which names the position of the row where it has one. */
export function toTableProblem(format: TableFormat, problem: TableProblem): ShownProblem {
  return { kind: problem.kind, line: 'number' in problem ? problem.number : null, message: sentence(format, problem) };
}

/** The failure of a table of which nothing can be read. */
export function tableStopped(format: TableFormat, problem: TableProblem): Failed {
  return fail('run-table-unreadable', { problem: sentence(format, problem) });
}

function sentence(format: TableFormat, problem: TableProblem): string {
  return 'number' in problem ? rowSentence(runsText.positions[format](problem.number), problem) : fileSentence(problem);
}

function rowSentence(at: string, problem: RowProblem): string {
  switch (problem.kind) {
    case 'nul-characters':
      return rowProblems.nulCharacters(at);
    case 'undecodable-bytes':
      return rowProblems.undecodable(at);
    case 'too-few-fields':
      return rowProblems.tooFewFields(at, problem.found, problem.expected);
    case 'too-many-fields':
      return rowProblems.tooManyFields(at, problem.found, problem.expected);
    case 'cells-without-column':
      return rowProblems.valuesWithoutColumn(at);
    case 'line-too-long':
      return rowProblems.tooLong(at, problem.limit);
    case 'bad-quotes':
      return rowProblems.quotes(at);
    case 'too-many-bad-quotes':
      return rowProblems.tooManyQuotes(at, problem.limit);
    case 'invalid-json':
      return rowProblems.notJson(at);
    case 'nested-too-deeply':
      return rowProblems.tooDeep(at);
    case 'not-an-object':
      return rowProblems.notAnObject(at);
    case 'cut-off':
      return rowProblems.cutOff(at);
    case 'too-many-columns':
      return rowProblems.tooManyColumns(at, problem.limit);
    case 'too-many-rows':
      return rowProblems.tooManyRows(at, problem.limit);
    case 'invalid-batch-line':
      return rowProblems.batchField(at, problem.field);
    case 'duplicate-custom-id':
      return rowProblems.duplicateId(at, problem.customId);
  }
}

function fileSentence(problem: FileProblem): string {
  switch (problem.kind) {
    case 'empty':
      return fileProblems.empty;
    case 'unreadable-file':
      return fileProblems.unreadable(problem.message);
    case 'unknown-encoding':
      return fileProblems.unknownEncoding(problem.encoding);
    case 'not-a-list':
      return fileProblems.notAList;
    case 'not-a-workbook':
      return fileProblems.notAWorkbook(problem.message);
    case 'encrypted-or-old-workbook':
      return fileProblems.encryptedWorkbook;
    case 'no-such-sheet':
      return fileProblems.noSheet(problem.sheet);
    case 'unpacks-too-large':
    case 'unpacks-too-much':
      return fileProblems.unpacksTooLarge;
    case 'too-many-strings':
      return fileProblems.tooManyStrings;
    case 'cell-too-long':
      return fileProblems.cellTooLong;
    case 'workbook-too-large':
      return fileProblems.workbookTooLarge;
  }
}
