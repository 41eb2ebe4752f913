import { createLabelCounter } from './label-statistics.ts';

/** How often two variants, or two repeats, gave a row the same label. */
export interface Agreement {
  readonly first: string;
  readonly second: string;
  /** Rows that both have a label for. */
  readonly count: number;
  readonly agreement: number | null;
  readonly kappa: number | null;
}

/** Compares the labels of a row as rows come. */
export interface AgreementCounter {
  /** Labels in the order of the raters; undefined where one has none for this row. */
  readonly add: (labels: readonly (string | undefined)[]) => void;
  readonly result: () => AgreementResult;
}

/** The agreement of all pairs, and the mean of their kappas as far as they are defined. */
export interface AgreementResult {
  readonly pairs: readonly Agreement[];
  readonly meanKappa: number | null;
}

/** Creates a counter of the agreement between each two of the raters: variants of a run, or repeats of a variant. */
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
