import { isJsonObject, readArray, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import { createChatHistory, type ChatHistory, type ChatPart } from './chat-history.ts';
import { toEffort, UntranslatableRequest, withoutUnset, type ChatTranslation, type ModelRules } from './chat-request.ts';
import { ownSignature } from './reasoning-mark.ts';

/** Translates a request of Anthropic's Messages into chat completions. Throws `UntranslatableRequest`. */
export function translateMessages(request: JsonObject, rules: ModelRules): ChatTranslation {
  if (!Array.isArray(request['messages']))
    throw new UntranslatableRequest('The request has no messages.', 'Send “messages” as a list.', 'messages');
  const leftOut = new Set<string>();
  const history = createChatHistory();
  history.addInstructions(readSystem(request['system']));
  for (const message of readArray(request['messages'])) addMessage(history, readObject(message) ?? {}, leftOut);
  const messages = history.messages();
  const tools = readTools(request['tools'], leftOut);
  const output = readObject(request['output_config']);
  return {
    body: withoutUnset({
      model: readString(request['model']),
      messages,
      max_tokens: request['max_tokens'],
      temperature: request['temperature'],
      top_p: request['top_p'],
      top_k: request['top_k'],
      stop: request['stop_sequences'],
      ...(tools.length === 0 ? {} : { tools, ...readToolChoice(readObject(request['tool_choice'])) }),
      reasoning_effort: toEffort(output?.['effort'], rules),
      response_format: readFormat(readObject(output?.['format'])),
    }),
    isStreamed: request['stream'] === true,
    tools: new Map(tools.map(({ function: { name } }) => [name, { kind: 'function', name }])),
    leftOut: [...leftOut],
  };
}

/** Claude Code puts its version and a checksum first, which change with each request, so that no engine finds it in its cache. */
const attributionPattern = /^x-anthropic-billing-header:/;

function readSystem(system: unknown): string {
  if (typeof system === 'string') return system;
  const texts = readArray(system).map((block) => readString(readObject(block)?.['text']));
  return texts.filter((text) => text !== '' && !attributionPattern.test(text)).join('\n\n');
}

function addMessage(history: ChatHistory, message: JsonObject, leftOut: Set<string>): void {
  const { role, content } = message;
  if (role === 'system') return history.addInstructions(readSystem(content));
  const blocks: readonly unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : readArray(content);
  const add = role === 'assistant' ? addAssistantBlock : addUserBlock;
  for (const block of blocks) add(history, readObject(block) ?? {}, leftOut);
}

function addAssistantBlock(history: ChatHistory, block: JsonObject, leftOut: Set<string>): void {
  const type = readString(block['type']);
  if (type === 'text') history.addText(readString(block['text']));
  else if (type === 'tool_use') {
    history.addCall({ id: readString(block['id']), name: readString(block['name']), arguments: JSON.stringify(block['input'] ?? {}) });
  } else if (type === 'thinking') {
    // Another model's reasoning would only confuse this one.
    if (block['signature'] === ownSignature) history.addReasoning(readString(block['thinking']));
  } else if (type !== 'redacted_thinking') leftOut.add(type);
}

function addUserBlock(history: ChatHistory, block: JsonObject, leftOut: Set<string>): void {
  if (block['type'] === 'tool_result') history.addResult(readString(block['tool_use_id']), readResult(block, leftOut));
  else history.addUser(readContent(block, leftOut));
}

function readResult({ content, is_error: isError }: JsonObject, leftOut: Set<string>): readonly ChatPart[] {
  const parts: readonly ChatPart[] =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : readArray(content).flatMap((block) => readContent(readObject(block) ?? {}, leftOut));
  return parts.length === 0 && isError === true ? [{ type: 'text', text: 'The tool failed.' }] : parts;
}

function readContent(block: JsonObject, leftOut: Set<string>): readonly ChatPart[] {
  const type = readString(block['type']);
  const source = readObject(block['source']);
  if (type === 'text') return [{ type: 'text', text: readString(block['text']) }];
  if (type === 'image') {
    const url = source?.['type'] === 'base64' ? dataUrl(source) : readString(source?.['url']);
    if (url !== '') return [{ type: 'image_url', image_url: { url } }];
  }
  if (type === 'document' && source?.['type'] === 'text') {
    const title = readString(block['title']);
    return [{ type: 'text', text: `${title === '' ? '' : `${title}\n\n`}${readString(source['data'])}` }];
  }
  if (type === 'document' && source?.['type'] === 'content') {
    return readArray(source['content']).flatMap((part) => readContent(readObject(part) ?? {}, leftOut));
  }
  leftOut.add(type);
  // The model knows that something is missing, and can say so.
  return [{ type: 'text', text: `(${type} left out: this service takes only text and images)` }];
}

function dataUrl(source: JsonObject): string {
  return `data:${readString(source['media_type'])};base64,${readString(source['data'])}`;
}

/** Anthropic's own tools run at Anthropic and have no schema. */
function readTools(value: unknown, leftOut: Set<string>) {
  const tools = readArray(value).filter(isJsonObject);
  for (const tool of tools) if (!tool['input_schema']) leftOut.add(readString(tool['type']) || readString(tool['name']));
  return tools
    .filter((tool) => tool['input_schema'])
    .map((tool) => ({
      type: 'function',
      function: {
        name: readString(tool['name']),
        ...(tool['description'] === undefined ? {} : { description: tool['description'] }),
        parameters: tool['input_schema'],
      },
    }));
}

function readToolChoice(choice: JsonObject | undefined): JsonObject {
  if (!choice) return {};
  const name = readString(choice['name']);
  const byType: Readonly<Record<string, unknown>> = {
    auto: 'auto',
    any: 'required',
    none: 'none',
    tool: { type: 'function', function: { name } },
  };
  return withoutUnset({
    tool_choice: byType[readString(choice['type'])],
    parallel_tool_calls: choice['disable_parallel_tool_use'] === true ? false : undefined,
  });
}

function readFormat(format: JsonObject | undefined): JsonObject | undefined {
  if (format?.['type'] !== 'json_schema') return undefined;
  return { type: 'json_schema', json_schema: { name: 'answer', schema: format['schema'], strict: true } };
}
