import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../../electron/contract/history.ts';
import type { Imported } from '../../../../electron/core/history/import/import.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { converse, find, must, openTestHistory, type TestHistory } from '../open-test-history.ts';

async function take(content: unknown, opened?: TestHistory): Promise<TestHistory & { readonly result: Imported }> {
  const history = opened ?? (await openTestHistory());
  const file = path.join(await temporaryFolder(), 'import.json');
  await writeFile(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return { ...history, result: must(await history.history.importFrom(file)) };
}

const said = (message: StoredMessage): string => {
  if (message.role !== 'assistant') return `${message.role}: ${message.text}`;
  return `${message.model}: ${message.answer.parts.map((part) => `${part.kind} ${part.kind === 'tool-call' ? part.name : part.text}`).join(' | ')}`;
};

/** A node as ChatGPT writes it. */
function node(
  id: string,
  parent: string | null,
  role: string | null,
  content: object = {},
  message: object = {},
): readonly [string, object] {
  const whole =
    role === null
      ? null
      : { id, author: { role, name: null, metadata: {} }, create_time: 1_700_000_000.5, content, metadata: {}, ...message };
  return [id, { id, message: whole, parent, children: [] }];
}
const text = (...parts: readonly unknown[]): object => ({ content_type: 'text', parts });

test('a ChatGPT export: branches, thoughts, calls, system and hidden messages', async () => {
  const slug = { metadata: { model_slug: 'gpt-x' } };
  const conversation = {
    title: 'Trip <script>alert(1)</script>',
    create_time: 1_700_000_000.25,
    update_time: 1_700_000_900,
    conversation_id: 'c0ffee00-0000-4000-8000-000000000000',
    current_node: 'a2',
    is_archived: true,
    mapping: Object.fromEntries([
      node('root', null, null),
      node('sys', 'root', 'system', text('Answer in French.'), { metadata: { is_visually_hidden_from_conversation: true } }),
      node(
        'ctx',
        'sys',
        'user',
        { content_type: 'user_editable_context', user_profile: 'x' },
        { metadata: { is_visually_hidden_from_conversation: true } },
      ),
      node(
        'q1',
        'ctx',
        'user',
        { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer' }, 'Where to?'] },
        { metadata: { attachments: [{ name: 'map.pdf' }] } },
      ),
      node('t1', 'q1', 'assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Weighing', content: 'sea or hills' }] }),
      node('r1', 't1', 'assistant', { content_type: 'reasoning_recap', content: 'Thought for 3s' }),
      node('k1', 'r1', 'assistant', { content_type: 'code', language: 'python', text: 'print(1)' }, { recipient: 'python', ...slug }),
      node('o1', 'k1', 'tool', { content_type: 'execution_output', text: '1' }, { author: { role: 'tool', name: 'python' } }),
      node('a1', 'o1', 'assistant', text('To the sea.'), slug),
      node('a2', 'q1', 'assistant', text('To the hills.'), { ...slug, create_time: null }),
      node('q2', 'a1', 'user', text('Thanks')),
    ]),
  };
  const { history, result } = await take([conversation]);
  expect(result).toEqual({ imported: 1, skipped: [] });
  const [found] = must(await history.list({ shelf: 'archived', limit: 5 })).conversations;
  expect(found).toMatchObject({
    title: 'Trip <script>alert(1)</script>',
    createdAt: 1_700_000_000_250,
    settings: { systemPrompt: 'Answer in French.' },
  });
  const open = must(await history.open(found?.id ?? '', null, 50)).messages;
  expect(open.map(said)).toEqual([
    'user: Where to?\n\n[Not taken over: map.pdf]\n\n[Not taken over: an image]',
    'gpt-x: text To the hills.',
  ]);
  const other = open[1]?.siblings[0] ?? '';
  expect(
    must(await history.open(found?.id ?? '', other, 50))
      .messages.map(said)
      .slice(1),
  ).toEqual([
    'gpt-x: reasoning Weighing\nsea or hills | text ```python\nprint(1)\n``` | notice python: 1 | text To the sea.',
    'user: Thanks',
  ]);
});

test('an Open WebUI export: branches, models side by side, thinking, files and errors', async () => {
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
  expect(result).toEqual({ imported: 1, skipped: [] });
  const [found] = must(await history.list({ shelf: 'current', limit: 5 })).conversations;
  expect(found).toMatchObject({
    title: 'Lab',
    isPinned: true,
    createdAt: 1_700_000_000_000,
    settings: { model: 'llama:8b', systemPrompt: 'Be exact.' },
  });
  const open = must(await history.open(found?.id ?? '', null, 50)).messages;
  expect(open.map(said)).toEqual([
    'user: Boiling point?\n\n[Not taken over: an image]',
    "llama:8b: reasoning it's <water>\nso 100 | text 100 °C",
  ]);
  expect(open[0]).toMatchObject({ attachments: [{ name: 'notes.txt', text: 'water' }] });
  const second = must(await history.open(found?.id ?? '', open[1]?.siblings[1] ?? '', 50)).messages[1];
  expect(second).toMatchObject({ model: 'qwen:7b', state: 'failed', failure: { message: 'Out of memory' } });
});

test('an old Open WebUI export without a tree is one branch', async () => {
  const messages = [
    { role: 'system', content: 'Short.' },
    { role: 'user', content: 'A' },
    { role: 'assistant', content: 'B', model: 'm' },
  ];
  const { history } = await take([{ chat: { title: 'Old', messages } }]);
  const [found] = must(await history.list({ shelf: 'current', limit: 5 })).conversations;
  expect(must(await history.open(found?.id ?? '', null, 5)).messages.map(said)).toEqual(['user: A', 'm: text B']);
  expect(found?.settings.systemPrompt).toBe('Short.');
});

test('what is imported stands where its time puts it, in the list and in searches', async () => {
  const opened = await openTestHistory();
  await converse(opened.history, 'Today', [['needle today', 'ok']]);
  const mapping = Object.fromEntries([node('q', null, 'user', text('needle long ago'))]);
  const { history } = await take([{ title: 'Long ago', create_time: 1_500_000_000, update_time: 1_500_000_000, mapping }], opened);
  expect(must(await history.list({ shelf: 'current', limit: 5 })).conversations.map(({ title }) => title)).toEqual(['Today', 'Long ago']);
  expect((await find(history, 'needle')).map(({ title }) => title)).toEqual(['Today', 'Long ago']);
});

test('hostile files: wrong types, cycles, endless depth and length cost themselves only', async () => {
  const good = { title: 'Good', create_time: 1_700_000_000, mapping: Object.fromEntries([node('g', null, 'user', text('good'))]) };
  const chain = Object.fromEntries(
    Array.from({ length: 4000 }, (_, at) => node(`n${at}`, at === 0 ? null : `n${at - 1}`, 'user', text(`m${at}`))),
  );
  const { result, history } = await take([
    null,
    42,
    'text',
    [],
    {},
    { mapping: 7 },
    { mapping: { a: null, b: { message: 1, parent: {} } }, title: { toString: 1 } },
    { title: 'Cycle', mapping: Object.fromEntries([node('x', 'y', 'user', text('x')), node('y', 'x', 'user', text('y'))]) },
    { title: 'Deep', mapping: chain, current_node: 'n3999' },
    { chat: { history: { messages: { a: { role: 'user', parentId: 'a', content: 'self' }, b: 3 }, currentId: 'zz' } } },
    { kind: 'chat', messages: 'no', settings: {} },
    {
      title: 'Odd times',
      create_time: 1e300,
      update_time: -5,
      mapping: Object.fromEntries([node('o', null, 'user', text('odd'), { create_time: 'x' })]),
    },
    JSON.parse('{"__proto__":{"polluted":true},"mapping":{"__proto__":{"message":null}}}'),
    good,
  ]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(result.skipped.length).toBe(7);
  expect(result.skipped[0]).toBe('Number 1: It is not a conversation of Causeway, Open WebUI or ChatGPT.');
  const all = must(await history.list({ shelf: 'current', limit: 50 })).conversations;
  expect(all.map(({ title }) => title)).toContain('Good');
  const deep = all.find(({ title }) => title === 'Deep');
  expect(must(await history.open(deep?.id ?? '', null, 3)).messages.map(said)).toEqual(['user: m3997', 'user: m3998', 'user: m3999']);
  must(await history.purge([deep?.id ?? '']));
  expect(await history.read(deep?.id ?? '')).toMatchObject({ ok: false });
  expect(Math.max(...all.map(({ updatedAt }) => updatedAt))).toBeLessThanOrEqual(Date.UTC(2026, 0, 5, 12));
});

test('files that are not JSON, are cut short or nest without end are told apart, and what came before is kept', async () => {
  const opened = await openTestHistory();
  const folder = await temporaryFolder();
  const file = path.join(folder, 'x.json');
  for (const content of ['', '   ', 'hello', '"text"', '12', Buffer.from([0xff, 0xfe, 0x5b, 0])]) {
    await writeFile(file, content);
    expect(await opened.history.importFrom(file)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  }
  expect(await opened.history.importFrom(path.join(folder, 'absent.json'))).toMatchObject({ ok: false, failure: { code: 'storage' } });

  const good = JSON.stringify({ title: 'Good', mapping: Object.fromEntries([node('g', null, 'user', text('good'))]) });
  const cut = await take(`\uFEFF[${good},{"title":"half","mapping":{"a`, opened);
  expect(cut.result).toEqual({ imported: 1, skipped: ['Number 2: The file ends in the middle of it.'] });
  const deep = await take(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`, opened);
  expect(deep.result).toEqual({ imported: 0, skipped: ['Number 1: It is nested too deeply.'] });
  const broken = await take('[{"title": nonsense}, {"a":1}]', opened);
  expect(broken.result.skipped).toEqual([
    'Number 1: It is not valid JSON.',
    'Number 2: It is not a conversation of Causeway, Open WebUI or ChatGPT.',
  ]);
  const strings = await take(
    JSON.stringify([{ title: 'Signs "[{,}]" \\', mapping: Object.fromEntries([node('s', null, 'user', text('"]},{["'))]) }]),
    opened,
  );
  expect(strings.result.imported).toBe(1);
});

test('a conversation larger than memory should hold is left out, and the next one read', async () => {
  const huge = `[{"title":"${'x'.repeat(65 * 1024 * 1024)}"},${JSON.stringify({ title: 'After', mapping: Object.fromEntries([node('g', null, 'user', text('good'))]) })}]`;
  const { result } = await take(huge);
  expect(result).toEqual({ imported: 1, skipped: ['Number 1: It is larger than 64 MB.'] });
});

test('an import can be cancelled; what came is kept', async () => {
  const opened = await openTestHistory();
  const file = path.join(await temporaryFolder(), 'many.json');
  const filler = 'x'.repeat(3000);
  const many = Array.from({ length: 3000 }, (_, at) => ({
    title: `T${at}`,
    mapping: Object.fromEntries([node(`g${at}`, null, 'user', text(filler))]),
  }));
  await writeFile(file, JSON.stringify(many));
  const controller = new AbortController();
  const told: number[] = [];
  const asked = opened.history.importFrom(
    file,
    (done) => {
      told.push(done);
      controller.abort();
    },
    controller.signal,
  );
  expect(await asked).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(told.length).toBeGreaterThan(0);
  const { conversations } = must(await opened.history.list({ shelf: 'current', limit: 500 }));
  expect(conversations.length).toBeGreaterThan(0);
});
