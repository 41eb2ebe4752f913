import type { Call, Delta } from '../engines/generation.ts';

/** A complete answer. */
export interface AssembledAnswer {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly Call[];
}

/** Assembles deltas into a complete answer, for responses that are not streamed. */
export function assembleAnswer(deltas: readonly Delta[]): AssembledAnswer {
  const content = deltas.map(deltaContent).join('');
  const reasoning = deltas
    .map((delta) => (delta.kind === 'reasoning' ? delta.text : delta.kind === 'mixed' ? delta.reasoning : ''))
    .join('');
  const parts = deltas.flatMap((delta) => (delta.kind === 'calls' ? delta.calls : []));
  const calls = [...Map.groupBy(parts, (part) => part.index).values()].map((own) => ({
    id: own[0]?.opens?.id ?? '',
    name: own[0]?.opens?.name ?? '',
    arguments: own.map((part) => part.arguments).join(''),
  }));
  return { content, reasoning, calls };
}

/** Returns the answer text of a delta. */
export function deltaContent(delta: Delta): string {
  return delta.kind === 'content' || delta.kind === 'mixed' ? delta.text : '';
}
