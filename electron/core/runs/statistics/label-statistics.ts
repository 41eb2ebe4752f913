import type { RunAgreement, RunLabelStatistics, VariantStatistics } from '../../../contract/run-results.ts';

const maxLabels = 10_000;
const maxMatrixLabels = 200;

interface LabelCount {
  truth: number;
  answered: number;
  correct: number;
}

/**
 * Creates a counter. It limits the number of different labels to bound its memory, because the user may choose a column of free text by
 * mistake.
 */
export function createLabelCounter() {
  const labels = new Map<string, LabelCount>();
  const pairs = new Map<string, Map<string, number>>();
  let [count, same, unlabeled] = [0, 0, 0];
  let hasMoreLabels = false;

  const find = (label: string): LabelCount | undefined => {
    const counted = labels.get(label);
    if (counted) return counted;
    if (labels.size === maxLabels) {
      hasMoreLabels = true;
      return undefined;
    }
    const added = { truth: 0, answered: 0, correct: 0 };
    labels.set(label, added);
    if (labels.size > maxMatrixLabels) pairs.clear();
    return added;
  };

  /** Adds a pair of labels. An answer without one is undefined. */
  const add = (truth: string, answer: string | undefined): void => {
    if (answer === undefined) {
      unlabeled += 1;
      return;
    }
    count += 1;
    const ofTruth = find(truth);
    const ofAnswer = find(answer);
    if (ofTruth) ofTruth.truth += 1;
    if (ofAnswer) ofAnswer.answered += 1;
    if (truth === answer) {
      same += 1;
      if (ofTruth) ofTruth.correct += 1;
    }
    if (labels.size > maxMatrixLabels) return;
    const row = pairs.get(truth) ?? new Map<string, number>();
    pairs.set(truth, row.set(answer, (row.get(answer) ?? 0) + 1));
  };

  const result = (): RunLabelStatistics => {
    const ordered = [...labels].toSorted(([a, x], [b, y]) => y.truth - x.truth || y.answered - x.answered || (a < b ? -1 : 1));
    const names = ordered.map(([label]) => label);
    const matrix = names.length > maxMatrixLabels ? null : names.map((truth) => names.map((answer) => pairs.get(truth)?.get(answer) ?? 0));
    return {
      count,
      unlabeled,
      accuracy: count === 0 ? null : same / count,
      overallAccuracy: count + unlabeled === 0 ? null : same / (count + unlabeled),
      kappa: cohenKappa(
        count,
        same,
        [...labels.values()].map(({ truth, answered }) => [truth, answered]),
      ),
      labels: names,
      matrix,
      perLabel: ordered.map(([label, counts]) => toScore(label, counts)),
      hasMoreLabels,
    };
  };

  return { add, result };
}

/** Computes Cohen’s kappa: the agreement beyond the one expected by chance from how often each rater gave each label. */
function cohenKappa(count: number, same: number, frequencies: readonly (readonly [number, number])[]): number | null {
  if (count === 0) return null;
  const byChance = frequencies.reduce((sum, [first, second]) => sum + (first / count) * (second / count), 0);
  return byChance === 1 ? null : (same / count - byChance) / (1 - byChance);
}

function toScore(label: string, { truth, answered, correct }: LabelCount): RunLabelStatistics['perLabel'][number] {
  return {
    label,
    truth,
    answered,
    correct,
    precision: answered === 0 ? null : correct / answered,
    recall: truth === 0 ? null : correct / truth,
    f1: truth + answered === 0 ? null : (2 * correct) / (truth + answered),
  };
}

/** Labels of all pairs, because 100 repeats have 4,950 pairs and each free text is a label of its own. */
const maxLabelsOfAllPairs = 1_000_000;

/** Creates a counter for every pair of raters. A rater is a variant of a run or a repeat of a variant. */
export function createAgreementCounter(raters: readonly string[]) {
  const pairCount = (raters.length * (raters.length - 1)) / 2;
  const limit = Math.min(maxLabels, Math.floor(maxLabelsOfAllPairs / pairCount));
  const pairs = raters.flatMap((first, index) =>
    raters
      .slice(index + 1)
      .map((second, offset) => ({ first, second, index, other: index + 1 + offset, counter: createPairCounter(limit) })),
  );
  return {
    /** Adds the labels of a row, in the order of the raters. It is undefined if a rater has none. */
    add: (labels: readonly (string | undefined)[]): void => {
      for (const { index, other, counter } of pairs) {
        const [first, second] = [labels[index], labels[other]];
        if (first !== undefined && second !== undefined) counter.add(first, second);
      }
    },
    /** Returns the agreement of all pairs, and the mean of the kappas that are defined. */
    result: (): NonNullable<VariantStatistics['repeats']> => {
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
