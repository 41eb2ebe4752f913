/**
 * The limit of requests in flight. It grows fast until the service refuses a request or slows down, and is halved at a refusal. Then it
 * returns to the accepted number and rarely probes a higher one, so that few requests are refused.
 */
export interface Concurrency {
  readonly isFixed: boolean;
  /** Fractional while it grows. */
  readonly limit: number;
  /**
   * `seek` doubles the limit in the time of one answer. `recover` does so up to the ceiling. `hold` stays at the ceiling or, if there is
   * none, grows by one in the time of one answer while the latency is stable. `probe` tries a little more than the ceiling.
   */
  readonly mode: 'seek' | 'recover' | 'hold' | 'probe';
  /** The number of requests in flight that were accepted when one was refused. Null if none was. */
  readonly ceiling: number | null;
  readonly probeStep: number;
  readonly failedProbes: number;
  readonly evaluatedAt: number;
  readonly modeSince: number;
  /** When the limit was last halved. Refusals of requests that started before don't halve it again. */
  readonly cutAt: number;
  readonly answeredSinceCut: number;
  readonly refusedAtCut: number;
  /** Moving average of the time a request takes. Null until the first answer. */
  readonly answerMs: number | null;
  /** Times to the first byte, newest last. */
  readonly recent: readonly number[];
  /** The lowest median of recent times. It rises only at a low limit, because there this run can't be what slows the service down. */
  readonly baselineMs: number | null;
  /** The throughput when the limit was last compared with it, while seeking. */
  readonly round: { readonly at: number; readonly limit: number; readonly answered: number; readonly rate: number; readonly flat: number };
}

const initialLimit = 4;
const recentSize = 8;
/** The latency is stable up to this multiple of the baseline plus this slack. */
const latencyFactor = 2;
const latencySlackMs = 50;
/** Rounds without a refusal before more than the ceiling is tried, and answers per refused request. */
const roundsBeforeProbe = 30;
const answersPerRefusal = 150;
/** How fast the baseline rises, per answer, while so few requests are in flight that they can't be what slows the service down. */
const baselineDrift = 1.02;

export function initialConcurrency(setting: 'auto' | number, now: number): Concurrency {
  return {
    isFixed: setting !== 'auto',
    limit: setting === 'auto' ? initialLimit : setting,
    mode: 'seek',
    ceiling: null,
    probeStep: 1,
    failedProbes: 0,
    evaluatedAt: now,
    modeSince: now,
    cutAt: -Infinity,
    answeredSinceCut: 0,
    refusedAtCut: 0,
    answerMs: null,
    recent: [],
    baselineMs: null,
    round: { at: now, limit: 0, answered: 0, rate: 0, flat: 0 },
  };
}

/** Takes the measures of an answer. `firstByteMs` is null if it was not measured. */
export function afterAnswer(state: Concurrency, now: number, totalMs: number, firstByteMs: number | null): Concurrency {
  if (state.isFixed) return state;
  const answerMs = state.answerMs === null ? totalMs : state.answerMs + (totalMs - state.answerMs) / 8;
  const recent = firstByteMs === null ? state.recent : [...state.recent.slice(1 - recentSize), firstByteMs];
  const medianMs = recent.length >= recentSize / 2 ? median(recent) : null;
  const drifted = state.baselineMs === null ? null : state.baselineMs * (state.limit <= initialLimit ? baselineDrift : 1);
  const baselineMs = medianMs === null ? drifted : drifted === null ? medianMs : Math.min(drifted, medianMs);
  const answered = { ...state, answerMs, recent, baselineMs, answeredSinceCut: state.answeredSinceCut + 1 };
  return withRound({ ...answered, round: { ...state.round, answered: state.round.answered + 1 } }, now);
}

/** Halves the limit, once for all requests that were refused together. `inFlight` counts the refused one too. */
export function afterRefusal(state: Concurrency, now: number, startedAt: number, inFlight: number): Concurrency {
  if (state.isFixed) return state;
  if (startedAt <= state.cutAt) {
    // another refusal from before the limit was halved: fewer requests were accepted than counted
    const ceiling = state.ceiling === null ? null : Math.max(1, state.ceiling - 1);
    return { ...state, ceiling, refusedAtCut: state.refusedAtCut + 1 };
  }
  const halved = Math.max(1, Math.floor(Math.min(state.limit, inFlight) / 2));
  const accepted = Math.max(1, inFlight - 1);
  // a second refusal before the limit has settled: the service limits the rate of requests, not their number in flight
  const isSoon = state.mode === 'recover';
  return {
    ...state,
    limit: halved,
    ceiling: isSoon ? Math.max(1, Math.min(accepted, Math.ceil(accepted * 0.75))) : accepted,
    mode: 'recover',
    failedProbes: state.mode === 'probe' ? state.failedProbes + 1 : state.failedProbes,
    probeStep: 1,
    modeSince: now,
    evaluatedAt: now,
    cutAt: now,
    answeredSinceCut: 0,
    refusedAtCut: 1,
  };
}

/** Halves the limit after an interruption. It recovers up to the ceiling or, if there is none, to the limit before. */
export function afterInterruption(state: Concurrency, now: number): Concurrency {
  if (state.isFixed) return state;
  const before = Math.max(1, Math.floor(state.limit));
  const limit = Math.max(1, Math.floor(before / 2));
  return { ...state, limit, ceiling: state.ceiling ?? before, mode: 'recover', modeSince: now, evaluatedAt: now, recent: [] };
}

/** Adapts the limit to the elapsed time and the latency. `isFull`: as many requests are in flight as the limit allows. */
export function evaluate(state: Concurrency, now: number, isFull: boolean, maxConcurrency: number): Concurrency {
  if (state.isFixed) return state;
  const elapsed = now - state.evaluatedAt;
  if (elapsed <= 0) return state;
  const at = { ...state, evaluatedAt: now };
  // a limit that isn't used says nothing about a higher one
  if (state.answerMs === null || !isFull) return at;
  const rounds = elapsed / Math.max(state.answerMs, 1);
  const holds = latencyHolds(state);
  switch (state.mode) {
    case 'seek':
      return holds
        ? { ...at, limit: Math.min(maxConcurrency, seekCeiling(state), state.limit * 2 ** Math.min(rounds, 1)) }
        : settle(at, now);
    case 'recover': {
      const ceiling = state.ceiling ?? maxConcurrency;
      const limit = Math.min(ceiling, maxConcurrency, state.limit * 2 ** Math.min(rounds, 1));
      return limit < ceiling ? { ...at, limit } : { ...at, limit: Math.min(ceiling, maxConcurrency), mode: 'hold', modeSince: now };
    }
    case 'hold':
      return holdFor(at, now, Math.min(rounds, 1), holds, maxConcurrency);
    case 'probe':
      if (now - state.modeSince < 2 * state.answerMs) return at;
      return { ...at, ceiling: state.limit, mode: 'hold', modeSince: now, probeStep: state.probeStep * 2, failedProbes: 0 };
  }
}

/** The search waits for the throughput of a limit before it goes beyond twice that limit. */
function seekCeiling({ limit, round }: Concurrency): number {
  return Math.max(limit, round.limit === 0 ? 4 * initialLimit : round.limit * 2);
}

function holdFor(state: Concurrency, now: number, rounds: number, holds: boolean, maxConcurrency: number): Concurrency {
  if (!holds) return { ...state, limit: Math.max(1, state.limit * (1 - 0.1 * rounds)) };
  if (state.ceiling === null) return { ...state, limit: Math.min(maxConcurrency, state.limit + rounds) };
  if (state.limit < state.ceiling) return { ...state, limit: Math.min(state.ceiling, state.limit + rounds) };
  if (state.limit >= maxConcurrency || !mayProbe(state, now)) return state;
  const limit = Math.min(maxConcurrency, state.ceiling + (state.failedProbes > 0 ? 1 : state.probeStep));
  return { ...state, limit, mode: 'probe', modeSince: now };
}

/** Returns whether to probe: rarely, so that at most about one in a hundred requests is refused, but at once after a successful probe. */
function mayProbe(state: Concurrency, now: number): boolean {
  if (state.probeStep > 1) return true;
  const rounds = roundsBeforeProbe * 2 ** Math.min(state.failedProbes, 3);
  return (
    now - state.cutAt >= rounds * (state.answerMs ?? Infinity) &&
    state.answeredSinceCut >= answersPerRefusal * Math.max(1, state.refusedAtCut)
  );
}

/** Returns when the limit will next allow one request more, at the latest estimate. Infinity if time alone doesn't raise it. */
export function nextGrowthAt(state: Concurrency, now: number, maxConcurrency: number): number {
  if (state.isFixed || state.answerMs === null || state.limit >= maxConcurrency) return Infinity;
  const missing = (Math.floor(state.limit) + 1) / state.limit;
  switch (state.mode) {
    case 'seek':
    case 'recover':
      return now + Math.max(1, Math.log2(missing) * state.answerMs);
    case 'hold':
    case 'probe':
      return now + Math.max(5, state.answerMs / 2);
  }
}

/** Ends the search. The latency rises or the throughput doesn't, so more requests in flight would only wait longer. */
function settle(state: Concurrency, now: number): Concurrency {
  return { ...state, mode: 'hold', modeSince: now };
}

/** Returns whether the recent times to the first byte are about as short as ever. */
export function latencyHolds({ recent, baselineMs }: Concurrency): boolean {
  if (baselineMs === null || recent.length < recentSize / 2) return true;
  return median(recent) <= baselineMs * latencyFactor + latencySlackMs;
}

const minRoundAnswers = 24;

/** Ends the search if a limit half as high again brought no more throughput, twice in a row. */
function withRound(state: Concurrency, now: number): Concurrency {
  const { round } = state;
  const elapsed = now - round.at;
  if (state.mode !== 'seek' || state.answerMs === null || elapsed < state.answerMs || round.answered < minRoundAnswers) return state;
  const rate = round.answered / elapsed;
  if (round.limit > 0 && state.limit < round.limit * 1.5) return state;
  const flat = round.limit > 0 && rate < round.rate * 1.1 ? round.flat + 1 : 0;
  const next = { ...state, round: { at: now, limit: state.limit, answered: 0, rate, flat } };
  return flat >= 2 ? settle({ ...next, limit: Math.max(initialLimit, round.limit) }, now) : next;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
