import { expect, test } from 'vitest';
import { translateMessages } from '../../../../electron/core/local-api/translation/messages-request.ts';

const rules = { capabilities: { reasoningEffort: true } };
const translated = (request: object) => translateMessages({ model: 'm', messages: [], ...request }, rules);
const messagesOf = (messages: readonly unknown[], system?: unknown) => translated({ messages, system }).body['messages'];
const text = (words: string) => ({ type: 'text', text: words });

test('sends system blocks first, without the line that changes with every request', () => {
  const system = [text('x-anthropic-billing-header: cc_version=2; cch=1f;'), text('You are Claude.'), text('Be brief.')];
  expect(messagesOf([{ role: 'user', content: 'Hello' }], system)).toEqual([
    { role: 'system', content: 'You are Claude.\n\nBe brief.' },
    { role: 'user', content: 'Hello' },
  ]);
});

test('puts a system message in the middle into the user’s turn, because templates take only a first one', () => {
  const messages = [
    { role: 'user', content: [text('Hello')] },
    { role: 'system', content: 'Today is Monday.' },
    { role: 'assistant', content: 'Hi' },
  ];
  expect(messagesOf(messages)).toEqual([
    { role: 'user', content: 'Hello\n\n<system>\nToday is Monday.\n</system>' },
    { role: 'assistant', content: 'Hi' },
  ]);
});

test('translates calls and their results, with images in the turn after them', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const messages = [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Read both.', signature: 'causeway' },
        { type: 'thinking', thinking: 'Another model’s.', signature: 'EqQB' },
        { type: 'redacted_thinking', data: 'x' },
        text('I read them.'),
        { type: 'tool_use', id: 'a', name: 'Read', input: { path: 'a' } },
        { type: 'tool_use', id: 'b', name: 'Read', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'b', content: [image, text('A plot.')], cache_control: { type: 'ephemeral' } },
        { type: 'tool_result', tool_use_id: 'a', content: 'Text of a', is_error: false },
        text('And now?'),
      ],
    },
  ];
  expect(messagesOf(messages)).toEqual([
    {
      role: 'assistant',
      content: 'I read them.',
      reasoning: 'Read both.',
      reasoning_content: 'Read both.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'Read', arguments: '{"path":"a"}' } },
        { id: 'b', type: 'function', function: { name: 'Read', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'b', content: 'A plot.' },
    { role: 'tool', tool_call_id: 'a', content: 'Text of a' },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }, text('And now?')] },
  ]);
});

test('keeps the text of documents, and says what it has to leave out', () => {
  const content = [
    { type: 'document', title: 'Notes', source: { type: 'text', media_type: 'text/plain', data: 'Line' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' } },
  ];
  const { body, leftOut } = translated({
    messages: [{ role: 'user', content }],
    tools: [
      { type: 'web_search_20250305', name: 'web_search' },
      { name: 'Read', description: 'Reads a file.', input_schema: { type: 'object' } },
    ],
  });
  expect(body['messages']).toEqual([
    { role: 'user', content: 'Notes\n\nLine\n\n(document left out: this service takes only text and images)' },
  ]);
  expect(body['tools']).toEqual([
    { type: 'function', function: { name: 'Read', description: 'Reads a file.', parameters: { type: 'object' } } },
  ]);
  expect(leftOut).toEqual(['document', 'web_search_20250305']);
});

test.each([
  [{ type: 'auto' }, { tool_choice: 'auto' }],
  [{ type: 'any' }, { tool_choice: 'required' }],
  [{ type: 'none' }, { tool_choice: 'none' }],
  [{ type: 'tool', name: 'Read' }, { tool_choice: { type: 'function', function: { name: 'Read' } } }],
  [
    { type: 'auto', disable_parallel_tool_use: true },
    { tool_choice: 'auto', parallel_tool_calls: false },
  ],
])('translates the tool choice %j', (choice, expected) => {
  const tools = [{ name: 'Read', input_schema: {} }];
  expect(translated({ tools, tool_choice: choice }).body).toMatchObject(expected);
});

test('sends a tool choice only with tools, because engines reject it without', () => {
  expect(translated({ tools: [], tool_choice: { type: 'auto' } }).body).toEqual({ model: 'm', messages: [] });
});

test('translates parameters, and leaves out what the service doesn’t have', () => {
  const schema = { type: 'object' };
  const { body, isStreamed } = translated({
    max_tokens: 100,
    temperature: 0.2,
    top_p: 0.9,
    stop_sequences: ['END'],
    stream: true,
    thinking: { type: 'adaptive' },
    context_management: { edits: [] },
    metadata: { user_id: 'u' },
    output_config: { effort: 'max', format: { type: 'json_schema', schema } },
  });
  expect(isStreamed).toBe(true);
  expect(body).toEqual({
    model: 'm',
    messages: [],
    max_tokens: 100,
    temperature: 0.2,
    top_p: 0.9,
    stop: ['END'],
    reasoning_effort: 'high',
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
  });
});

test('sends each turn as a continuation of the last one, so that the engine finds it in its cache', () => {
  const turn = [
    { role: 'user', content: [text('Read it'), text('please')] },
    { role: 'system', content: 'Reminder' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'causeway' },
        { type: 'tool_use', id: 'a', name: 'f', input: { z: 1, a: 2 } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
  ];
  const next = [...turn, { role: 'assistant', content: [text('Done.')] }, { role: 'user', content: 'Thanks' }];
  const [before, after] = [turn, next].map((messages) => JSON.stringify(messagesOf(messages, 'Be brief.')).slice(0, -1));
  expect(after?.startsWith(`${before},`)).toBe(true);
});

test.each([[{ messages: 'Hello' }], [{ messages: undefined }]])('rejects %j with the field', (request) => {
  expect(() => translated(request)).toThrow(expect.objectContaining({ param: 'messages' }));
});
