import { setImmediate, setTimeout } from 'node:timers/promises';

/** Speed of the demo's engines: real, unlimited, or in tokens per second. */
export type Speed = 'real' | 'unlimited' | number;

/** Parses a speed: `unlimited` or tokens per second. Anything else is the real speed. */
export function readSpeed(text: string | undefined): Speed {
  if (text === 'unlimited') return text;
  const rate = Number(text);
  return rate > 0 && Number.isFinite(rate) ? rate : 'real';
}

/** Limits the speed of an answer. */
export interface Pace {
  /** Resolves when that many tokens may have been generated. Rejects when aborted. */
  readonly until: (tokens: number, signal: AbortSignal) => Promise<void>;
}

/** The real engines process the prompt before the first token. */
const prefillMs = 120;
const tokensPerYield = 32;

/** Creates a pace that starts now. Delays are counted from the start, so that late timers don't add up. */
export function createPace(speed: Speed, tokensPerSecond: number, now: () => number): Pace {
  if (speed === 'unlimited') {
    let last = 0;
    return {
      until: async (tokens, signal) => {
        signal.throwIfAborted();
        if (tokens - last < tokensPerYield) return;
        last = tokens;
        // Yields to the event loop, so that a disconnect is noticed.
        await setImmediate(undefined, { signal });
      },
    };
  }
  const rate = speed === 'real' ? tokensPerSecond : speed;
  const start = now() + (speed === 'real' ? prefillMs : 0);
  return {
    until: async (tokens, signal) => {
      signal.throwIfAborted();
      const wait = start + (tokens * 1000) / rate - now();
      if (wait > 0) await setTimeout(wait, undefined, { signal });
    },
  };
}
