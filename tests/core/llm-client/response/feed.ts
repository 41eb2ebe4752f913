import type { AnswerDelta, AnswerPart } from '../../../../electron/contract/answer.ts';
import { createAnswerReader, defaultLimits } from '../../../../electron/core/llm-client/response/answer-reader.ts';
import { createAssembler } from '../../../../electron/core/llm-client/response/assembler.ts';
import type { TagTrust } from '../../../../electron/core/llm-client/response/reasoning-scanner.ts';

export interface FeedOptions {
  readonly trust?: TagTrust;
  readonly offered?: readonly string[];
  readonly limits?: typeof defaultLimits;
}

/** Runs chunks of bytes through reader and assembler, as the pump does. */
export function feed(pieces: Iterable<Uint8Array>, { trust = 'full', offered = ['f', 'g'], limits = defaultLimits }: FeedOptions = {}) {
  const deltas: AnswerDelta[] = [];
  let time = 0;
  const assembler = createAssembler({
    clock: { now: () => (time += 1) },
    startedAt: 0,
    trust,
    offered: new Set(offered),
    onDelta: (delta) => deltas.push(delta),
  });
  const reader = createAnswerReader(assembler, limits);
  for (const piece of pieces) {
    if (reader.isOver()) break;
    reader.push(piece);
  }
  const end = reader.end();
  const { answer, error } = assembler.end(end === 'done');
  return { answer, parts: answer.parts, error, end, deltas };
}

/** Returns what a consumer sees that only receives the deltas. */
export function replay(deltas: readonly AnswerDelta[]): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  for (const delta of deltas) {
    const part = parts[delta.index];
    if (delta.kind === 'part') parts[delta.index] = delta.part;
    else if (!part) throw new Error('a delta for a part that never began');
    else if (delta.kind === 'append')
      parts[delta.index] =
        part.kind === 'tool-call' ? { ...part, arguments: part.arguments + delta.text } : { ...part, text: part.text + delta.text };
    else if (delta.kind === 'call') parts[delta.index] = { ...part, id: delta.id, name: delta.name, state: delta.state } as AnswerPart;
    else parts[delta.index] = { ...part, kind: delta.as } as AnswerPart;
  }
  return parts;
}

/** Returns the bytes of a stream of chunks. */
export function stream(chunks: readonly unknown[], end = 'data: [DONE]\n\n'): Uint8Array {
  return Buffer.from(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + end);
}

/** Returns a chunk with one delta. */
export function chunk(delta: Readonly<Record<string, unknown>>, finish: string | null = null): unknown {
  return { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** Returns every split of a text into two, and the one into single characters. */
export function cuts(text: string): readonly (readonly string[])[] {
  const halves = Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]);
  return [...halves, text.split('')];
}

/** Splits the bytes at the given positions. */
export function* slices(bytes: Uint8Array, at: readonly number[]): Generator<Uint8Array> {
  let from = 0;
  for (const to of [...at].sort((a, b) => a - b)) {
    if (to <= from || to >= bytes.length) continue;
    yield bytes.subarray(from, to);
    from = to;
  }
  yield bytes.subarray(from);
}
