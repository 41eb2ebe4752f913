import type { Model } from '../../../contract/catalog.ts';
import type { Message, Parameters, Tool } from '../../../contract/conversation.ts';
import { dropUnsupportedFields, namedFields, omitUnset, type BuiltRequest } from './request-fields.ts';
import { noteTexts } from '../text.ts';
import { buildRequestMessages } from './request-messages.ts';

/** A conversation turn to answer. */
export interface ChatRequest {
  readonly model: Model;
  readonly messages: readonly Message[];
  readonly tools?: readonly Tool[];
  readonly parameters?: Parameters;
}

/** A raw text to continue. */
export interface CompletionRequest {
  readonly model: Model;
  readonly prompt: string;
  /** The text that follows. It is sent only if the model's fill-in-the-middle template is known. */
  readonly suffix?: string | undefined;
  readonly parameters?: Parameters;
}

/** Builds the body of a chat completion, without streaming options. */
export function buildChat({ model, messages, tools = [], parameters = {} }: ChatRequest): BuiltRequest {
  const { capabilities } = model;
  const history = buildRequestMessages(messages, capabilities.tools);
  const offered = tools.length === 0 ? undefined : tools.map(describeTool);
  const logprobs = parameters.logprobs === undefined ? {} : { logprobs: true, top_logprobs: parameters.logprobs };
  const named = omitUnset({ ...namedFields(parameters), ...logprobs, tools: offered });
  const built = dropUnsupportedFields(named, parameters.extra, { modelId: model.id, capabilities, endpoint: 'chat' });
  return {
    body: { model: model.id, messages: history.messages, ...built.body },
    notes: [...built.notes, ...history.notes],
  };
}

/** Builds the body of a text completion with `count` answers. */
export function buildCompletion({ model, prompt, suffix = '', parameters = {} }: CompletionRequest, count = 1): BuiltRequest {
  const rules = { modelId: model.id, capabilities: model.capabilities, endpoint: 'completion' } as const;
  const named = omitUnset({ ...namedFields(parameters), logprobs: parameters.logprobs, n: count === 1 ? undefined : count });
  const built = dropUnsupportedFields(named, parameters.extra, rules);
  const notes = suffix !== '' && model.fillIn === undefined ? [noteTexts.suffixNotSent(model.id)] : [];
  return { body: { model: model.id, prompt: fillIn(model, prompt, suffix), ...built.body }, notes: [...built.notes, ...notes] };
}

function fillIn({ fillIn: template }: Model, prompt: string, suffix: string): string {
  return template === undefined || suffix === '' ? prompt : template.prefix + prompt + template.suffix + suffix + template.middle;
}

function describeTool(tool: Tool): unknown {
  return { type: 'function', function: { name: tool.name, description: tool.description, parameters: tool.parameters } };
}
