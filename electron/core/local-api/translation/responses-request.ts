import { isJsonObject, readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import { createChatHistory, type ChatHistory, type ChatPart } from './chat-history.ts';
import { toEffort, UntranslatableRequest, withoutUnset, type ChatTranslation, type ModelRules } from './chat-request.ts';
import { openReasoning } from './reasoning-mark.ts';
import { createResponsesTools, type ResponsesTools } from './responses-tools.ts';

/** Translates a request of OpenAI's Responses into chat completions. Throws `UntranslatableRequest`. */
export function translateResponses(request: JsonObject, rules: ModelRules): ChatTranslation {
  rejectStored(request);
  const input = readInput(request['input']);
  const leftOut = new Set<string>();
  // A few models get their tools as items of the input.
  const inInput = input.filter(({ type }) => type === 'additional_tools').flatMap((item) => readArray(item['tools']));
  const tools = createResponsesTools([...readArray(request['tools']), ...inInput], leftOut);
  const history = createChatHistory();
  history.addInstructions(readString(request['instructions']));
  for (const item of input) addItem(history, item, tools, leftOut);
  const messages = history.messages();
  return {
    body: withoutUnset({
      model: readString(request['model']),
      messages,
      max_tokens: request['max_output_tokens'],
      temperature: request['temperature'],
      top_p: request['top_p'],
      ...tools.choose(request['tool_choice']),
      parallel_tool_calls: tools.functions.length > 0 && request['parallel_tool_calls'] === false ? false : undefined,
      reasoning_effort: toEffort(readObject(request['reasoning'])?.['effort'], rules),
      response_format: readFormat(readObject(readObject(request['text'])?.['format'])),
    }),
    isStreamed: request['stream'] === true,
    tools: tools.byName,
    leftOut: [...leftOut],
  };
}

/** Nothing is kept between requests, as with the clients that this serves. */
function rejectStored(request: JsonObject): void {
  for (const field of ['previous_response_id', 'conversation', 'prompt']) {
    if (request[field] === undefined || request[field] === null) continue;
    throw new UntranslatableRequest(
      `The local API stores nothing, so it can’t continue from “${field}”.`,
      'Send the whole conversation in “input”.',
      field,
    );
  }
  if (request['background'] === true) {
    throw new UntranslatableRequest('The local API doesn’t answer in the background.', 'Leave “background” out.', 'background');
  }
}

function readInput(input: unknown): readonly JsonObject[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  if (!Array.isArray(input))
    throw new UntranslatableRequest('The request has no input.', 'Send “input” as a text or a list of items.', 'input');
  return input.filter(isJsonObject);
}

function addItem(history: ChatHistory, item: JsonObject, tools: ResponsesTools, leftOut: Set<string>): void {
  const type = readString(item['type']) || 'message';
  const callId = readString(item['call_id']);
  switch (type) {
    case 'message':
      return addMessage(history, item, leftOut);
    case 'reasoning':
      return history.addReasoning(openReasoning(readString(item['encrypted_content'])) ?? '');
    case 'function_call':
    case 'custom_tool_call':
      return history.addCall({ id: callId, name: tools.nameFor(item), arguments: tools.argumentsOf(item) });
    case 'function_call_output':
    case 'custom_tool_call_output':
      return history.addResult(callId, readParts(item['output'], leftOut));
    case 'item_reference':
      throw new UntranslatableRequest('The local API stores nothing, so an item can’t refer to another.', 'Send each item whole.', 'input');
    case 'additional_tools':
      return undefined;
    default:
      leftOut.add(type);
  }
}

function addMessage(history: ChatHistory, { role, content }: JsonObject, leftOut: Set<string>): void {
  const parts = readParts(content, leftOut);
  if (role === 'user') return history.addUser(parts);
  const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
  if (role === 'assistant') history.addText(text);
  else history.addInstructions(text);
}

/** Reads a message's content or a tool's output: a text, or a list of parts. */
function readParts(content: unknown, leftOut: Set<string>): readonly ChatPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return readArray(content).map((part) => readPart(readObject(part) ?? {}, leftOut));
}

function readPart(part: JsonObject, leftOut: Set<string>): ChatPart {
  const type = readString(part['type']);
  const url = readString(part['image_url']);
  if (type === 'input_image' && url !== '') return { type: 'image_url', image_url: withoutUnset({ url, detail: part['detail'] }) };
  if (type === 'refusal') return { type: 'text', text: readString(part['refusal']) };
  if (typeof part['text'] === 'string') return { type: 'text', text: part['text'] };
  leftOut.add(type);
  // The model knows that something is missing, and can say so.
  return { type: 'text', text: `(${type} left out: this service takes only text and images)` };
}

function readFormat(format: JsonObject | undefined): JsonObject | undefined {
  if (format?.['type'] === 'json_object') return { type: 'json_object' };
  if (format?.['type'] !== 'json_schema') return undefined;
  const { name, schema, strict, description } = format;
  return { type: 'json_schema', json_schema: withoutUnset({ name: name ?? 'answer', description, schema, strict }) };
}
