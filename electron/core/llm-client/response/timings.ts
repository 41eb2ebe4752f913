import type { Timings } from '../../../contract/answer.ts';

/** Moments of one answer, all by the same clock. */
export interface TimeMarks {
  readonly startedAt: number;
  firstAt: number | undefined;
  lastAt: number | undefined;
  chunks: number;
}

/**
 * Speed is counted from the first token to the last, since waiting in a queue says nothing about an engine;
 * an answer in one piece has only its whole duration.
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
