import { toDeltas, type Delta, type Generation } from '../engines/generation.ts';

/** How thinking text is told: in its own field (by its present or its older name), or inline in tags, the first of which may be missing. */
export type ReasoningStyle = 'field' | 'older-field' | 'inline' | 'unopened';

/** Whether an answer came to its own end, or was cut somewhere. */
type Ending = Pick<Generation, 'finish' | 'matchedStop'>;

/** Puts thinking text where the style wants it, every block in tags of its own; one that was cut is never closed. */
export function styleReasoning(deltas: readonly Delta[], style: ReasoningStyle, ending: Ending): readonly Delta[] {
  if (style === 'field' || style === 'older-field') return deltas;
  const isWhole = ending.matchedStop === null && (ending.finish === 'stop' || ending.finish === 'tool_calls');
  const styled: Delta[] = [];
  let isOpen = false;
  const close = (): void => {
    if (isOpen) styled.push(...tagDeltas('\n</think>\n\n'));
    isOpen = false;
  };
  for (const delta of deltas.flatMap(splitMixed)) {
    if (delta.kind === 'reasoning') {
      if (!isOpen && style === 'inline') styled.push(...tagDeltas('<think>\n'));
      isOpen = true;
      styled.push({ kind: 'content', text: delta.text, tokens: delta.tokens });
    } else {
      if (delta.kind !== 'content' || delta.text !== '') close();
      styled.push(delta);
    }
  }
  if (isWhole) close();
  return styled;
}

function splitMixed(delta: Delta): readonly Delta[] {
  if (delta.kind !== 'mixed') return [delta];
  return [
    { kind: 'reasoning', text: delta.reasoning, tokens: 0 },
    { kind: 'content', text: delta.text, tokens: delta.tokens },
  ];
}

/** A tag comes in pieces, as any text, and costs no tokens, so that usage does not depend on how an answer is told. */
function tagDeltas(text: string): readonly Delta[] {
  return toDeltas('content', text, 0);
}
