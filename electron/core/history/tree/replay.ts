import type { AnswerDelta, AnswerPart } from '../../../contract/answer.ts';

/** The parts of an answer after some growth. A step that fits nowhere is left out: half a record is better than none. */
export function replay(parts: readonly AnswerPart[], deltas: readonly AnswerDelta[]): readonly AnswerPart[] {
  const grown = [...parts];
  for (const delta of deltas) {
    if (delta.kind === 'part') {
      if (delta.index <= grown.length) grown[delta.index] = delta.part;
      continue;
    }
    const part = grown[delta.index];
    if (part) grown[delta.index] = grow(part, delta);
  }
  return grown;
}

function grow(part: AnswerPart, delta: Exclude<AnswerDelta, { kind: 'part' }>): AnswerPart {
  switch (delta.kind) {
    case 'append':
      return part.kind === 'tool-call' ? { ...part, arguments: part.arguments + delta.text } : { ...part, text: part.text + delta.text };
    case 'reclassify':
      return part.kind === 'text' ? { kind: 'reasoning', text: part.text } : part;
    case 'call':
      return part.kind === 'tool-call' ? { ...part, id: delta.id, name: delta.name, state: delta.state } : part;
  }
}
