import type { AnswerDelta, AnswerPart } from '../../contract/answer.ts';
import { applyDelta, pushDelta } from '../../contract/apply-delta.ts';
import type { Token } from '../../contract/tokens.ts';
import type { Clock } from '../shared/clock.ts';

/** Collects the deltas of an answer, so that a burst of tokens is emitted and saved once. */
export interface AnswerBuffer {
  readonly push: (delta: AnswerDelta) => void;
  readonly pushTokens: (tokens: readonly Token[]) => void;
  /** Emits the deltas collected so far. */
  readonly flush: () => void;
  /** Returns all parts pushed so far, emitted or not. Reasoning has its duration up to now. */
  readonly parts: () => readonly AnswerPart[];
  /** Returns the parts with the duration of their reasoning. */
  readonly timed: (parts: readonly AnswerPart[]) => readonly AnswerPart[];
}

/** Emits all deltas of one turn of the event loop together, with adjoining text merged. */
export function createAnswerBuffer(
  first: readonly AnswerPart[],
  clock: Clock,
  onDeltas: (deltas: readonly AnswerDelta[], tokens: readonly Token[]) => void,
): AnswerBuffer {
  const parts = [...first];
  /** The first and the last time each new part was written to. */
  const times: { readonly from: number; to: number }[] = [];
  let latest = -1;
  let pending: AnswerDelta[] = [];
  let pendingTokens: Token[] = [];
  let timer: NodeJS.Immediate | undefined;

  const flush = (): void => {
    clearImmediate(timer);
    timer = undefined;
    if (pending.length === 0 && pendingTokens.length === 0) return;
    const [deltas, tokens] = [pending, pendingTokens];
    pending = [];
    pendingTokens = [];
    onDeltas(deltas, tokens);
  };

  const measure = (index: number): void => {
    const now = clock.now();
    latest = index;
    const own = times[index];
    if (own) {
      own.to = now;
      return;
    }
    times[index] = { from: now, to: now };
    const before = times[index - 1];
    if (before) before.to = now; // a part ends when the next one begins
  };

  const timed = (list: readonly AnswerPart[]): readonly AnswerPart[] =>
    list.map((part, index) => {
      const time = times[index];
      const durationMs = time ? Math.round(time.to - time.from) : 0;
      // an answer in one piece has no measurable duration
      return part.kind === 'reasoning' && durationMs > 0 ? { ...part, durationMs } : part;
    });

  return {
    push: (delta) => {
      const part = applyDelta(parts[delta.index], delta);
      if (part) parts[delta.index] = part;
      measure(delta.index);
      pushDelta(pending, delta);
      timer ??= setImmediate(flush);
    },
    pushTokens: (tokens) => {
      for (const token of tokens) pendingTokens.push(token);
      timer ??= setImmediate(flush);
    },
    flush,
    parts: () => {
      const current = times[latest];
      if (current) current.to = clock.now();
      return timed(parts);
    },
    timed,
  };
}
