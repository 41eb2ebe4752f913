import type { Failed } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { TableFormat, TableProblem } from '../../contract/run-recipe.ts';
import type { FileProblem, RowProblem, ParseProblem } from './data/table-types.ts';
import { runsText } from './text.ts';

const { positions, rowProblems, fileProblems } = runsText;

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
  // the text of a kind takes the problem of that kind
  if (!('number' in problem)) return (fileProblems[problem.kind] as (problem: FileProblem) => string)(problem);
  const describe = rowProblems[problem.kind] as (at: string, problem: RowProblem) => string;
  return describe(positions[format](problem.number), problem);
}
