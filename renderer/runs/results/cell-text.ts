import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import type { CellSummary } from '../../../electron/contract/run-results.ts';
import { runsText } from '../text.ts';
import { runResultsText } from './text.ts';

/** Returns the text of a cell in a table: its answer, or the reason of its failure. */
export function cellText({ state, answer, failure }: Pick<CellSummary, 'state' | 'answer' | 'failure'>): string {
  switch (state) {
    case 'pending':
      return '';
    case 'failed':
      return failure === null ? runResultsText.failed : `${runsText.failures[failure.code]}: ${describeFailure(failure).message}`;
    case 'invalid':
      return `${runResultsText.invalid}: ${oneLine(answer)}`;
    case 'done':
      return oneLine(answer) || runResultsText.empty;
  }
}

/** Replaces line breaks and other white space by single spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
