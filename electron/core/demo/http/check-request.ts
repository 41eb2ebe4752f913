import type { RequestError } from '../dialects/request-error.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import { messageImages, type ChatRequest, type CompletionRequest } from '../engines/requests.ts';

/** Returns the error of a parameter that the model lacks. */
export function findUnsupportedParameter(request: ChatRequest, model: DemoModel): RequestError | undefined {
  const { tools, reasoningEffort } = model.capabilities;
  const given = (value: unknown): boolean => value !== undefined && value !== null;
  const unfit =
    !tools && given(request.tools)
      ? 'tools'
      : !tools && given(request.tool_choice)
        ? 'tool_choice'
        : !reasoningEffort && given(request.reasoning_effort)
          ? 'reasoning_effort'
          : undefined;
  return unfit === undefined ? undefined : { kind: 'unsupported', parameter: unfit, model: model.id };
}

/** Rejects images as the engines do: all of them if the model doesn't see, or more than it takes. */
export function checkImages({ messages }: ChatRequest, { id, engine, maxImages }: DemoModel): RequestError | undefined {
  const count = messages.flatMap(messageImages).length;
  if (count <= maxImages) return undefined;
  const rejected = (message: string): RequestError => ({ kind: 'rejected', message, parameter: null });
  if (maxImages > 0) return rejected(`At most ${maxImages} image(s) may be provided in one prompt.`);
  if (engine === 'vllm') return rejected(`${id} is not a multimodal model`);
  return rejected("Model only supports text input; received unsupported content type 'image_url'.");
}

/** Returns the error of stream options without a stream, which only vLLM reports. */
export function checkStreamOptions(request: ChatRequest | CompletionRequest, model: DemoModel): RequestError | undefined {
  const hasOptions = request.stream_options !== undefined && request.stream_options !== null;
  return hasOptions && request.stream !== true && model.engine === 'vllm' ? { kind: 'options-without-stream' } : undefined;
}

/** Returns an error if the prompt and the wanted answer exceed the context. */
export function checkContextLength(prompt: number, asked: number | null | undefined, model: DemoModel): RequestError | undefined {
  const completion = asked ?? 1;
  return prompt + completion > model.contextLength ? { kind: 'context-length', limit: model.contextLength, prompt, completion } : undefined;
}

/** vLLM's default limit. SGLang has none. */
const maxLogprobs = 20;

/** Larger than any vocabulary. */
const allCandidates = 1_000_000;

/** Rejects more candidates than vLLM lists. */
export function checkLogprobsLimit(
  field: 'logprobs' | 'prompt_logprobs',
  count: number | null,
  { engine }: DemoModel,
): RequestError | undefined {
  if (engine === 'sglang' || count === null || count <= maxLogprobs || count === allCandidates) return undefined;
  const what = field === 'logprobs' ? 'sample' : 'prompt';
  return {
    kind: 'rejected',
    message: `Requested ${what} logprobs of ${count}, which is greater than max allowed: ${maxLogprobs} (parameter=${field}, value=${count})`,
    parameter: field,
  };
}

/** Returns the number of candidates per token of the prompt. vLLM also lists them when it repeats the prompt. */
export function promptCandidates({ prompt_logprobs: own, echo, logprobs }: CompletionRequest, { engine }: DemoModel): number | null {
  if (engine === 'sglang') return null;
  if (own !== undefined && own !== null) return own === -1 ? allCandidates : own;
  return echo === true ? (logprobs ?? null) : null;
}

/** Rejects what the engines reject in a chat. */
export function checkChatLogprobs({ logprobs, top_logprobs: top }: ChatRequest, { engine }: DemoModel): RequestError | undefined {
  if (engine === 'sglang' || top === undefined || top === null || logprobs === true) return undefined;
  return { kind: 'rejected', message: 'when using `top_logprobs`, `logprobs` must be set to true.', parameter: 'top_logprobs' };
}

/** Rejects what the engines reject in a text completion. */
export function checkCompletion(request: CompletionRequest, { engine }: DemoModel): RequestError | undefined {
  const { echo, logprobs, max_tokens: maxTokens, n, prompt_logprobs: prompt, stream, suffix, temperature } = request;
  const rejected = (message: string, parameter: string): RequestError => ({ kind: 'rejected', message, parameter });
  if (engine === 'sglang') {
    if (maxTokens === 0) return rejected('max_tokens must be positive', 'max_tokens');
    return echo === true && logprobs === 0 ? { kind: 'broken' } : undefined; // sgl-project/sglang#34776
  }
  if (maxTokens === 0 && echo !== true) return rejected('max_tokens must be at least 1, got 0.', 'max_tokens');
  if (suffix) return rejected('suffix is not currently supported', 'suffix');
  if ((n ?? 1) > 1 && temperature === 0) return rejected(`n must be 1 when using greedy sampling, got ${n}.`, 'n');
  if (stream === true && prompt) return rejected('`prompt_logprobs` are not available when `stream=True`.', 'prompt_logprobs');
  return undefined;
}
