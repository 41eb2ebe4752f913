import type { Usage } from '../../../contract/answer.ts';
import { parseJson, readObject, type JsonObject } from '../../../contract/json.ts';
import type { AnswerWriter, SendEvent } from './answer-writer.ts';
import { customInputField, type ClientTool } from './chat-request.ts';
import { sealReasoning } from './reasoning-mark.ts';
import { createSequentialParts, type OpenedPart } from './sequential-parts.ts';

/** What the answer repeats of its request. */
interface ResponsesRequest {
  readonly id: string;
  readonly model: string;
  readonly createdAt: number;
  readonly tools: ReadonlyMap<string, ClientTool>;
}

/** Creates a writer of OpenAI's Responses. */
export function createResponsesWriter({ id, model, createdAt, tools }: ResponsesRequest, sendEvent: SendEvent): AnswerWriter {
  const output: JsonObject[] = [];
  let sequence = 0;
  let state: JsonObject = { status: 'in_progress', error: null, incomplete_details: null, usage: null };

  const response = (): JsonObject => ({
    id: `resp_${id}`,
    object: 'response',
    created_at: createdAt,
    model,
    store: false,
    // Nobody reads these here, but strict clients need them.
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    ...state,
    output,
  });
  const send: SendEvent = (type, fields) => {
    sendEvent(type, { sequence_number: sequence, ...fields });
    sequence += 1;
  };
  const itemFor = (part: OpenedPart, text: string, status: string): ResponseItem =>
    createItem(part, { id: `${id}_${output.length}`, text, status, tool: part.kind === 'tool-call' ? tools.get(part.name) : undefined });
  const place = (item: ResponseItem): JsonObject => ({ item_id: item.fields['id'], output_index: output.length, ...item.place });

  const parts = createSequentialParts({
    open: (part) => {
      const item = itemFor(part, '', 'in_progress');
      send('response.output_item.added', { output_index: output.length, item: item.fields });
      if (item.events.partAdded) send(item.events.partAdded, { ...place(item), part: item.part });
    },
    append: (part, delta) => {
      const item = itemFor(part, '', 'in_progress');
      // The text of a custom tool is inside of JSON, which is whole only at the end.
      if (!item.isCustom) send(item.events.delta, { ...place(item), delta, ...item.eventFields });
    },
    close: (part, text) => {
      const item = itemFor(part, text, 'completed');
      if (item.isCustom) send(item.events.delta, { ...place(item), delta: item.text });
      send(item.events.done, { ...place(item), [item.textField]: item.text, ...item.eventFields });
      if (item.events.partDone) send(item.events.partDone, { ...place(item), part: item.part });
      send('response.output_item.done', { output_index: output.length, item: item.fields });
      output.push(item.fields);
    },
  });

  return {
    begin: () => {
      send('response.created', { response: response() });
      send('response.in_progress', { response: response() });
    },
    push: parts.push,
    ping: () => send('response.in_progress', { response: response() }),
    end: ({ finish, usage }) => {
      parts.end();
      const reason = finish === 'length' ? 'max_output_tokens' : finish === 'filtered' ? 'content_filter' : undefined;
      const status = reason === undefined ? 'completed' : 'incomplete';
      state = { ...state, status, incomplete_details: reason === undefined ? null : { reason }, usage: toUsage(usage) };
      send(`response.${status}`, { response: response() });
    },
    fail: ({ code, message, remedy }) => {
      state = { ...state, status: 'failed', error: { code, message: `${message} ${remedy}`.trimEnd() } };
      send('response.failed', { response: response() });
    },
    whole: response,
  };
}

/** An item of the output and the events that announce it. */
interface ResponseItem {
  readonly fields: JsonObject;
  readonly text: string;
  readonly textField: string;
  readonly isCustom: boolean;
  /** Where in the item its text is. */
  readonly place: JsonObject;
  readonly part: JsonObject;
  /** What its text events have besides. */
  readonly eventFields?: JsonObject;
  readonly events: { readonly delta: string; readonly done: string; readonly partAdded?: string; readonly partDone?: string };
}

interface ItemOptions {
  readonly id: string;
  readonly text: string;
  readonly status: string;
  readonly tool: ClientTool | undefined;
}

function createItem(part: OpenedPart, options: ItemOptions): ResponseItem {
  if (part.kind === 'text') return messageItem(options);
  return part.kind === 'reasoning' ? reasoningItem(options) : callItem(part, options);
}

function messageItem({ id, text, status }: ItemOptions): ResponseItem {
  const part = { type: 'output_text', text, annotations: [] };
  return {
    fields: { id: `msg_${id}`, type: 'message', role: 'assistant', status, content: status === 'completed' ? [part] : [] },
    text,
    textField: 'text',
    isCustom: false,
    place: { content_index: 0 },
    part,
    eventFields: { logprobs: [] },
    events: {
      delta: 'response.output_text.delta',
      done: 'response.output_text.done',
      partAdded: 'response.content_part.added',
      partDone: 'response.content_part.done',
    },
  };
}

/** Reasoning is sent as its summary, because clients show that, and once more in the only field that they send back. */
function reasoningItem({ id, text, status }: ItemOptions): ResponseItem {
  const part = { type: 'summary_text', text };
  const isDone = status === 'completed';
  return {
    fields: { id: `rs_${id}`, type: 'reasoning', summary: isDone ? [part] : [], encrypted_content: isDone ? sealReasoning(text) : null },
    text,
    textField: 'text',
    isCustom: false,
    place: { summary_index: 0 },
    part,
    events: {
      delta: 'response.reasoning_summary_text.delta',
      done: 'response.reasoning_summary_text.done',
      partAdded: 'response.reasoning_summary_part.added',
      partDone: 'response.reasoning_summary_part.done',
    },
  };
}

function callItem(call: Extract<OpenedPart, { kind: 'tool-call' }>, { id, text, status, tool }: ItemOptions): ResponseItem {
  const name = tool?.name ?? call.name;
  const namespace = tool?.namespace === undefined ? {} : { namespace: tool.namespace };
  const isCustom = tool?.kind === 'custom';
  const input = isCustom ? readCustomInput(text) : text;
  const kind = isCustom ? 'custom_tool_call' : 'function_call';
  const textField = isCustom ? 'input' : 'arguments';
  return {
    fields: { id: `${isCustom ? 'ctc' : 'fc'}_${id}`, type: kind, status, call_id: call.id, name, ...namespace, [textField]: input },
    text: input,
    textField,
    isCustom,
    place: {},
    part: {},
    events: isCustom
      ? { delta: 'response.custom_tool_call_input.delta', done: 'response.custom_tool_call_input.done' }
      : { delta: 'response.function_call_arguments.delta', done: 'response.function_call_arguments.done' },
  };
}

/** Returns the plain text that a model wrote as a function's only field, or what it wrote instead. */
function readCustomInput(text: string): string {
  const input = readObject(parseJson(text))?.[customInputField];
  return typeof input === 'string' ? input : text;
}

function toUsage(usage: Usage | null): JsonObject | null {
  if (!usage) return null;
  const { promptTokens, completionTokens, totalTokens } = usage;
  return {
    input_tokens: promptTokens ?? 0,
    input_tokens_details: { cached_tokens: usage.cachedTokens ?? 0, cache_write_tokens: 0 },
    output_tokens: completionTokens ?? 0,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: totalTokens ?? (promptTokens ?? 0) + (completionTokens ?? 0),
  };
}
