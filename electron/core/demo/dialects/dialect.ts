import type { DemoModel } from '../engines/demo-model.ts';
import type { Delta, Generation } from '../engines/generation.ts';
import type { ErrorText } from './request-error.ts';
import type { ReasoningStyle } from './reasoning-style.ts';

/** Fields common to all chunks of an answer. */
export interface Envelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly reasoning: ReasoningStyle;
  /** Number of candidates per token. Null disables log probabilities. */
  readonly logprobs: number | null;
}

/** Position of a token in the answer. */
export interface TokenPosition {
  readonly index: number;
  readonly offset: number;
}

/** Times of an answer, in milliseconds. */
export interface Timing {
  readonly startedAt: number;
  readonly firstTokenAt: number;
  readonly now: number;
}

/** How an engine formats its responses. The deltas of a generation already have the envelope's reasoning style. */
export interface Dialect {
  readonly chatOpening: (envelope: Envelope) => object;
  readonly chatChunk: (envelope: Envelope, delta: Delta, position: TokenPosition) => object;
  readonly chatClosing: (envelope: Envelope, generation: Generation) => object;
  readonly chatUsage: (envelope: Envelope, generation: Generation, timing: Timing) => object;
  readonly chatAnswer: (envelope: Envelope, generation: Generation, timing: Timing) => object;
  readonly textChunk: (envelope: Envelope, token: string, position: TokenPosition) => object;
  readonly textClosing: (envelope: Envelope, generation: Generation) => object;
  readonly textUsage: (envelope: Envelope, generation: Generation, timing: Timing) => object;
  readonly textAnswer: (envelope: Envelope, generation: Generation, timing: Timing) => object;
  readonly models: (models: readonly DemoModel[], created: number) => object;
  readonly error: (error: ErrorText) => object;
  /** Formats an error after the answer has started. */
  readonly streamError: (error: ErrorText) => object;
}
