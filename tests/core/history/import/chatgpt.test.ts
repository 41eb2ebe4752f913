import { expect, test } from 'vitest';
import { readChatGpt } from '../../../../electron/core/history/import/chatgpt.ts';
import type { ExportedConversation } from '../../../../electron/core/history/export/export-format.ts';
import { countSteps } from '../../../support/count-steps.ts';
import { must } from '../../../support/must.ts';
import { node, summary, take, text } from './import-fixture.ts';

test('imports a ChatGPT export: branches, thoughts, calls, system and hidden messages', async () => {
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
  expect(result).toEqual({ imported: 1, alreadyHere: 0, skipped: [] });
  const [found] = must(await history.list({ shelf: 'archived', limit: 5 })).conversations;
  expect(found).toMatchObject({
    title: 'Trip <script>alert(1)</script>',
    createdAt: 1_700_000_000_250,
    settings: { systemPrompt: 'Answer in French.' },
  });
  const open = must(await history.open({ id: found?.id ?? '', at: null, limit: 50 })).messages;
  expect(open.map(summary)).toEqual([
    'user: Where to?\n\n[Not imported: map.pdf]\n\n[Not imported: an image]',
    'gpt-x: text To the hills.',
  ]);
  const other = open[1]?.siblings[0] ?? '';
  expect(
    must(await history.open({ id: found?.id ?? '', at: other, limit: 50 }))
      .messages.map(summary)
      .slice(1),
  ).toEqual([
    'gpt-x: reasoning Weighing\nsea or hills | text ```python\nprint(1)\n``` | notice python: 1 | text To the sea.',
    'user: Thanks',
  ]);
});

test('assembles a long answer without copying it at each node', () => {
  const count = 5000;
  const chain = Array.from({ length: count }, (_, at) => node(`n${at}`, at === 0 ? null : `n${at - 1}`, 'assistant', text(`m${at}`)));
  const mapping = Object.fromEntries(chain);
  let read: ExportedConversation | undefined;
  const { elements } = countSteps(() => (read = readChatGpt({ mapping }, 0)));
  expect(elements).toBeLessThan(50 * count);
  const [only] = read?.messages ?? [];
  expect(only?.role === 'assistant' && only.answer.parts.map((part) => part.kind === 'text' && part.text).slice(-2)).toEqual([
    `m${count - 2}`,
    `m${count - 1}`,
  ]);
});

// catches messages that are lost without a word
test('begins with a message whose parent is missing', async () => {
  const mapping = Object.fromEntries([node('q', 'gone', 'user', text('Where to?')), node('a', 'q', 'assistant', text('To the sea.'))]);
  const { history } = await take([{ title: 'Cut', current_node: 'a', mapping }]);
  const [found] = must(await history.list({ shelf: 'current', limit: 5 })).conversations;
  expect(must(await history.open({ id: found?.id ?? '', at: null, limit: 5 })).messages.map(summary)).toEqual([
    'user: Where to?',
    ': text To the sea.',
  ]);
});
