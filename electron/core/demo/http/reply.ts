import type { ServerResponse } from 'node:http';
import type { Timing, Dialect, Envelope } from '../dialects/dialect.ts';
import type { Generation } from '../engines/generation.ts';
import type { ScoredGeneration } from '../engines/score-generation.ts';

type Headers = Readonly<Record<string, string>>;

/** A response before it is sent. */
export type Reply =
  | { readonly kind: 'json'; readonly status: number; readonly body: object; readonly headers?: Headers }
  | { readonly kind: 'text'; readonly status: number; readonly type: string; readonly text: string; readonly headers?: Headers }
  /** An answer that takes the time of its tokens. */
  | { readonly kind: 'answer'; readonly tokens: number; readonly tokensPerSecond: number; readonly body: (timing: Timing) => object }
  | { readonly kind: 'stream'; readonly tokensPerSecond: number; readonly frames: Iterable<StreamFrame> };

/** Creates a JSON reply. */
export function json(status: number, body: object, headers: Headers = {}): Reply {
  return { kind: 'json', status, body, headers };
}

/** Creates an error page like that of the web server in front. */
export function page(status: number, title: string, headers: Headers = {}): Reply {
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
  return { kind: 'text', status, type: 'text/html', text, headers };
}

/** One step of a streamed answer. The text is created when it is sent, because some of it contains timings. */
export type StreamFrame =
  | { readonly kind: 'data'; readonly tokens: number; readonly text: (timing: Timing) => string }
  | { readonly kind: 'done' }
  /** Does anything else, such as a pause. Resolves to false if the response is over. */
  | { readonly kind: 'step'; readonly run: (response: ServerResponse, signal: AbortSignal) => Promise<boolean> };

/** Creates an event of the stream. */
export function event(value: object, tokens = 0): StreamFrame {
  return { kind: 'data', tokens, text: () => `data: ${JSON.stringify(value)}\n\n` };
}

/** Creates an event with timings. */
function timedEvent(value: (timing: Timing) => object): StreamFrame {
  return { kind: 'data', tokens: 0, text: (timing) => `data: ${JSON.stringify(value(timing))}\n\n` };
}

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
  if (options.includeUsage) yield timedEvent((timing) => dialect.usage(envelope, 'chat.completion.chunk', generation, timing));
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
  if (options.includeUsage) yield timedEvent((timing) => dialect.usage(envelope, 'text_completion', total, timing));
  yield { kind: 'done' };
}
