import type { Timing } from '../dialects/dialect.ts';

/** One step of a streamed answer; text is made when it is its turn, because some of it tells the time. */
export type StreamFrame =
  | { readonly kind: 'data'; readonly tokens: number; readonly text: (timing: Timing) => string }
  | { readonly kind: 'done' }
  /** Null: until the client goes away. */
  | { readonly kind: 'pause'; readonly ms: number | null }
  | { readonly kind: 'cut' };

/** An event of the stream. */
export function event(value: object, tokens = 0): StreamFrame {
  return { kind: 'data', tokens, text: () => `data: ${JSON.stringify(value)}\n\n` };
}

/** An event that tells when things happened. */
export function timedEvent(value: (timing: Timing) => object): StreamFrame {
  return { kind: 'data', tokens: 0, text: (timing) => `data: ${JSON.stringify(value(timing))}\n\n` };
}

/** Bytes as they are, well-formed or not. */
export function rawText(text: string): StreamFrame {
  return { kind: 'data', tokens: 0, text: () => text };
}
