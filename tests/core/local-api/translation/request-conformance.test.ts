import type { ContentBlockParam, MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/messages';
import type { ResponseCreateParamsBase, ResponseInputItem, Tool } from 'openai/resources/responses/responses';
import { expect, test } from 'vitest';
import { UntranslatableRequest } from '../../../../electron/core/local-api/translation/chat-request.ts';
import { translateMessages } from '../../../../electron/core/local-api/translation/messages-request.ts';
import { translateResponses } from '../../../../electron/core/local-api/translation/responses-request.ts';

const rules = { capabilities: { reasoningEffort: true } };
const messages = (fields: object) => translateMessages({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...fields }, rules);
const responses = (fields: object) => translateResponses({ model: 'm', input: 'Hi', ...fields }, rules);
const user = { role: 'user', content: 'Hi' };
const schema = { type: 'object' };
const tool = { name: 'f', description: 'F.' };
const chatTool = { type: 'function', function: { ...tool, parameters: schema } };
const format = { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } };

/** A value of a field, and what the chat completion has besides because of it. `refused` names the field in an error. */
type Field = readonly [value: unknown, sent: object | 'refused'];
/** Fields that change nothing for a model of this service. */
const ignored = (value: unknown): Field => [value, {}];

// The types name every field of the official packages, so that a new one has to be decided on.
const messagesFields = {
  model: ['other', { model: 'other' }],
  messages: [[{ role: 'user', content: [{ type: 'text', text: 'Ho' }] }], { messages: [{ role: 'user', content: 'Ho' }] }],
  max_tokens: [100, { max_tokens: 100 }],
  system: ['Be brief.', { messages: [{ role: 'system', content: 'Be brief.' }, user] }],
  temperature: [0.5, { temperature: 0.5 }],
  top_p: [0.5, { top_p: 0.5 }],
  top_k: [5, { top_k: 5 }],
  stop_sequences: [['END'], { stop: ['END'] }],
  tools: [[{ ...tool, input_schema: schema }], { tools: [chatTool] }],
  tool_choice: ignored({ type: 'auto' }), // without tools
  output_config: [
    { effort: 'high', format: { type: 'json_schema', schema } },
    { reasoning_effort: 'high', response_format: format },
  ],
  stream: ignored(true), // set by the client of the service
  thinking: ignored({ type: 'adaptive' }),
  cache_control: ignored({ type: 'ephemeral' }),
  container: ignored('c'),
  diagnostics: ignored({}),
  inference_geo: ignored('eu'),
  metadata: ignored({ user_id: 'u' }),
  service_tier: ignored('auto'),
  speed: ignored('fast'),
  user_profile_id: ignored('u'),
  workspace_id: ignored('w'),
} as const satisfies Readonly<Record<keyof MessageCreateParamsBase | 'temperature' | 'top_p' | 'top_k', Field>>;

const responsesFields = {
  model: ['other', { model: 'other' }],
  input: [[{ role: 'user', content: 'Ho' }], { messages: [{ role: 'user', content: 'Ho' }] }],
  instructions: ['Be brief.', { messages: [{ role: 'system', content: 'Be brief.' }, user] }],
  max_output_tokens: [100, { max_tokens: 100 }],
  temperature: [0.5, { temperature: 0.5 }],
  top_p: [0.5, { top_p: 0.5 }],
  tools: [[{ type: 'function', ...tool, parameters: schema, strict: false }], { tools: [chatTool] }],
  tool_choice: ignored('auto'), // without tools
  parallel_tool_calls: ignored(false), // without tools
  reasoning: [{ effort: 'low', summary: 'auto' }, { reasoning_effort: 'low' }],
  text: [{ format: { type: 'json_schema', name: 'answer', schema, strict: true } }, { response_format: format }],
  previous_response_id: ['resp_1', 'refused'],
  conversation: ['c', 'refused'],
  prompt: [{ id: 'p' }, 'refused'],
  background: [true, 'refused'],
  stream: ignored(true), // set by the client of the service
  stream_options: ignored({ include_obfuscation: false }),
  access_programs: ignored({}),
  context_management: ignored([]),
  image: ignored({}),
  include: ignored(['reasoning.encrypted_content']),
  max_tool_calls: ignored(5),
  metadata: ignored({ a: 'b' }),
  moderation: ignored({}),
  prompt_cache_key: ignored('k'),
  prompt_cache_options: ignored({}),
  prompt_cache_retention: ignored('24h'),
  safety_identifier: ignored('s'),
  service_tier: ignored('auto'),
  store: ignored(false),
  top_logprobs: ignored(2),
  truncation: ignored('auto'),
  user: ignored('u'),
} as const satisfies Readonly<Record<keyof ResponseCreateParamsBase, Field>>;

const cases = [
  ...Object.entries(messagesFields).map(([field, [value, sent]]) => ['Messages', field, value, sent, messages] as const),
  ...Object.entries(responsesFields).map(([field, [value, sent]]) => ['Responses', field, value, sent, responses] as const),
];

test.each(cases.filter(([, , , sent]) => sent !== 'refused'))('%s: translates the field %s', (_, field, value, sent, translate) => {
  expect(translate({ [field]: value }).body).toEqual({ model: 'm', messages: [user], ...(sent as object) });
});

test.each(cases.filter(([, , , sent]) => sent === 'refused'))(
  '%s: refuses the field %s by its name',
  (_, field, value, _sent, translate) => {
    expect(() => translate({ [field]: value })).toThrow(UntranslatableRequest);
    expect(() => translate({ [field]: value })).toThrow(expect.objectContaining({ param: field }));
  },
);

const blocks = {
  text: 'sent',
  image: 'left out', // without a source
  document: 'left out',
  tool_result: 'sent',
  tool_use: 'sent',
  thinking: 'sent',
  redacted_thinking: 'dropped', // another model's
  search_result: 'left out',
  server_tool_use: 'left out',
  web_search_tool_result: 'left out',
  web_fetch_tool_result: 'left out',
  code_execution_tool_result: 'left out',
  bash_code_execution_tool_result: 'left out',
  text_editor_code_execution_tool_result: 'left out',
  tool_search_tool_result: 'left out',
  container_upload: 'left out',
} as const satisfies Readonly<Record<ContentBlockParam['type'], string>>;

test.each(Object.entries(blocks))('names a block %s of Messages only if it is left out: %s', (type, outcome) => {
  const role = /result|text|image|document|upload/.test(type) ? 'user' : 'assistant';
  expect(messages({ messages: [{ role, content: [{ type }] }] }).leftOut).toEqual(outcome === 'left out' ? [type] : []);
});

const items = {
  message: 'sent',
  reasoning: 'sent',
  function_call: 'sent',
  function_call_output: 'sent',
  custom_tool_call: 'sent',
  custom_tool_call_output: 'sent',
  additional_tools: 'sent',
} as const satisfies Partial<Record<NonNullable<ResponseInputItem['type']>, string>>;

test.each([...Object.entries(items), ['web_search_call', 'left out'], ['local_shell_call', 'left out'], ['mcp_call', 'left out']])(
  'an item %s of Responses is %s',
  (type, outcome) => expect(responses({ input: [{ type }] }).leftOut).toEqual(outcome === 'left out' ? [type] : []),
);

const tools = {
  function: 'offered',
  custom: 'offered',
  namespace: 'offered',
  apply_patch: 'left out',
  code_interpreter: 'left out',
  computer: 'left out',
  computer_use_preview: 'left out',
  file_search: 'left out',
  image_generation: 'left out',
  local_shell: 'left out',
  mcp: 'left out',
  programmatic_tool_calling: 'left out',
  shell: 'left out',
  tool_search: 'left out',
  web_search: 'left out',
  web_search_preview: 'left out',
} as const satisfies Partial<Record<Tool['type'], string>>;

test.each(Object.entries(tools))('a tool %s of Responses is %s', (type, outcome) => {
  const { body, leftOut } = responses({ tools: [{ type, name: 'f', tools: [{ type: 'function', name: 'g' }] }] });
  expect([body['tools'] !== undefined, leftOut]).toEqual(outcome === 'offered' ? [true, []] : [false, [type]]);
});
