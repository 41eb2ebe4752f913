import { alignTokens } from '../../electron/presentation/align-tokens.ts';

/** A token's place in the visible text, and its log probability. */
interface TrackedToken {
  readonly text: string;
  readonly logprob: number | null;
}

/**
 * The tokens of a continuation, without their texts and alternatives: three numbers per token, because a long text has as many tokens as
 * words. Alternatives are read from the history when they are shown.
 */
export interface TokenTrack {
  readonly count: () => number;
  /** Adds the tokens and the text that follow. A token may arrive before its text. */
  readonly append: (tokens: readonly TrackedToken[], added: string) => void;
  /** Returns the offset of the first character that follows the last visible token. */
  readonly end: () => number;
  /** Returns the place and figures of a token. `start` equals `end` if it isn't visible. */
  readonly at: (index: number) => { readonly start: number; readonly end: number; readonly logprob: number | null };
  /** Returns the index of the first token that ends after an offset. */
  readonly firstAfter: (offset: number) => number;
  /** Returns a track with the first tokens only. */
  readonly sliced: (count: number) => TokenTrack;
}

interface Columns {
  starts: Uint32Array;
  ends: Uint32Array;
  logprobs: Float32Array;
  count: number;
}

/** Creates an empty track. */
export function createTokenTrack(): TokenTrack {
  return trackOf({ starts: new Uint32Array(64), ends: new Uint32Array(64), logprobs: new Float32Array(64), count: 0 });
}

function trackOf(columns: Columns): TokenTrack {
  /** Tokens at the end whose place isn't certain yet: halves of characters, and those whose text hasn't arrived. */
  let pending: readonly TrackedToken[] = [];
  /** The text after the last visible token. The text before it is never read again, so that the work per token doesn't depend on it. */
  let rest = '';

  const push = (start: number, end: number, logprob: number | null): void => {
    if (columns.count === columns.starts.length) grow(columns);
    columns.starts[columns.count] = start;
    columns.ends[columns.count] = end;
    columns.logprobs[columns.count] = logprob ?? Number.NaN;
    columns.count += 1;
  };
  const lastEnd = (): number => (columns.count === 0 ? 0 : (columns.ends[columns.count - 1] ?? 0));

  return {
    count: () => columns.count,
    end: lastEnd,
    append: (tokens, added) => {
      rest += added;
      const waiting = [...pending, ...tokens];
      if (waiting.length === 0) return;
      columns.count -= pending.length;
      const base = lastEnd();
      const ranges = alignTokens(waiting, rest);
      const lastFound = ranges.findLastIndex((range) => range !== null);
      let end = base;
      for (const [index, token] of waiting.entries()) {
        const range = ranges[index];
        const start = range ? base + range.start : end;
        end = range ? base + range.end : end;
        push(start, end, token.logprob);
      }
      pending = waiting.slice(lastFound + 1).slice(-maxPending);
      rest = rest.slice(end - base);
    },
    at: (index) => {
      const logprob = columns.logprobs[index] ?? Number.NaN;
      return { start: columns.starts[index] ?? 0, end: columns.ends[index] ?? 0, logprob: Number.isNaN(logprob) ? null : logprob };
    },
    firstAfter: (offset) => {
      let low = 0;
      let high = columns.count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((columns.ends[middle] ?? 0) > offset) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    sliced: (count) => {
      const kept = Math.min(count, columns.count);
      return trackOf({
        starts: columns.starts.slice(0, Math.max(kept, 64)),
        ends: columns.ends.slice(0, Math.max(kept, 64)),
        logprobs: columns.logprobs.slice(0, Math.max(kept, 64)),
        count: kept,
      });
    },
  };
}

/** Bounds the work of aligning tokens again that never become visible, such as those of a format. */
const maxPending = 16;

function grow(columns: Columns): void {
  const bigger = <T extends Uint32Array | Float32Array>(from: T, to: T): T => {
    to.set(from);
    return to;
  };
  const size = columns.starts.length * 2;
  columns.starts = bigger(columns.starts, new Uint32Array(size));
  columns.ends = bigger(columns.ends, new Uint32Array(size));
  columns.logprobs = bigger(columns.logprobs, new Float32Array(size));
}
