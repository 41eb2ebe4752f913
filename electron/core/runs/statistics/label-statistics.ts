import type { RunLabelStatistics } from '../../../contract/run-results.ts';

/** Counts pairs of labels. An answer without one is undefined. */
export interface LabelCounter {
  readonly add: (truth: string, answer: string | undefined) => void;
  readonly result: () => RunLabelStatistics;
}

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
export function createLabelCounter(): LabelCounter {
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
export function cohenKappa(count: number, same: number, frequencies: readonly (readonly [number, number])[]): number | null {
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
