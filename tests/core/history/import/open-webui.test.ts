import { expect, test } from 'vitest';
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
