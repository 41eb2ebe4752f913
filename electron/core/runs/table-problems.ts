import type { Failed } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { TableFormat, TableProblem } from '../../contract/run-recipe.ts';
import type { FileProblem, RowProblem, ParseProblem } from './data/table-types.ts';
import { runsText } from './text.ts';

const { rowProblems, fileProblems } = runsText;

/** Adds the sentence for the user to a problem. It names the position of the row, if the problem is about one. */
export function toTableProblem(format: TableFormat, problem: ParseProblem): TableProblem {
  const { kind, effect } = problem;
  return {
    kind,
    line: 'number' in problem ? problem.number : null,
    message: describeProblem(format, problem),
    losesRows: effect !== 'row-kept',
  };
}

/** Collects the problems of a table up to a limit. The one that stopped reading comes first, and those that only changed values last. */
export function createProblemList(format: TableFormat, limit: number) {
  const byEffect: Readonly<Record<ParseProblem['effect'], TableProblem[]>> = { stopped: [], 'row-skipped': [], 'row-kept': [] };
  let count = 0;
  return {
    add: (problem: ParseProblem): void => {
      count += 1;
      const similar = byEffect[problem.effect];
      if (similar.length < limit) similar.push(toTableProblem(format, problem));
    },
    problems: (): readonly TableProblem[] => [...byEffect.stopped, ...byEffect['row-skipped'], ...byEffect['row-kept']].slice(0, limit),
    count: (): number => count,
  };
}

/** Returns the failure of a table without a readable row. */
export function tableStopped(format: TableFormat, problem: ParseProblem): Failed {
  return fail('run-table-unreadable', { problem: describeProblem(format, problem) });
}

function describeProblem(format: TableFormat, problem: ParseProblem): string {
  return 'number' in problem ? describeRowProblem(runsText.positions[format](problem.number), problem) : describeFileProblem(problem);
}

function describeRowProblem(at: string, problem: RowProblem): string {
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

function describeFileProblem(problem: FileProblem): string {
  switch (problem.kind) {
    case 'empty':
      return fileProblems.empty;
    case 'unreadable-file':
      return fileProblems.unreadable(problem.message);
    case 'unknown-encoding':
      return fileProblems.unknownEncoding(problem.encoding);
    case 'not-a-list':
      return fileProblems.notAList;
    case 'text-after-list':
      return fileProblems.textAfterList;
    case 'not-a-workbook':
      return fileProblems.notAWorkbook(problem.message);
    case 'encrypted-or-old-workbook':
      return fileProblems.encryptedWorkbook;
    case 'no-such-sheet':
      return fileProblems.noSheet(problem.sheet);
    case 'unpacks-too-large':
    case 'unpacks-too-much':
      return fileProblems.unpacksTooLarge;
    case 'workbook-too-large':
      return fileProblems.workbookTooLarge;
  }
}
