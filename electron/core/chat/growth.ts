import type { AnswerDelta, AnswerPart } from '../../contract/answer.ts';

/** An answer that grows: gathers its steps, so that a burst of tokens is told and saved once. */
export interface Growth {
  readonly push: (delta: AnswerDelta) => void;
  /** Tells what is still held. */
  readonly flush: () => void;
  /** All parts as far as they were pushed, told or not. */
  readonly parts: () => readonly AnswerPart[];
}

/** All that came in one turn of the event loop is told together, with adjoining pieces of text joined. */
export function createGrowth(first: readonly AnswerPart[], tell: (deltas: readonly AnswerDelta[]) => void): Growth {
  const parts = [...first];
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

  return {
    push: (delta) => {
      const grown = growPart(parts[delta.index], delta);
      if (grown) parts[delta.index] = grown;
      const last = held.at(-1);
      if (delta.kind === 'append' && last?.kind === 'append' && last.index === delta.index) {
        held[held.length - 1] = { ...last, text: last.text + delta.text };
      } else held.push(delta);
      timer ??= setImmediate(flush);
    },
    flush,
    parts: () => [...parts],
  };
}

function growPart(part: AnswerPart | undefined, delta: AnswerDelta): AnswerPart | undefined {
  if (delta.kind === 'part') return delta.part;
  if (!part) return undefined;
  if (part.kind === 'tool-call') {
    if (delta.kind === 'append') return { ...part, arguments: part.arguments + delta.text };
    return delta.kind === 'call' ? { ...part, id: delta.id, name: delta.name, state: delta.state } : part;
  }
  if (delta.kind === 'append') return { ...part, text: part.text + delta.text };
  return delta.kind === 'reclassify' ? { kind: delta.as, text: part.text } : part;
}
