import { setImmediate, setTimeout } from 'node:timers/promises';

/** How fast the demo's engines are: as the real ones, as fast as they can, or so many tokens a second. */
export type Speed = 'real' | 'unlimited' | number;

/** The speed as it is written in the environment: `unlimited`, or so many tokens a second; anything else is as the real ones. */
export function readSpeed(text: string | undefined): Speed {
  if (text === 'unlimited') return text;
  const rate = Number(text);
  return rate > 0 && Number.isFinite(rate) ? rate : 'real';
}

/** Holds an answer to its speed. */
export interface Pace {
  /** Settles when so many tokens may have been generated; rejects when the signal says so. */
  readonly until: (tokens: number, signal: AbortSignal) => Promise<void>;
}

/** The real engines read the prompt before they say the first word. */
const prefillMs = 120;
const tokensPerYield = 32;

/** A pace that starts now; counted from the start, so that late timers do not add up. */
export function createPace(speed: Speed, tokensPerSecond: number, now: () => number): Pace {
  if (speed === 'unlimited') {
    let last = 0;
    return {
      until: async (tokens, signal) => {
        signal.throwIfAborted();
        if (tokens - last < tokensPerYield) return;
        last = tokens;
        // Without a breath a client that has gone away would not be noticed.
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
