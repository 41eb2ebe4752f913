import { pieces, type Delta } from '../engines/generation.ts';
import type { ReasoningShape } from './fault.ts';

/** Thinking text told in one of the ways that have broken other clients. */
export function oddReasoning(deltas: readonly Delta[], shape: ReasoningShape): readonly Delta[] {
  const end = deltas.findLastIndex((delta) => delta.kind === 'reasoning') + 1;
  const [thought, rest] = [deltas.slice(0, end), deltas.slice(end)];
  switch (shape) {
    case 'empty':
      return [...pieces('content', '<think></think>\n\n', 0), ...rest];
    case 'empty-after':
      return [...thought, ...pieces('content', '<think></think>\n\n', 0), ...rest];
    case 'stray-close':
      return [...thought, ...pieces('content', '</think>\n\n', 0), ...rest];
    case 'empty-content':
      return [...thought.flatMap((delta): readonly Delta[] => [delta, { kind: 'content', text: '', tokens: 0 }]), ...rest];
    case 'mixed':
      return mixed(thought, rest);
    case 'between-calls':
      return [
        ...thought,
        ...rest.flatMap((delta) => (opensLaterCall(delta) ? pieces('reasoning', 'And one call more.').concat(delta) : [delta])),
      ];
    case 'only':
      return thought;
  }
}

function mixed(thought: readonly Delta[], rest: readonly Delta[]): readonly Delta[] {
  const [last, first] = [thought.at(-1), rest[0]];
  if (last?.kind !== 'reasoning' || first?.kind !== 'content') return [...thought, ...rest];
  return [
    ...thought.slice(0, -1),
    { kind: 'mixed', reasoning: last.text, text: first.text, tokens: last.tokens + first.tokens },
    ...rest.slice(1),
  ];
}

function opensLaterCall(delta: Delta): boolean {
  return delta.kind === 'calls' && delta.calls.some((call) => call.opens !== null && call.index > 0);
}
