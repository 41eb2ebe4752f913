import type { AnswerDelta, AnswerPart } from '../../../contract/answer.ts';
import { applyDelta } from '../../../contract/apply-delta.ts';

/** The parts of an answer after some growth. A step that fits nowhere is left out: half a record is better than none. */
export function applyDeltas(parts: readonly AnswerPart[], deltas: readonly AnswerDelta[]): readonly AnswerPart[] {
  const grown = [...parts];
  for (const delta of deltas) {
    const part = delta.index <= grown.length ? applyDelta(grown[delta.index], delta) : undefined;
    if (part) grown[delta.index] = part;
  }
  return grown;
}
