import { contentOf } from '../dialects/assemble-answer.ts';
import type { Dialect, Envelope } from '../dialects/dialect.ts';
import type { Generation } from '../engines/generation.ts';
import { event, timedEvent, type StreamFrame } from './stream-frame.ts';

/** How a stream is wanted. */
export interface StreamOptions {
  readonly includeUsage: boolean;
  /** Events before the first chunk. */
  readonly preamble: readonly object[];
}

/** A chat answer as a stream. */
export function* chatFrames(dialect: Dialect, envelope: Envelope, generation: Generation, wish: StreamOptions): Iterable<StreamFrame> {
  for (const value of wish.preamble) yield event(value);
  yield event(dialect.chatOpening(envelope));
  let index = 0;
  let offset = 0;
  for (const delta of generation.deltas) {
    yield event(dialect.chatChunk(envelope, delta, { index, offset }), delta.tokens);
    if (contentOf(delta) === '') continue;
    index += 1;
    offset += contentOf(delta).length;
  }
  yield event(dialect.chatClosing(envelope, generation));
  if (wish.includeUsage) yield timedEvent((timing) => dialect.chatUsage(envelope, generation, timing));
  yield { kind: 'done' };
}

/** A text completion as a stream. */
export function* textFrames(dialect: Dialect, envelope: Envelope, generation: Generation, wish: StreamOptions): Iterable<StreamFrame> {
  let index = 0;
  let offset = 0;
  for (const delta of generation.deltas) {
    if (delta.kind !== 'content') continue;
    yield event(dialect.textChunk(envelope, delta.text, { index, offset }), delta.tokens);
    index += 1;
    offset += delta.text.length;
  }
  yield event(dialect.textClosing(envelope, generation));
  if (wish.includeUsage) yield timedEvent((timing) => dialect.textUsage(envelope, generation, timing));
  yield { kind: 'done' };
}
