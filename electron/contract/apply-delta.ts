import type { AnswerDelta, AnswerPart } from './answer.ts';

/** Applies a delta to a part. Returns undefined if the part doesn't exist. */
export function applyDelta(part: AnswerPart | undefined, delta: AnswerDelta): AnswerPart | undefined {
  if (delta.kind === 'part') return delta.part;
  if (part === undefined) return undefined;
  switch (delta.kind) {
    case 'append':
      return part.kind === 'tool-call' ? { ...part, arguments: part.arguments + delta.text } : { ...part, text: part.text + delta.text };
    case 'reclassify':
      return part.kind === 'text' ? { kind: delta.as, text: part.text } : part;
    case 'call':
      return part.kind === 'tool-call' ? { ...part, id: delta.id, name: delta.name, state: delta.state } : part;
  }
}

/** Appends a delta to a list. Consecutive text of the same part is merged. */
export function pushDelta(list: AnswerDelta[], delta: AnswerDelta): void {
  const last = list.at(-1);
  if (delta.kind === 'append' && last?.kind === 'append' && last.index === delta.index) {
    list[list.length - 1] = { ...last, text: last.text + delta.text };
  } else list.push(delta);
}
