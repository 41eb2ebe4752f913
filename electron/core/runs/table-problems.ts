import type { Failed } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { TableProblem as ShownProblem } from '../../contract/runs.ts';
import type { TableProblem } from './data/table-types.ts';
import { runsText } from './text.ts';

const { rowProblems, fileProblems } = runsText;

/** Returns a problem of a table with its sentence, which names the row where it has one. */
export function toTableProblem(problem: TableProblem): ShownProblem {
  return { kind: problem.kind, line: 'number' in problem ? problem.number : null, message: sentence(problem) };
}

/** The failure of a table of which nothing can be read. */
export function tableStopped(problem: TableProblem): Failed {
  return fail('run-table-unreadable', { problem: sentence(problem) });
}

function sentence(problem: TableProblem): string {
  switch (problem.kind) {
    case 'nul-characters':
      return rowProblems.nulCharacters(problem.number);
    case 'undecodable-bytes':
      return rowProblems.undecodable(problem.number);
    case 'too-few-fields':
      return rowProblems.tooFewFields(problem.number, problem.found, problem.expected);
    case 'too-many-fields':
      return rowProblems.tooManyFields(problem.number, problem.found, problem.expected);
    case 'cells-without-column':
      return rowProblems.valuesWithoutColumn(problem.number);
    case 'line-too-long':
      return rowProblems.tooLong(problem.number, problem.limit);
    case 'bad-quotes':
      return rowProblems.quotes(problem.number);
    case 'too-many-bad-quotes':
      return rowProblems.tooManyQuotes(problem.number, problem.limit);
    case 'invalid-json':
      return rowProblems.notJson(problem.number);
    case 'nested-too-deeply':
      return rowProblems.tooDeep(problem.number);
    case 'not-an-object':
      return rowProblems.notAnObject(problem.number);
    case 'cut-off':
      return rowProblems.cutOff(problem.number);
    case 'too-many-columns':
      return rowProblems.tooManyColumns(problem.number, problem.limit);
    case 'too-many-rows':
      return rowProblems.tooManyRows(problem.number, problem.limit);
    case 'invalid-batch-line':
      return rowProblems.batchField(problem.number, problem.field);
    case 'duplicate-custom-id':
      return rowProblems.duplicateId(problem.number, problem.customId);
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
