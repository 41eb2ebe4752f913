import { toDeltas, type Delta, type Generation } from '../engines/generation.ts';

/** How reasoning is sent: in its own field (current or older name), or inline in tags, whose opening tag may be missing. */
export type ReasoningStyle = 'field' | 'older-field' | 'inline' | 'unopened';

/** Converts a generation's reasoning to a style. */
export function withReasoningStyle(generation: Generation, style: ReasoningStyle): Generation {
  return { ...generation, deltas: styleReasoning(generation.deltas, style, generation) };
}

/** How an answer ended. */
type Ending = Pick<Generation, 'finish' | 'matchedStop'>;

/** Converts reasoning to a style. Each block has its own tags; a block that was cut off has no closing tag. */
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

/** Returns a tag as deltas. It counts no tokens, so that usage doesn't depend on the style. */
function tagDeltas(text: string): readonly Delta[] {
  return toDeltas('content', text, 0);
}
