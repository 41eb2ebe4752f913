import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import type { CellSummary } from '../../../electron/contract/runs.ts';
import { runsText } from '../text.ts';

/** Returns what stands in the table for a cell. A failed one says why. */
export function cellText({ state, answer, failure }: Pick<CellSummary, 'state' | 'answer' | 'failure'>): string {
  switch (state) {
    case 'pending':
      return '';
    case 'failed':
      return failure === null ? runsText.results.failed : `${runsText.failures[failure.code]}: ${describeFailure(failure).message}`;
    case 'invalid':
      return `${runsText.results.invalid}: ${oneLine(answer)}`;
    case 'done':
      return answer === '' ? runsText.results.empty : oneLine(answer);
  }
}

/** Returns a text as one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
