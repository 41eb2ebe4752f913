import type { Call, Delta } from '../engines/generation.ts';
import { tokenLikelihood } from '../engines/logprobs.ts';
import type { TokenPosition } from './dialect.ts';

/** A complete answer. */
export interface AssembledAnswer {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly Call[];
}

/** Assembles deltas into a complete answer, for responses that are not streamed. */
export function assembleAnswer(deltas: readonly Delta[]): AssembledAnswer {
  const content = deltas.map(deltaContent).join('');
  const reasoning = deltas
    .map((delta) => (delta.kind === 'reasoning' ? delta.text : delta.kind === 'mixed' ? delta.reasoning : ''))
    .join('');
  const parts = deltas.flatMap((delta) => (delta.kind === 'calls' ? delta.calls : []));
  const calls = [...Map.groupBy(parts, (part) => part.index).values()].map((own) => ({
    id: own[0]?.opens?.id ?? '',
    name: own[0]?.opens?.name ?? '',
    arguments: own.map((part) => part.arguments).join(''),
  }));
  return { content, reasoning, calls };
}

/** Returns the answer text of a delta. */
export function deltaContent(delta: Delta): string {
  return delta.kind === 'content' || delta.kind === 'mixed' ? delta.text : '';
}

/** Returns the content tokens of an answer with their positions. */
export function tokensWithPositions(deltas: readonly Delta[]): readonly { readonly token: string; readonly position: TokenPosition }[] {
  let offset = 0;
  return deltas
    .map(deltaContent)
    .filter((text) => text !== '')
    .map((token, index) => {
      const position = { index, offset };
      offset += token.length;
      return { token, position };
    });
}

/** Returns log probabilities in the format of chat completions. */
export function chatLogprobs(
  count: number | null,
  tokens: readonly { readonly token: string; readonly position: TokenPosition }[],
): object | null {
  if (count === null) return null;
  const format = (token: string, logprob: number): object => ({ token, logprob, bytes: [...Buffer.from(token)] });
  const content = tokens.map(({ token, position }) => {
    const likelihood = tokenLikelihood(token, position.index, count);
    return { ...format(token, likelihood.logprob), top_logprobs: likelihood.top.map((each) => format(each.token, each.logprob)) };
  });
  return { content };
}

/** Returns log probabilities in the format of text completions. */
export function textLogprobs(
  count: number | null,
  tokens: readonly { readonly token: string; readonly position: TokenPosition }[],
): object | null {
  if (count === null) return null;
  const likelihoods = tokens.map(({ token, position }) => tokenLikelihood(token, position.index, count));
  return {
    text_offset: tokens.map(({ position }) => position.offset),
    token_logprobs: likelihoods.map((likelihood) => likelihood.logprob),
    tokens: tokens.map(({ token }) => token),
    top_logprobs: likelihoods.map((likelihood) => Object.fromEntries(likelihood.top.map((each) => [each.token, each.logprob]))),
  };
}
