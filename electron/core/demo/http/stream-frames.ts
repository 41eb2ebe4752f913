import type { Dialect, Envelope } from '../dialects/dialect.ts';
import type { Generation } from '../engines/generation.ts';
import type { ScoredGeneration } from '../engines/score-generation.ts';
import { event, timedEvent, type StreamFrame } from './reply.ts';

/** Options of a stream. */
interface StreamOptions {
  readonly includeUsage: boolean;
  /** Events before the first chunk. */
  readonly preamble: readonly object[];
}

/** Streams a chat answer. */
export function* chatFrames(
  dialect: Dialect,
  envelope: Envelope,
  generation: ScoredGeneration,
  options: StreamOptions,
): Iterable<StreamFrame> {
  for (const value of options.preamble) yield event(value);
  yield event(dialect.chatOpening(envelope));
  for (const [index, delta] of generation.deltas.entries()) {
    yield event(dialect.chatChunk(envelope, delta, generation.scored[index] ?? []), delta.tokens);
  }
  yield event(dialect.chatClosing(envelope, generation));
  if (options.includeUsage) yield timedEvent((timing) => dialect.chatUsage(envelope, generation, timing));
  yield { kind: 'done' };
}

/** Streams text completions, token by token in turn. */
export function* textFrames(
  dialect: Dialect,
  envelope: Envelope,
  generations: readonly ScoredGeneration[],
  total: Generation,
  options: StreamOptions,
): Iterable<StreamFrame> {
  const offsets = generations.map(() => 0);
  const longest = Math.max(...generations.map(({ deltas }) => deltas.length));
  for (let step = 0; step <= longest; step += 1) {
    for (const [index, generation] of generations.entries()) {
      const place = { index, offset: offsets[index] ?? 0 };
      const delta = generation.deltas[step];
      if (step === generation.deltas.length) yield event(dialect.textClosing(envelope, generation, place));
      if (delta?.kind !== 'content') continue;
      const tokens = generation.scored[step] ?? [];
      yield event(dialect.textChunk(envelope, { ...place, text: delta.text, tokens }), delta.tokens);
      offsets[index] = place.offset + tokens.reduce((length, { text }) => length + Array.from(text).length, 0);
    }
  }
  if (options.includeUsage) yield timedEvent((timing) => dialect.textUsage(envelope, total, timing));
  yield { kind: 'done' };
}
