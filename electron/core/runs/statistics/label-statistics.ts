/** How answers that are labels compare with the truth, or with other answers. */
export interface LabelStatistics {
  readonly count: number;
  /** The share of pairs that are the same, or null without pairs. */
  readonly accuracy: number | null;
  /** Cohen’s kappa, or null if it is not defined: without pairs, or if both sides always have the same one label. */
  readonly kappa: number | null;
  /** In the order of their frequency in the truth. */
  readonly labels: readonly string[];
  /** Counts by truth and answer in the order of `labels`, or null if there are too many labels to hold or show it. */
  readonly matrix: readonly (readonly number[])[] | null;
  readonly perLabel: readonly LabelScore[];
  /** Whether there were more different labels than are counted one by one. Those beyond count as one that is always wrong. */
  readonly hasMoreLabels: boolean;
}

/** Scores of one label. Null where nothing has the label. */
export interface LabelScore {
  readonly label: string;
  readonly truth: number;
  readonly answered: number;
  readonly correct: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

/** Counts pairs of labels as they come. */
export interface LabelCounter {
  readonly add: (truth: string, answer: string) => void;
  readonly result: () => LabelStatistics;
}

const maxLabels = 10_000;
const maxMatrixLabels = 200;

interface LabelCount {
  truth: number;
  answered: number;
  correct: number;
}

/**
 * Creates a counter. Its memory depends on the number of different labels, which is limited, because a column of free text may be chosen by
 * mistake.
 */
export function createLabelCounter(): LabelCounter {
  const labels = new Map<string, LabelCount>();
  const pairs = new Map<string, Map<string, number>>();
  let count = 0;
  let same = 0;
  let hasMoreLabels = false;

  const find = (label: string): LabelCount | undefined => {
    const known = labels.get(label);
    if (known) return known;
    if (labels.size === maxLabels) {
      hasMoreLabels = true;
      return undefined;
    }
    const added = { truth: 0, answered: 0, correct: 0 };
    labels.set(label, added);
    if (labels.size > maxMatrixLabels) pairs.clear();
    return added;
  };

  const add = (truth: string, answer: string): void => {
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

  const result = (): LabelStatistics => {
    const ordered = [...labels].toSorted(([a, x], [b, y]) => y.truth - x.truth || y.answered - x.answered || (a < b ? -1 : 1));
    const names = ordered.map(([label]) => label);
    const matrix = names.length > maxMatrixLabels ? null : names.map((truth) => names.map((answer) => pairs.get(truth)?.get(answer) ?? 0));
    return {
      count,
      accuracy: count === 0 ? null : same / count,
      kappa: cohenKappa(count, same, [...labels.values()]),
      labels: names,
      matrix,
      perLabel: ordered.map(([label, counts]) => toScore(label, counts)),
      hasMoreLabels,
    };
  };

  return { add, result };
}

/** Cohen’s kappa: the agreement beyond what the frequencies of the labels would give by chance. */
function cohenKappa(count: number, same: number, labels: readonly LabelCount[]): number | null {
  if (count === 0) return null;
  const byChance = labels.reduce((sum, { truth, answered }) => sum + (truth / count) * (answered / count), 0);
  return byChance === 1 ? null : (same / count - byChance) / (1 - byChance);
}

function toScore(label: string, { truth, answered, correct }: LabelCount): LabelScore {
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
