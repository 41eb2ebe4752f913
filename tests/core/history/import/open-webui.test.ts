import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../../electron/contract/history.ts';
import { historyText } from '../../../../electron/core/history/text.ts';
import { must } from '../../../support/must.ts';
import { summary, take } from './import-fixture.ts';

test('imports an Open WebUI export: branches, models side by side, reasoning, files and errors', async () => {
  const chat = {
    id: '7f1e0000-0000-4000-8000-000000000000',
    user_id: 'u',
    title: 'Lab',
    created_at: 1_700_000_000,
    updated_at: 1_700_000_100,
    archived: false,
    pinned: true,
    chat: {
      title: 'Lab',
      models: ['llama:8b', 'qwen:7b'],
      params: { system: 'Be exact.' },
      timestamp: 1_700_000_000_000,
      history: {
        currentId: 'a1',
        messages: {
          q1: {
            id: 'q1',
            parentId: null,
            childrenIds: ['a1', 'a2'],
            role: 'user',
            content: 'Boiling point?',
            timestamp: 1_700_000_000,
            files: [
              { type: 'file', name: 'notes.txt', file: { data: { content: 'water' } } },
              { type: 'image', url: 'data:…' },
            ],
          },
          a1: {
            id: 'a1',
            parentId: 'q1',
            childrenIds: [],
            role: 'assistant',
            model: 'llama:8b',
            timestamp: 1_700_000_010,
            content:
              '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n&gt; it&#x27;s &lt;water&gt;\n&gt; so 100\n</details>\n100 °C',
          },
          a2: {
            id: 'a2',
            parentId: 'q1',
            childrenIds: [],
            role: 'assistant',
            model: 'qwen:7b',
            timestamp: 1_700_000_011,
            content: '',
            error: { content: 'Out of memory' },
          },
        },
      },
    },
  };
  const { history, result } = await take([chat]);
  expect(result).toEqual({ imported: 1, alreadyHere: 0, skipped: [] });
  const [found] = must(await history.list({ shelf: 'current', limit: 5 })).conversations;
  expect(found).toMatchObject({
    title: 'Lab',
    isPinned: true,
    createdAt: 1_700_000_000_000,
    settings: { model: 'llama:8b', systemPrompt: 'Be exact.' },
  });
  const open = must(await history.open({ id: found?.id ?? '', at: null, limit: 50 })).messages;
  expect(open.map(summary)).toEqual([
    'user: Boiling point?\n\n[Not imported: an image]',
    "llama:8b: reasoning it's <water>\nso 100 | text 100 °C",
  ]);
  expect(open[0]).toMatchObject({ attachments: [{ name: 'notes.txt', text: 'water' }] });
  const second = must(await history.open({ id: found?.id ?? '', at: open[1]?.siblings[1] ?? '', limit: 50 })).messages[1];
  expect(second).toMatchObject({
    model: 'qwen:7b',
    state: 'failed',
    failure: { reason: 'imported-answer-failed', params: { message: 'Out of memory' } },
  });
});

test.each([
  ['without a tree', {}],
  ['with an empty tree', { history: { messages: {}, currentId: null } }],
])('imports an old Open WebUI export %s as one branch', async (_, tree) => {
  const messages = [
    { role: 'system', content: 'Short.' },
    { role: 'user', content: 'A' },
    { role: 'assistant', content: 'B', model: 'm' },
  ];
  const { history } = await take([{ chat: { title: 'Old', messages, ...tree } }]);
  const [found] = must(await history.list({ shelf: 'current', limit: 5 })).conversations;
  expect(must(await history.open({ id: found?.id ?? '', at: null, limit: 5 })).messages.map(summary)).toEqual(['user: A', 'm: text B']);
  expect(found?.settings.systemPrompt).toBe('Short.');
});

/** Imports a question and its answer, then returns the messages of the branch in use. */
async function importAnswer(answer: object, following: object = {}): Promise<readonly StoredMessage[]> {
  const messages = {
    q1: { id: 'q1', parentId: null, role: 'user', content: 'Weather?' },
    a1: { id: 'a1', parentId: 'q1', role: 'assistant', model: 'm', ...answer },
    ...following,
  };
  const { history } = await take([
    { id: 'chat-1', chat: { title: 'Lab', history: { currentId: Object.keys(messages).at(-1), messages } } },
  ]);
  return must(await history.open({ id: 'chat-1', at: null, limit: 50 })).messages;
}

test('imports the answers of newer Open WebUI versions with their tool calls and results (catches blank answers)', async () => {
  const output = [
    {
      type: 'reasoning',
      content: [
        { type: 'output_text', text: 'I need ' },
        { type: 'output_text', text: 'data.' },
      ],
      summary: null,
    },
    { type: 'message', content: [{ type: 'output_text', text: 'Let me look.' }] },
    { type: 'function_call', id: 'f1', call_id: 'c1', name: 'get_weather', arguments: '{"city":"Bern"}', status: 'completed' },
    { type: 'function_call', id: 'f2', call_id: 'c2', name: 'get_time', arguments: '{}', status: 'completed' },
    { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'noon' }, { type: 'input_image' }] },
    { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'sunny' }] },
    null,
    { type: 'open_webui:code_interpreter', id: 'ci', lang: 'python', code: 'print(1)', output: { stdout: '1', stderr: '', result: null } },
    {
      type: 'reasoning',
      content: [],
      summary: [
        { type: 'summary_text', text: 'One' },
        { type: 'summary_text', text: 'Two' },
      ],
    },
    { type: 'web_search_call', action: { type: 'search' } },
    { type: 'message', content: [{ type: 'output_text', text: 'Sunny at noon.' }] },
  ];
  const messages = await importAnswer({ content: '', output }, { q2: { id: 'q2', parentId: 'a1', role: 'user', content: 'Thanks' } });
  expect(messages.map(summary)).toEqual([
    'user: Weather?',
    'm: reasoning I need data. | text Let me look. | tool-call get_weather | tool-call get_time',
    'tool: noon\n\n[Not imported: an image]',
    'tool: sunny',
    'm: tool-call code_interpreter',
    'tool: 1',
    'm: reasoning One\n\nTwo | notice [Not imported: a part that isn’t text] | text Sunny at noon.',
    'user: Thanks',
  ]);
  expect(messages[1]).toMatchObject({
    answer: {
      finish: 'tool-calls',
      parts: [{}, {}, { id: 'c1', arguments: '{"city":"Bern"}', state: 'valid' }, { id: 'c2', state: 'valid' }],
    },
  });
  expect(messages[3]).toMatchObject({ callId: 'c1', name: 'get_weather', isError: false, by: 'import' });
  expect(messages[4]).toMatchObject({ answer: { parts: [{ arguments: '{"code":"print(1)"}' }] } });
  expect(messages[6]).toMatchObject({ answer: { finish: 'stop', notes: [] } });
});

test('imports the tool calls of older Open WebUI versions, which are blocks of HTML in the text (catches raw HTML in answers)', async () => {
  const content = [
    'Let me look.',
    '<details type="tool_calls" done="true" id="c1" name="get weather" arguments="&quot;{\\&quot;city\\&quot;: \\&quot;Bern\\&quot;}&quot;" result="&quot;&lt;sunny&gt;&quot;" files="">\n<summary>Tool Executed</summary>\n</details>',
    '<details type="tool_calls" done="true" id="c1" name="get_time" arguments="{&quot;zone&quot;: 1}" files="[1]">\n<summary>Tool Executed</summary>\n&quot;noon&quot;\n</details>',
    '<details type="code_interpreter" done="true" output="{&quot;stdout&quot;: &quot;1&quot;}">\n<summary>Analyzed</summary>\n```python\nprint(1)\n```\n</details>',
    '<details type="tool_calls" done="false" id="c4" name="get_more" arguments="">\n<summary>Executing...</summary>\n</details>',
    'Sunny.',
    '<details>\n<summary>Aside</summary>\nshown\n</details>',
  ].join('\n');
  const messages = await importAnswer({ content });
  expect(messages.map(summary)).toEqual([
    'user: Weather?',
    'm: text Let me look. | tool-call get_weather',
    'tool: <sunny>',
    'm: tool-call get_time',
    'tool: noon\n\n[Not imported: a file]',
    'm: tool-call code_interpreter',
    'tool: 1',
    'm: tool-call get_more | text Sunny.\n<details>\n<summary>Aside</summary>\nshown\n</details>',
  ]);
  expect(messages[1]).toMatchObject({ answer: { parts: [{}, { arguments: '{"city": "Bern"}', state: 'valid' }] } });
  expect(messages[3]).toMatchObject({ answer: { parts: [{ arguments: '{"zone":1}', state: 'valid' }] } });
  expect(messages[5]).toMatchObject({ answer: { parts: [{ arguments: '{"code":"print(1)"}' }] } });
  // a call without a result can’t be approved here
  expect(messages[7]).toMatchObject({ answer: { parts: [{ state: 'unfinished' }, {}] } });
});

test.each([
  ['without content', { content: '' }, []],
  [
    'that ends after a result',
    {
      output: [
        { type: 'function_call', name: 'f' },
        { type: 'function_call_output', output: 'r' },
      ],
    },
    ['tool: r'],
  ],
])('notes an answer %s (catches blank answers that nobody explains)', async (_, answer, results) => {
  const messages = await importAnswer(answer);
  expect(messages.flatMap((message) => (message.role === 'tool' ? [summary(message)] : []))).toEqual(results);
  expect(messages.at(-1)).toMatchObject({ state: 'complete', answer: { parts: [], notes: [historyText.import.emptyAnswer] } });
});

test('keeps a result whose call is missing as a notice', async () => {
  const output = [{ type: 'function_call_output', call_id: 'c9', output: [{ text: 'sunny' }] }];
  expect((await importAnswer({ content: '', output })).map(summary)).toEqual(['user: Weather?', 'm: notice A tool: sunny']);
});

test('imports a block with a long tag (catches an import that reads the tag again at every character)', async () => {
  const content = `<details type="reasoning" ${'a'.repeat(1_000_000)}><summary>x</summary>thought</details>Done`;
  expect((await importAnswer({ content })).map(summary)).toEqual(['user: Weather?', 'm: reasoning thought | text Done']);
});
