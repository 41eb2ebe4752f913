import type { DemoModel } from '../engines/demo-model.ts';
import { type Call, type Delta, type Generation, toDeltas } from '../engines/generation.ts';
import type { Vocabulary } from '../engines/model-tokens.ts';
import type { ScoredGeneration, ScoredToken } from '../engines/score-generation.ts';
import type { ErrorText } from './request-error.ts';

/** Fields common to all chunks of an answer. */
export interface Envelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly reasoning: ReasoningStyle;
  /** Number of candidates per token. Null disables log probabilities. */
  readonly logprobs: number | null;
  /** The numbers of the tokens. */
  readonly vocabulary: Vocabulary;
}

/** Times of an answer, in milliseconds. */
export interface Timing {
  readonly startedAt: number;
  readonly firstTokenAt: number;
  readonly now: number;
}

/** A piece of a text completion. */
interface TextPiece {
  /** The answer it belongs to, of several. */
  readonly index: number;
  readonly text: string;
  readonly tokens: readonly ScoredToken[];
  /** Code points before it. */
  readonly offset: number;
}

/** What a chunk says it is. */
export type ChunkObject = 'chat.completion.chunk' | 'text_completion';

/** How an engine formats its responses. The deltas of a generation already have the envelope's reasoning style. */
export interface Dialect {
  readonly chatOpening: (envelope: Envelope) => object;
  readonly chatChunk: (envelope: Envelope, delta: Delta, tokens: readonly ScoredToken[]) => object;
  readonly chatClosing: (envelope: Envelope, generation: ScoredGeneration) => object;
  readonly chatAnswer: (envelope: Envelope, generation: ScoredGeneration, timing: Timing) => object;
  readonly textChunk: (envelope: Envelope, piece: TextPiece) => object;
  readonly textClosing: (envelope: Envelope, generation: ScoredGeneration, place: Omit<TextPiece, 'text' | 'tokens'>) => object;
  /** The chunk after the answer. */
  readonly usage: (envelope: Envelope, object: ChunkObject, generation: Generation, timing: Timing) => object;
  /** One or several answers to the same prompt. `usage` has the counts of all. */
  readonly textAnswer: (envelope: Envelope, generations: readonly ScoredGeneration[], usage: Generation, timing: Timing) => object;
  readonly models: (models: readonly DemoModel[], created: number) => object;
  readonly error: (error: ErrorText) => object;
  /** Formats an error after the answer has started. */
  readonly streamError: (error: ErrorText) => object;
}

/** Assembles deltas into a complete answer, for responses that are not streamed. */
export function assembleAnswer(deltas: readonly Delta[]) {
  const content = deltas.map((delta) => (delta.kind === 'content' || delta.kind === 'mixed' ? delta.text : '')).join('');
  const reasoning = deltas
    .map((delta) => (delta.kind === 'reasoning' ? delta.text : delta.kind === 'mixed' ? delta.reasoning : ''))
    .join('');
  const parts = deltas.flatMap((delta) => (delta.kind === 'calls' ? delta.calls : []));
  const calls = [...Map.groupBy(parts, (part) => part.index).values()].map((own): Call => ({
    id: own[0]?.opens?.id ?? '',
    name: own[0]?.opens?.name ?? '',
    arguments: own.map((part) => part.arguments).join(''),
  }));
  return { content, reasoning, calls };
}

/** How reasoning is sent: in its own field (current or older name), or inline in tags, whose opening tag may be missing. */
export type ReasoningStyle = 'field' | 'older-field' | 'inline' | 'unopened';

/** Converts a generation's reasoning to a style. Each block has its own tags; a block that was cut off has no closing tag. */
export function withReasoningStyle(generation: Generation, style: ReasoningStyle): Generation {
  if (style === 'field' || style === 'older-field') return generation;
  const { deltas, finish, matchedStop } = generation;
  const isWhole = matchedStop === null && (finish === 'stop' || finish === 'tool_calls');
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
  return { ...generation, deltas: styled };
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
