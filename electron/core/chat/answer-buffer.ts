import type { AnswerDelta, AnswerPart } from '../../contract/answer.ts';
import { applyDelta, pushDelta } from '../../contract/apply-delta.ts';
import type { Clock } from '../shared/clock.ts';

/** An answer that grows: gathers its steps, so that a burst of tokens is told and saved once. */
export interface AnswerBuffer {
  readonly push: (delta: AnswerDelta) => void;
  /** Tells what is still held. */
  readonly flush: () => void;
  /** All parts as far as they were pushed, told or not, each piece of thinking with its time so far: the last one goes on. */
  readonly parts: () => readonly AnswerPart[];
  /** The same answer, with the time that each piece of thinking took. */
  readonly timed: (parts: readonly AnswerPart[]) => readonly AnswerPart[];
}

/** All that came in one turn of the event loop is told together, with adjoining pieces of text joined. */
export function createAnswerBuffer(
  first: readonly AnswerPart[],
  clock: Clock,
  tell: (deltas: readonly AnswerDelta[]) => void,
): AnswerBuffer {
  const parts = [...first];
  /** When each part that began here did so, and until when the model was busy with it. */
  const times: { readonly from: number; to: number }[] = [];
  let held: AnswerDelta[] = [];
  let timer: NodeJS.Immediate | undefined;

  const flush = (): void => {
    clearImmediate(timer);
    timer = undefined;
    if (held.length === 0) return;
    const deltas = held;
    held = [];
    tell(deltas);
  };

  const measure = (index: number): void => {
    const now = clock.now();
    const own = times[index];
    if (own) {
      own.to = now;
      return;
    }
    times[index] = { from: now, to: now };
    const before = times[index - 1];
    if (before) before.to = now; // one part follows another
  };

  const timed = (list: readonly AnswerPart[]): readonly AnswerPart[] =>
    list.map((part, index) => {
      const time = times[index];
      const durationMs = time ? Math.round(time.to - time.from) : 0;
      // an answer in one piece took no time that could be seen
      return part.kind === 'reasoning' && durationMs > 0 ? { ...part, durationMs } : part;
    });

  return {
    push: (delta) => {
      const grown = applyDelta(parts[delta.index], delta);
      if (grown) parts[delta.index] = grown;
      measure(delta.index);
      pushDelta(held, delta);
      timer ??= setImmediate(flush);
    },
    flush,
    parts: () => {
      const last = times.at(-1);
      if (last) last.to = clock.now();
      return timed(parts);
    },
    timed,
  };
}
