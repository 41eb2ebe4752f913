import type { Delta, Generation } from './generation.ts';
import type { Context, LanguageModel } from './language-model.ts';
import { endToken, modelTokens, writtenToken } from './model-tokens.ts';

/** A token with its figures, before a dialect formats them. */
export interface ScoredToken {
  /** As the engine writes it. */
  readonly text: string;
  /** As the model knows it. */
  readonly token: string;
  /** Null for the first token of a prompt. */
  readonly logprob: number | null;
  /** The most likely tokens, most likely first. The token itself may be missing. */
  readonly top: readonly { readonly text: string; readonly token: string; readonly logprob: number }[];
  /** Its rank among all tokens at this position, 1 for the most likely. */
  readonly rank: number;
}

/** A generation with the figures of its tokens. All are empty if none are wanted. */
export interface ScoredGeneration extends Generation {
  /** The tokens of each delta. */
  readonly scored: readonly (readonly ScoredToken[])[];
  /** Tokens after the text that aren't part of it: the end token, or the stop sequence. */
  readonly ending: readonly ScoredToken[];
  /** The tokens of the prompt. */
  readonly prompt: readonly ScoredToken[];
}

/** How to score. */
export interface ScoreOptions {
  readonly model: LanguageModel;
  readonly engine: 'vllm' | 'sglang';
  /** Number of candidates per token. Null if no log probabilities are wanted. */
  readonly count: number | null;
  /** Number of candidates per token of the prompt. Null if they aren't wanted. */
  readonly promptCount: number | null;
  readonly temperature: number | null | undefined;
  readonly prompt: string;
}

/** Scores all tokens of a generation. The engines differ: vLLM reports the model’s own distribution, SGLang the one after the temperature. */
export function scoreGeneration(generation: Generation, options: ScoreOptions): ScoredGeneration {
  const { count, promptCount, engine, prompt } = options;
  const temperature = engine === 'sglang' ? options.temperature || 1 : 1; // SGLang takes 0 for 1, and then chooses the most likely
  const promptTokens = modelTokens(prompt);
  const scorePrompt = (wanted: number): readonly ScoredToken[] =>
    promptTokens.map((token, index) => scoreToken(promptTokens, index, token, wanted, 1, options));
  const echoed = generation.echoed ?? 0;
  const before = [...promptTokens];
  const scoreNext = (token: string): ScoredToken => {
    const scored = scoreToken(before, before.length, token, count ?? 0, temperature, options);
    before.push(token);
    return scored;
  };
  const echo = count === null || echoed === 0 ? [] : scorePrompt(count);
  let nextEchoed = 0;
  const scored = generation.deltas.map((delta, index) => {
    if (count === null) return [];
    const tokens = deltaTokens(delta);
    if (index >= echoed) return tokens.map(scoreNext);
    nextEchoed += tokens.length;
    return echo.slice(nextEchoed - tokens.length, nextEchoed);
  });
  const isEnded = generation.finish === 'stop';
  const ending = count === null || !isEnded ? [] : generation.matchedStop === null ? [endToken] : modelTokens(generation.matchedStop);
  return {
    ...generation,
    scored,
    ending: ending.map(scoreNext),
    prompt: promptCount === null ? [] : scorePrompt(promptCount),
  };
}

function deltaTokens(delta: Delta): readonly string[] {
  switch (delta.kind) {
    case 'reasoning':
    case 'content':
      return modelTokens(delta.text);
    case 'mixed':
      return [...modelTokens(delta.reasoning), ...modelTokens(delta.text)];
    case 'calls':
      return delta.calls.flatMap((call) => modelTokens(call.arguments));
  }
}

function scoreToken(
  tokens: readonly string[],
  index: number,
  token: string,
  count: number,
  temperature: number,
  { model, engine, prompt }: ScoreOptions,
): ScoredToken {
  const text = writtenToken(token, engine);
  if (index === 0 && prompt !== '' && tokens[0] === token) return { text, token, logprob: null, top: [], rank: 0 };
  const context: Context = [tokens[index - 2] ?? '', tokens[index - 1] ?? ''];
  const logprob = model.logprob(context, token, temperature);
  const top = model.top(context, count, temperature).map((other) => ({
    text: writtenToken(other.token, engine),
    token: other.token,
    logprob: other.logprob,
  }));
  const rank = top.findIndex((other) => other.token === token);
  return { text, token, logprob, top, rank: rank < 0 ? count + 1 : rank + 1 };
}
