import type { AnswerDelta, AnswerPart } from '../../electron/contract/answer.ts';

/** The part after one delta; undefined where the delta grows a part that never began. */
export function growPart(part: AnswerPart | undefined, delta: AnswerDelta): AnswerPart | undefined {
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
