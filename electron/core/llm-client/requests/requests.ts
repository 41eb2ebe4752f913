import type { Model } from '../../../contract/catalog.ts';
import type { Message, Parameters, Tool } from '../../../contract/conversation.ts';
import { dropUnsupportedFields, namedFields, omitUnset, type BuiltRequest } from './request-fields.ts';
import { noteTexts } from '../text.ts';
import type { AnswerPart } from '../../../contract/answer.ts';
import { parseJson, readObject } from '../../../contract/json.ts';

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

/** The messages in the service's format, with notes on changes. */
interface BuiltMessages {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly notes: readonly string[];
}

/** Builds the messages without reasoning. For a model without tools, tool calls become text. */
function buildRequestMessages(messages: readonly Message[], takesTools: boolean): BuiltMessages {
  const notes = new Set<string>();
  const names = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant' ? toolCallParts(message.parts).map((call) => [call.id, call.name] as const) : [],
    ),
  );

  const build = (message: Message): Readonly<Record<string, unknown>> => {
    switch (message.role) {
      case 'system':
        return { role: 'system', content: message.text };
      case 'user':
        return { role: 'user', content: userContent(message) };
      case 'assistant':
        return takesTools ? assistant(message.parts, notes) : plainAssistant(message.parts, notes);
      case 'tool':
        if (takesTools) return { role: 'tool', tool_call_id: message.callId, content: message.text };
        return { role: 'user', content: `[Result of ${names.get(message.callId) ?? 'a tool'}]\n${message.text}` };
    }
  };
  return { messages: messages.map(build), notes: [...notes] };
}

/** Returns the text, or parts if there are images. An image alone has no text part, because some templates reject an empty one. */
function userContent({ text, images = [] }: Extract<Message, { role: 'user' }>): unknown {
  if (images.length === 0) return text;
  const textParts = text === '' ? [] : [{ type: 'text', text }];
  return [...textParts, ...images.map((url) => ({ type: 'image_url', image_url: { url } }))];
}

function assistant(parts: readonly AnswerPart[], notes: Set<string>): Readonly<Record<string, unknown>> {
  const calls = toolCallParts(parts);
  const content = answerText(parts);
  if (calls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    // All engines accept a missing content beside tool calls, but not an empty one.
    ...(content === '' ? {} : { content }),
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: sendableArguments(call.arguments, notes) },
    })),
  };
}

function plainAssistant(parts: readonly AnswerPart[], notes: Set<string>): Readonly<Record<string, unknown>> {
  const calls = toolCallParts(parts);
  if (calls.length > 0) notes.add(noteTexts.toolCallsAsText);
  const callTexts = calls.map((call) => `[Called ${call.name} with ${call.arguments || '{}'}]`);
  // A message with reasoning only stays as an empty one, because some templates need alternating turns.
  return { role: 'assistant', content: [answerText(parts), ...callTexts].filter((text) => text !== '').join('\n') };
}

function toolCallParts(parts: readonly AnswerPart[]): readonly Extract<AnswerPart, { kind: 'tool-call' }>[] {
  return parts.filter((part) => part.kind === 'tool-call');
}

function answerText(parts: readonly AnswerPart[]): string {
  return parts
    .filter((part) => part.kind === 'text' || part.kind === 'refusal')
    .map((part) => part.text)
    .join('\n\n');
}

/** Replaces broken arguments, because engines parse past calls and would reject the whole request. */
function sendableArguments(text: string, notes: Set<string>): string {
  if (text.trim() === '') return '{}';
  if (readObject(parseJson(text))) return text;
  notes.add('A tool call whose arguments are not valid JSON was sent back with empty ones.');
  return '{}';
}
