import type { RunAgreement } from '../../../contract/run-statistics.ts';
import { createLabelCounter } from './label-statistics.ts';

/** Compares the labels of each row that is added. */
export interface AgreementCounter {
  /** Adds a row. Labels are in the order of the raters, and undefined if a rater has none. */
  readonly add: (labels: readonly (string | undefined)[]) => void;
  readonly result: () => AgreementResult;
}

/** The agreement of all pairs, and the mean of the kappas that are defined. */
export interface AgreementResult {
  readonly pairs: readonly RunAgreement[];
  readonly meanKappa: number | null;
}

/** Creates a counter for every pair of raters. A rater is a variant of a run or a repeat of a variant. */
export function createAgreementCounter(raters: readonly string[]): AgreementCounter {
  const pairs = raters.flatMap((first, index) =>
    raters.slice(index + 1).map((second, offset) => ({ first, second, index, other: index + 1 + offset, counter: createLabelCounter() })),
  );
  return {
    add: (labels) => {
      for (const { index, other, counter } of pairs) {
        const [first, second] = [labels[index], labels[other]];
        if (first !== undefined && second !== undefined) counter.add(first, second);
      }
    },
    result: () => {
      const compared = pairs.map(({ first, second, counter }) => {
        const { count, accuracy, kappa } = counter.result();
        return { first, second, count, agreement: accuracy, kappa };
      });
      const kappas = compared.flatMap(({ kappa }) => (kappa === null ? [] : [kappa]));
      return { pairs: compared, meanKappa: kappas.length === 0 ? null : kappas.reduce((sum, kappa) => sum + kappa, 0) / kappas.length };
    },
  };
}
