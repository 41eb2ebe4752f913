import type { Usage } from '../../../contract/answer.ts';
import type { Token, TokenAlternative } from '../../../contract/tokens.ts';
import type { ResultWithDetail } from '../store/results.ts';

/** Writes values as JSONL, without a byte order mark. */
export async function* writeJsonLines(values: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Writes one value as indented JSON, such as a recipe. */
export function writeJson(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** Our names of finish reasons that differ from the service's. */
const finishReasons: ReadonlyMap<string, string> = new Map([
  ['tool-calls', 'tool_calls'],
  ['filtered', 'content_filter'],
  ['aborted', 'abort'],
  // the service's name is not stored
  ['other', 'stop'],
]);

/** Builds the response of the service that a result was made from. */
export function buildBatchResponse(id: string, model: string, result: ResultWithDetail, isTextCompletion: boolean): unknown {
  const { detail } = result;
  const finish = detail?.finish ?? 'stop';
  const finishReason = finishReasons.get(finish) ?? finish;
  const tokens = detail?.logprobs;
  return {
    id,
    object: isTextCompletion ? 'text_completion' : 'chat.completion',
    created: Math.floor((detail?.answeredAt ?? 0) / 1000),
    model,
    choices: [
      isTextCompletion
        ? { index: 0, text: result.answer, logprobs: tokens ? textLogprobs(tokens) : null, finish_reason: finishReason }
        : { index: 0, message: buildMessage(result), logprobs: tokens ? chatLogprobs(tokens) : null, finish_reason: finishReason },
    ],
    usage: detail?.usage ? buildUsage(detail.usage) : null,
  };
}

function buildUsage({ promptTokens, completionTokens, totalTokens }: Usage): unknown {
  const sum = promptTokens === null || completionTokens === null ? null : promptTokens + completionTokens;
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: totalTokens ?? sum };
}

/** Builds the log probabilities of a chat. A token that the service didn't list is not among its alternatives there. */
function chatLogprobs(tokens: readonly Token[]): unknown {
  const content = tokens.map(({ text, logprob, bytes, alternatives, isUnlisted }) => ({
    token: text,
    logprob,
    bytes: bytes ?? toBytes(text),
    top_logprobs: alternatives.filter((each) => !isUnlisted || each.text !== text).map(buildAlternative),
  }));
  return { content, refusal: null };
}

function buildAlternative({ text, logprob }: TokenAlternative): unknown {
  return { token: text, logprob, bytes: toBytes(text) };
}

function toBytes(text: string): readonly number[] {
  return [...Buffer.from(text)];
}

/** Builds the log probabilities of a text completion. Offsets count characters as Python does, from the first token. */
function textLogprobs(tokens: readonly Token[]): unknown {
  let end = 0;
  const offsets = tokens.map(({ text }) => {
    const start = end;
    end += Array.from(text).length;
    return start;
  });
  return {
    tokens: tokens.map(({ text }) => text),
    token_logprobs: tokens.map(({ logprob }) => logprob),
    top_logprobs: tokens.map(({ alternatives }) =>
      alternatives.length === 0 ? null : Object.fromEntries(alternatives.map(({ text, logprob }) => [text, logprob])),
    ),
    text_offset: offsets,
  };
}

function buildMessage({ answer, detail }: ResultWithDetail): unknown {
  const calls = detail?.toolCalls ?? [];
  return {
    role: 'assistant',
    content: answer === '' && calls.length > 0 ? null : answer,
    ...(detail?.reasoning ? { reasoning_content: detail.reasoning } : {}),
    ...(calls.length === 0
      ? {}
      : { tool_calls: calls.map(({ id, name, arguments: args }) => ({ id, type: 'function', function: { name, arguments: args } })) }),
  };
}
