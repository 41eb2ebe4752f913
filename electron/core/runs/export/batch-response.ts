import type { ResultWithDetail } from '../store/read-results.ts';

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
  return {
    id,
    object: isTextCompletion ? 'text_completion' : 'chat.completion',
    created: Math.floor((detail?.answeredAt ?? 0) / 1000),
    model,
    choices: [
      isTextCompletion
        ? { index: 0, text: result.answer, logprobs: null, finish_reason: finishReason }
        : { index: 0, message: buildMessage(result), finish_reason: finishReason },
    ],
    usage: {
      prompt_tokens: result.prompt_tokens ?? 0,
      completion_tokens: result.completion_tokens ?? 0,
      total_tokens: (result.prompt_tokens ?? 0) + (result.completion_tokens ?? 0),
    },
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
