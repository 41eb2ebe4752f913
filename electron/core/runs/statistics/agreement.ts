import type { RunAgreement } from '../../../contract/run-results.ts';
import { cohenKappa } from './label-statistics.ts';

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

/** Labels of one pair. */
const maxLabels = 10_000;
/** Labels of all pairs, because 100 repeats have 4,950 pairs and each free text is a label of its own. */
const maxLabelsOfAllPairs = 1_000_000;

/** Creates a counter for every pair of raters. A rater is a variant of a run or a repeat of a variant. */
export function createAgreementCounter(raters: readonly string[]): AgreementCounter {
  const pairCount = (raters.length * (raters.length - 1)) / 2;
  const limit = Math.min(maxLabels, Math.floor(maxLabelsOfAllPairs / pairCount));
  const pairs = raters.flatMap((first, index) =>
    raters
      .slice(index + 1)
      .map((second, offset) => ({ first, second, index, other: index + 1 + offset, counter: createPairCounter(limit) })),
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
        const { count, agreement, kappa } = counter.result();
        return { first, second, count, agreement, kappa };
      });
      const kappas = compared.flatMap(({ kappa }) => (kappa === null ? [] : [kappa]));
      return { pairs: compared, meanKappa: kappas.length === 0 ? null : kappas.reduce((sum, kappa) => sum + kappa, 0) / kappas.length };
    },
  };
}

/** Counts the labels of two raters. Beyond the limit there is no kappa, which is of no use for free text. */
function createPairCounter(limit: number) {
  const frequencies = new Map<string, [number, number]>();
  let [count, same] = [0, 0];
  let hasTooManyLabels = false;

  const find = (label: string): [number, number] => {
    const found = frequencies.get(label) ?? [0, 0];
    frequencies.set(label, found);
    return found;
  };

  return {
    add: (first: string, second: string): void => {
      count += 1;
      if (first === second) same += 1;
      if (hasTooManyLabels) return;
      find(first)[0] += 1;
      find(second)[1] += 1;
      if (frequencies.size <= limit) return;
      hasTooManyLabels = true;
      frequencies.clear();
    },
    result: (): Pick<RunAgreement, 'count' | 'agreement' | 'kappa'> => ({
      count,
      agreement: count === 0 ? null : same / count,
      kappa: hasTooManyLabels ? null : cohenKappa(count, same, [...frequencies.values()]),
    }),
  };
}
