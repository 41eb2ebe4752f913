import { expect, test } from 'vitest';
import { readChatGpt } from '../../../../electron/core/history/import/chatgpt.ts';
import type { ImportedConversation } from '../../../../electron/core/history/export/export-format.ts';
import { createFolderFiles } from '../../../../electron/core/history/import/folder-files.ts';
import { countSteps } from '../../../support/count-steps.ts';
import { must } from '../../../support/must.ts';
import { node, summary, take, text } from './import-fixture.ts';

const noFiles = createFolderFiles('/no/such/folder');

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
  let read: ImportedConversation | undefined;
  const { elements } = countSteps(() => (read = readChatGpt({ mapping }, 0, noFiles)));
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

/** Imports a chain of answers and returns the texts of the one answer they become. */
function readTexts(...answers: readonly (readonly [content: object, metadata?: object])[]): readonly string[] {
  const chain = answers.map(([content, metadata = {}], at) =>
    node(`n${at}`, at === 0 ? null : `n${at - 1}`, 'assistant', content, { metadata }),
  );
  const [only] = readChatGpt({ mapping: Object.fromEntries(chain) }, 0, noFiles).messages;
  return only?.role === 'assistant' ? only.answer.parts.map((part) => (part.kind === 'text' ? part.text : part.kind)) : [];
}

test('replaces citations with their links, and removes marks without one (catches “citeturn0search3” in answers)', () => {
  const cited = '\ue200cite\ue202turn0search3\ue202turn0search8\ue201';
  const content_references = [
    { matched_text: cited, alt: '([Iron](https://example.org/iron))' },
    { matched_text: '\ue200cite\ue202turn1view0\ue201', alt: null },
    { matched_text: ' ', alt: '' }, // a footnote with all sources
  ];
  expect(
    readTexts(
      [text(`Iron is old. ${cited} ${cited}`), { content_references }],
      [
        text('\ue203Smelted\ue204 iron\ue200cite\ue202turn1view0\ue201, by \ue200entity\ue202["people","Erb",0]\ue201.'),
        { content_references },
      ],
      [text('Cut off \ue200cite\ue202turn')],
      [text('A glyph: \ue200')],
    ),
  ).toEqual([
    'Iron is old. ([Iron](https://example.org/iron)) ([Iron](https://example.org/iron))',
    'Smelted iron, by Erb.',
    'Cut off ',
    'A glyph: \ue200',
  ]);
});

test('quotes code with a fence that it can’t end (catches code whose rest is formatted as text)', () => {
  const code = 'print("""\n```\n""")';
  expect(readTexts([{ content_type: 'code', language: 'python', text: code }])).toEqual([`\`\`\`\`python\n${code}\n\`\`\`\``]);
});
