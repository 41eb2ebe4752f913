import type { RequestError } from '../dialects/request-error.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import type { ChatRequest, CompletionRequest } from '../engines/requests.ts';
import type { FaultTarget } from '../faults/fault.ts';
import type { DemoContext } from './demo-context.ts';

/** Returns the error of a field that a fault refuses. */
export function findRefusedField(request: object, target: FaultTarget, { faults }: DemoContext): RequestError | undefined {
  const given = (field: string): boolean => field in request && request[field as keyof typeof request] !== null;
  const refused = faults.take('refuse-field', target, ({ field }) => given(field));
  return refused && { kind: 'rejected', message: `\`${refused.field}\` is not supported.`, parameter: refused.field };
}

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

/** Returns the error of a stream or its options. */
export function checkStreamOptions(
  request: ChatRequest | CompletionRequest,
  model: DemoModel,
  target: FaultTarget,
  { faults }: DemoContext,
): RequestError | undefined {
  const hasOptions = request.stream_options !== undefined && request.stream_options !== null;
  if (request.stream === true && faults.take('refuse-stream', target)) return forbiddenField('stream');
  if (hasOptions && faults.take('refuse-stream-options', target)) return forbiddenField('stream_options');
  return hasOptions && request.stream !== true && model.engine === 'vllm' ? { kind: 'options-without-stream' } : undefined;
}

function forbiddenField(parameter: string): RequestError {
  return { kind: 'invalid-body', items: [{ type: 'extra_forbidden', loc: ['body', parameter], msg: 'Extra inputs are not permitted' }] };
}

/** Returns an error if the prompt and the wanted answer exceed the context. */
export function checkContextLength(prompt: number, asked: number | null | undefined, model: DemoModel): RequestError | undefined {
  const completion = asked ?? 1;
  return prompt + completion > model.contextLength ? { kind: 'context-length', limit: model.contextLength, prompt, completion } : undefined;
}
