import { countTokens, tokenize } from './model-tokens.ts';

/** An engine's output before limits apply. */
export interface Draft {
  readonly reasoning: string;
  readonly content: string;
  readonly calls: readonly Call[];
}

/** A call of an offered tool. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A piece of a tool call. Only the first piece names the tool. */
export interface CallDelta {
  readonly index: number;
  readonly opens: Pick<Call, 'id' | 'name'> | null;
  readonly arguments: string;
}

/** One delta of the stream and its token count. */
export type Delta =
  | { readonly kind: 'reasoning'; readonly text: string; readonly tokens: number }
  | { readonly kind: 'content'; readonly text: string; readonly tokens: number }
  /** Both in one delta, as engines send it where reasoning ends. */
  | { readonly kind: 'mixed'; readonly reasoning: string; readonly text: string; readonly tokens: number }
  | { readonly kind: 'calls'; readonly calls: readonly CallDelta[]; readonly tokens: number };

/** Why an engine stopped. */
export type Finish = 'stop' | 'length' | 'tool_calls' | 'abort';

/** An answer as deltas. */
export interface Generation {
  readonly deltas: readonly Delta[];
  readonly finish: Finish;
  /** The stop sequence that matched. */
  readonly matchedStop: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly reasoningTokens: number;
  /** Number of deltas at the beginning that repeat the prompt. */
  readonly echoed?: number;
}

/** Limits of an answer. */
export interface Limits {
  readonly promptTokens: number;
  readonly maxTokens: number;
  readonly stops: readonly string[];
}

/** Splits a draft into tokens and applies the limits. Stop sequences also apply to reasoning. */
export function generate(draft: Draft, limits: Limits): Generation {
  const reasoning = untilStop(draft.reasoning, limits.stops);
  const content = reasoning.matched === null ? untilStop(draft.content, limits.stops) : { text: '', matched: reasoning.matched };
  const all = [
    ...toDeltas('reasoning', reasoning.text),
    ...toDeltas('content', content.text),
    ...(content.matched === null ? draft.calls.flatMap(callDeltas) : []),
  ];
  const deltas = all.slice(0, limits.maxTokens);
  const isCut = deltas.length < all.length;
  return recount({
    deltas,
    finish: isCut ? 'length' : content.matched === null && draft.calls.length > 0 ? 'tool_calls' : 'stop',
    matchedStop: isCut ? null : content.matched,
    promptTokens: limits.promptTokens,
  });
}

/** Recounts the tokens after the deltas were changed. */
export function recount(generation: Omit<Generation, 'completionTokens' | 'reasoningTokens'>): Generation {
  const sum = (deltas: readonly Delta[]): number => deltas.reduce((total, delta) => total + delta.tokens, 0);
  return {
    ...generation,
    completionTokens: sum(generation.deltas),
    reasoningTokens: sum(generation.deltas.filter((delta) => delta.kind === 'reasoning')),
  };
}

/** Cuts a text before its first stop sequence. */
function untilStop(text: string, stops: readonly string[]): { readonly text: string; readonly matched: string | null } {
  let end = text.length;
  let matched: string | null = null;
  for (const stop of stops) {
    const at = text.indexOf(stop);
    if (at !== -1 && at < end) [end, matched] = [at, stop];
  }
  return { text: text.slice(0, end), matched };
}

/** Merges all tool calls into one delta. */
export function withWholeCalls(deltas: readonly Delta[]): readonly Delta[] {
  const parts = deltas.flatMap((delta) => (delta.kind === 'calls' ? delta.calls : []));
  if (parts.length === 0) return deltas;
  const whole = [...Map.groupBy(parts, (part) => part.index)].map(([index, own]) => ({
    index,
    opens: own[0]?.opens ?? null,
    arguments: own.map((part) => part.arguments).join(''),
  }));
  return [...deltas.filter((delta) => delta.kind !== 'calls'), { kind: 'calls', calls: whole, tokens: parts.length }];
}

/** Splits a text into deltas. `each` is 0 for text that counts no tokens. */
export function toDeltas(kind: 'reasoning' | 'content', text: string, each = 1): readonly Delta[] {
  return tokenize(text).map((token) => ({ kind, text: token, tokens: each * countTokens(token) }));
}

function callDeltas(call: Call, index: number): readonly Delta[] {
  const opening: CallDelta = { index, opens: { id: call.id, name: call.name }, arguments: '' };
  const rest = tokenize(call.arguments).map((token): CallDelta => ({ index, opens: null, arguments: token }));
  return [opening, ...rest].map((part) => ({ kind: 'calls', calls: [part], tokens: 1 }));
}
