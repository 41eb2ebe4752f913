/** The limit of requests in flight. It grows by answers and is halved by refusals. */
export interface Concurrency {
  readonly isFixed: boolean;
  /** Fractional while it grows. */
  readonly limit: number;
  /** The number that the service took before it refused a request or slowed down. Infinity until it did. */
  readonly ceiling: number;
  /** When the limit was last halved. Refusals of requests that started before don't halve it again. */
  readonly cutAt: number;
  /** Times to the first byte, newest last. */
  readonly recent: readonly number[];
  /** The lowest median of the recent times. */
  readonly baselineMs: number;
}

const initialLimit = 4;
const recentSize = 8;
/** First bytes are slow above this multiple of the baseline plus this slack. */
const slowFactor = 2;
const slowSlackMs = 50;
/** About as many answers bring the first request above the ceiling, so that few are refused. Each further one comes sooner. */
const answersPerProbe = 500;
/** How fast the baseline rises, per answer, while so few requests are in flight that they can't be what slows the service down. */
const baselineDrift = 1.02;

export function initialConcurrency(setting: 'auto' | number): Concurrency {
  const isFixed = setting !== 'auto';
  const limit = isFixed ? setting : initialLimit;
  return { isFixed, limit, ceiling: Infinity, cutAt: -Infinity, recent: [], baselineMs: Infinity };
}

/**
 * Raises the limit by one an answer up to the ceiling, and slowly above it. Lowers it by one in the time of an answer while first bytes
 * are slow. `inFlight` counts the answered request too: a limit that isn't used says nothing about a higher one.
 */
export function afterAnswer(state: Concurrency, firstByteMs: number | null, inFlight: number, maxConcurrency: number): Concurrency {
  if (state.isFixed || firstByteMs === null) return state;
  const recent = [...state.recent.slice(1 - recentSize), firstByteMs];
  const medianMs = recent.toSorted((left, right) => left - right)[Math.floor(recent.length / 2)] ?? firstByteMs;
  const baselineMs = Math.min(medianMs, state.baselineMs * (state.limit <= initialLimit ? baselineDrift : 1));
  const measured = { ...state, recent, baselineMs };
  if (medianMs > baselineMs * slowFactor + slowSlackMs) {
    // slow even with few requests: the service itself has changed, and the old ceiling says nothing about it
    const ceiling = state.limit <= initialLimit ? Infinity : Math.min(state.ceiling, state.limit);
    return { ...measured, limit: Math.max(1, state.limit - 1 / state.limit), ceiling };
  }
  if (inFlight < Math.floor(state.limit)) return measured;
  const step = state.limit < state.ceiling ? 1 : (1 + state.limit - state.ceiling) / answersPerProbe;
  return { ...measured, limit: Math.min(maxConcurrency, state.limit + step) };
}

/** Halves the limit, once for all requests that were refused together. `inFlight` counts the refused one too. */
export function afterRefusal(state: Concurrency, now: number, startedAt: number, inFlight: number): Concurrency {
  if (state.isFixed) return state;
  // another refusal of the same burst: fewer requests were accepted than counted
  if (startedAt <= state.cutAt) return { ...state, ceiling: Math.max(1, state.ceiling - 1) };
  return { ...state, limit: Math.max(1, Math.floor(Math.min(state.limit, inFlight) / 2)), ceiling: Math.max(1, inFlight - 1), cutAt: now };
}

/** Starts again with few requests after a time without any, and measures the service anew. */
export function afterInterruption(state: Concurrency): Concurrency {
  if (state.isFixed) return state;
  return { ...state, limit: Math.min(state.limit, initialLimit), recent: [], baselineMs: Infinity };
}
