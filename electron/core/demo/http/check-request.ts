import type { RequestError } from '../dialects/request-error.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import type { ChatRequest, CompletionRequest } from '../engines/requests.ts';

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
