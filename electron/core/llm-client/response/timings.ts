import type { Timings } from '../../../contract/answer.ts';

/** Timestamps of one answer, by the same clock. */
export interface TimeMarks {
  readonly startedAt: number;
  firstAt: number | undefined;
  lastAt: number | undefined;
  chunks: number;
}

/**
 * Computes the token rate from the first to the last token, because queueing says nothing about the engine. An unstreamed answer has only
 * its total duration.
 */
export function computeTimings(marks: TimeMarks, completionTokens: number | undefined, now: number): Timings {
  const { startedAt, firstAt, lastAt, chunks } = marks;
  const totalMs = Math.max(0, now - startedAt);
  if (firstAt === undefined || lastAt === undefined) return { firstTokenMs: null, totalMs, tokensPerSecond: null, rateFrom: null };
  const isStreamed = chunks > 1;
  const tokens = completionTokens ?? (isStreamed ? chunks : undefined);
  const spanMs = isStreamed ? lastAt - firstAt : totalMs;
  const rate = tokens === undefined || spanMs <= 0 ? null : ((isStreamed ? tokens - 1 : tokens) * 1000) / spanMs;
  return {
    firstTokenMs: Math.max(0, firstAt - startedAt),
    totalMs,
    tokensPerSecond: rate,
    rateFrom: rate === null ? null : completionTokens === undefined ? 'chunks' : 'usage',
  };
}
