import type { DemoModel } from '../engines/demo-model.ts';
import type { Delta, Generation } from '../engines/generation.ts';
import type { ErrorText } from './request-error.ts';
import type { ReasoningStyle } from './reasoning-style.ts';

/** What every chunk of one answer says about it. */
export interface Envelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly reasoning: ReasoningStyle;
  /** How many candidates each token is told with; null for no likelihoods at all. */
  readonly logprobs: number | null;
}

/** Where in the answer a token stands. */
export interface TokenPosition {
  readonly index: number;
  readonly offset: number;
}

/** When things happened, in milliseconds. */
export interface Timing {
  readonly startedAt: number;
  readonly firstTokenAt: number;
  readonly now: number;
}

/** How an engine words its answers; `deltas` of a generation are already in the reasoning style of the envelope. */
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
  /** An error after the answer has begun. */
  readonly streamError: (error: ErrorText) => object;
}
