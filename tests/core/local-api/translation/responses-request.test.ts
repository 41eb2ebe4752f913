import { expect, test } from 'vitest';
import { translateResponses } from '../../../../electron/core/local-api/translation/responses-request.ts';

const rules = { capabilities: { reasoningEffort: true } };
const translated = (request: object) => translateResponses({ model: 'm', input: [], ...request }, rules);
const messagesOf = (input: unknown, more: object = {}) => translated({ input, ...more }).body['messages'];
const said = (role: string, ...texts: readonly string[]) => ({
  type: 'message',
  role,
  content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })),
});
const read = { type: 'function', name: 'read', description: 'Reads.', parameters: { type: 'object' }, strict: false };

test('takes a plain text as the user’s message', () => {
  expect(messagesOf('Hello', { instructions: 'Be brief.' })).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
  ]);
});

test('joins instructions at the start, and puts later ones into the user’s turn', () => {
  const input = [
    said('developer', 'You are Codex.'),
    said('developer', 'Sandbox: on.'),
    said('user', 'Hello'),
    said('developer', 'New rule.'),
  ];
  expect(messagesOf(input)).toEqual([
    { role: 'system', content: 'You are Codex.\n\nSandbox: on.' },
    { role: 'user', content: 'Hello\n\n<system>\nNew rule.\n</system>' },
  ]);
});

test('keeps a call and its result together, with what was said in between and its reasoning', () => {
  const input = [
    { type: 'reasoning', summary: [], encrypted_content: 'causeway:First the file.' },
    { type: 'reasoning', summary: [], encrypted_content: 'gAAAAB' },
    { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"path":"x"}' },
    said('assistant', 'Reading.'),
    said('user', 'Hurry'),
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'Content' }] },
  ];
  expect(messagesOf(input, { tools: [read] })).toEqual([
    {
      role: 'assistant',
      content: 'Reading.',
      reasoning: 'First the file.',
      reasoning_content: 'First the file.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: 'Content' },
    { role: 'user', content: 'Hurry' },
  ]);
});

test('sends images of a tool in the turn after it', () => {
  const input = [
    { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }] },
  ];
  expect(messagesOf(input)).toMatchObject([
    { role: 'assistant' },
    { role: 'tool', content: 'The image is in the next message.' },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }] },
  ]);
});

test('gives nested and custom tools plain names, and knows them again', () => {
  const grammar = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' };
  const { body, tools, leftOut } = translated({
    tools: [
      read,
      { type: 'namespace', name: 'files', description: 'Files', tools: [read, { ...read, name: 'list' }] },
      { type: 'namespace', name: 'files__', tools: [{ ...read, name: 'read' }] },
      { type: 'custom', name: 'apply_patch', description: 'Patches.', format: grammar },
      { type: 'web_search' },
      { type: 'image_generation' },
    ],
    input: [{ type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: '*** Begin' }],
  });
  const names = (body['tools'] as readonly { readonly function: { readonly name: string } }[]).map((tool) => tool.function.name);
  expect(names).toEqual(['read', 'files__read', 'files__list', 'files____read', 'apply_patch']);
  expect(tools.get('files__read')).toEqual({ kind: 'function', name: 'read', namespace: 'files' });
  expect(tools.get('apply_patch')).toEqual({ kind: 'custom', name: 'apply_patch' });
  expect(leftOut).toEqual(['web_search', 'image_generation']);
  expect(JSON.stringify(body['tools'])).toContain('start: \\"x\\"');
  expect(body['messages']).toMatchObject([{ tool_calls: [{ function: { name: 'apply_patch', arguments: '{"input":"*** Begin"}' } }] }]);
});

test('makes names unique that would be the same after shortening', () => {
  const name = 'n'.repeat(70);
  const { tools } = translated({
    tools: [
      { ...read, name: `${name}1` },
      { ...read, name: `${name}2` },
    ],
  });
  expect([...tools.values()].map((tool) => tool.name)).toEqual([`${name}1`, `${name}2`]);
  expect([...tools.keys()].every((key) => /^[\w-]{1,64}$/.test(key))).toBe(true);
});

test.each([
  ['auto', 'auto'],
  ['required', 'required'],
  ['none', 'none'],
  [
    { type: 'function', name: 'read' },
    { type: 'function', function: { name: 'read' } },
  ],
  [{ type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'read' }] }, 'required'],
])('translates the tool choice %j', (choice, expected) => {
  expect(translated({ tools: [read], tool_choice: choice }).body['tool_choice']).toEqual(expected);
});

test('translates parameters and the format', () => {
  const schema = { type: 'object' };
  const { body } = translated({
    max_output_tokens: 50,
    temperature: 0,
    top_p: 1,
    stream: false,
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'xhigh', summary: 'auto' },
    text: { verbosity: 'low', format: { type: 'json_schema', name: 'title', schema, strict: true } },
  });
  expect(body).toEqual({
    model: 'm',
    messages: [],
    max_tokens: 50,
    temperature: 0,
    top_p: 1,
    reasoning_effort: 'high',
    response_format: { type: 'json_schema', json_schema: { name: 'title', schema, strict: true } },
  });
});

test.each([
  [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
  [{ conversation: 'c' }, 'conversation'],
  [{ background: true }, 'background'],
  [{ input: 5 }, 'input'],
  [{ input: [{ type: 'item_reference', id: 'x' }] }, 'input'],
  [{ tools: [{ type: 'web_search' }], tool_choice: 'required' }, 'tool_choice'],
  [{ tools: [read], tool_choice: { type: 'web_search' } }, 'tool_choice'],
])('rejects %j with the field', (request, param) => {
  expect(() => translated(request)).toThrow(expect.objectContaining({ param, remedy: expect.stringMatching(/\.$/) }));
});

test('sends each turn as a continuation of the last one, so that the engine finds it in its cache', () => {
  const turn = [
    said('developer', 'You are Codex.'),
    said('user', 'Context'),
    said('user', 'Read it'),
    { type: 'reasoning', encrypted_content: 'causeway:Hm.' },
    { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"z":1,"a":2}' },
    { type: 'function_call_output', call_id: 'a', output: 'ok' },
  ];
  const next = [...turn, said('assistant', 'Done.'), said('user', 'Thanks')];
  const [before, after] = [turn, next].map((input) => JSON.stringify(messagesOf(input)).slice(0, -1));
  expect(after?.startsWith(`${before},`)).toBe(true);
});
