import * as z from 'zod';

const count = z.number().int().nonnegative();

/** A distribution of lengths or times, with bins of equal width. */
export const histogramSchema = z
  .object({
    count,
    min: z.number(),
    max: z.number(),
    mean: z.number(),
    /** Exact for whole numbers below 4,096, otherwise to a two-thousandth of the range. */
    median: z.number(),
    p95: z.number(),
    /** Adjacent bins. A value is in the bin with `from <= value < to`. */
    bins: z.array(z.object({ from: z.number(), to: z.number(), count }).readonly()).readonly(),
  })
  .readonly();
export type RunHistogram = z.infer<typeof histogramSchema>;

/** How often two variants, or two repeats, gave a row the same label. Figures are null if they are undefined. */
export const agreementSchema = z
  .object({
    first: z.string(),
    second: z.string(),
    /** Rows with a label from both. */
    count,
    agreement: z.number().nullable(),
    kappa: z.number().nullable(),
  })
  .readonly();
export type RunAgreement = z.infer<typeof agreementSchema>;

const share = z.number().nullable();

/** Figures of labels compared with the truth, or with the labels of another rater. */
export const labelStatisticsSchema = z
  .object({
    count,
    /** Answers to rows with a truth that failed or have no label. They count only for `overallAccuracy`. */
    unlabeled: count,
    /** The share of equal pairs. Null if there are no pairs. */
    accuracy: share,
    /** The same with answers without a label as wrong. */
    overallAccuracy: share,
    /** Cohen’s kappa. Null if it is undefined: without pairs, or if both sides always have the same label. */
    kappa: share,
    /** By descending frequency in the truth. */
    labels: z.array(z.string()).readonly(),
    /** `matrix[truth][answer]`, both in the order of `labels`. Null if there are too many labels. */
    matrix: z.array(z.array(count).readonly()).readonly().nullable(),
    /** Each score is null if its denominator is 0. */
    perLabel: z
      .array(
        z
          .object({ label: z.string(), truth: count, answered: count, correct: count, precision: share, recall: share, f1: share })
          .readonly(),
      )
      .readonly(),
    /** Whether there were more different labels than the limit. Those beyond it have no scores and count only for the accuracy. */
    hasMoreLabels: z.boolean(),
  })
  .readonly();
export type RunLabelStatistics = z.infer<typeof labelStatisticsSchema>;

/** Figures of one variant over all its repeats. Histograms are null if there are no values. */
export const variantStatisticsSchema = z
  .object({
    variantId: z.string().min(1).max(100),
    done: count,
    failed: count,
    promptTokens: count,
    completionTokens: count,
    /** In characters. */
    lengths: histogramSchema.nullable(),
    firstTokenMs: histogramSchema.nullable(),
    totalMs: histogramSchema.nullable(),
    /** Null if the recipe has no truth column. */
    labels: labelStatisticsSchema.nullable(),
    /** The agreement between repeats. Null if there is only one. */
    repeats: z
      .object({ pairs: z.array(agreementSchema).readonly(), meanKappa: z.number().nullable() })
      .readonly()
      .nullable(),
  })
  .readonly();
export type VariantStatistics = z.infer<typeof variantStatisticsSchema>;

export const runStatisticsSchema = z
  .object({
    variants: z.array(variantStatisticsSchema).readonly(),
    /** The agreement between each two variants, by their ids, in the first repeat. */
    agreements: z.array(agreementSchema).readonly(),
  })
  .readonly();
export type RunStatistics = z.infer<typeof runStatisticsSchema>;
