import { expect, test } from 'vitest';
import type { TagTrust } from '../../../../electron/core/llm-client/response/reasoning-scanner.ts';
import { chunk, cuts, feed, replay, stream } from './feed.ts';

/** Formats a part: text as it is, reasoning in angle brackets, calls by name. */
function brief(parts: ReturnType<typeof feed>['parts']): readonly string[] {
  return parts.map((part) =>
    part.kind === 'text' ? part.text : part.kind === 'tool-call' ? `call ${part.name}` : `${part.kind}: ${part.text}`,
  );
}

/** Returns the parts of a content. Asserts that they are the same when split anywhere, unstreamed, or replayed from deltas. */
function partsOfContent(content: string, trust: TagTrust = 'full'): readonly string[] {
  const message = { role: 'assistant', content };
  const whole = feed([Buffer.from(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))], { trust });
  for (const pieces of cuts(content)) {
    const fed = feed([stream([...pieces.map((piece) => chunk({ content: piece })), chunk({}, 'stop')])], { trust });
    expect(fed.parts, `cut as ${JSON.stringify(pieces)}`).toEqual(whole.parts);
    expect(replay(fed.deltas)).toEqual(fed.parts);
  }
  return brief(whole.parts);
}

/** Returns the parts of these deltas. */
function partsOfDeltas(deltas: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const fed = feed([stream([...deltas.map((delta) => chunk(delta)), chunk({}, 'stop')])]);
  expect(replay(fed.deltas)).toEqual(fed.parts);
  return brief(fed.parts);
}

const fenced = 'So:\n```\n<think>\nx\n</think>\ny\n```\nDone.';

test.each<[rule: string, content: string, parts: readonly string[]]>([
  ['1 only a closing tag', 'Let me see.\n</think>\n\nYes.', ['reasoning: Let me see.\n', 'Yes.']],
  ['1 only a closing tag', '</think>Yes.', ['Yes.']],
  [
    '1 reasoning about tags',
    'The user asks about `<think>` tags.\nUse a ` here.\n</think>\n\nYes.',
    ['reasoning: The user asks about `<think>` tags.\nUse a ` here.\n', 'Yes.'],
  ],
  ['1 reasoning about tags', 'a "</think>" is the end mark\n</think>Yes.', ['reasoning: a "</think>" is the end mark\n', 'Yes.']],
  ['1 reasoning with code', '```\nopen fence\n</think>\nYes.', ['reasoning: ```\nopen fence\n', 'Yes.']],
  ['2 never closed', '<think>on and on', ['reasoning: on and on']],
  ['2 never closed', '<think>on and on</thi', ['reasoning: on and on</thi']],
  ['3 a tag split over chunks', '<think>a</think>b', ['reasoning: a', 'b']],
  ['3 what looks like a tag', '<thin air> and <b>x</b> </thinker', ['<thin air> and <b>x</b> </thinker']],
  ['3 what looks like a tag', '<<think>', ['<<think>']],
  ['4 empty reasoning', '<think></think>Yes.', ['Yes.']],
  ['4 empty reasoning', '<think>\n\n</think>\n\nYes.', ['Yes.']],
  ['4 empty after full', '<think>a</think><think></think>Yes.', ['reasoning: a', 'Yes.']],
  ['4 full after full', '<think>a</think>\n<think>b</think>Yes.', ['reasoning: a', 'reasoning: b', 'Yes.']],
  ['5 a second closing tag', '<think>a</think></think>Yes.', ['reasoning: a', 'Yes.']],
  ['5 a second closing tag', '<think>a</think>\n</think>\n\nYes.', ['reasoning: a', 'Yes.']],
  ['5 a stray closing tag', '<think>a</think>Yes, </think>indeed.', ['reasoning: a', 'Yes, indeed.']],
  ['5 a stray closing tag', 'a</think>b</think>c', ['reasoning: a', 'bc']],
  ['5 a doubled opening tag', '<think>\n<think>\na</think>b', ['reasoning: a', 'b']],
  ['6 a literal tag in prose', '<think>a</think>Write <think> first.', ['reasoning: a', 'Write <think> first.']],
  ['6 literal tags in prose', 'It writes <think>so</think> and goes on.', ['It writes <think>so</think> and goes on.']],
  ['6 literal tags in code', '<think>a</think>Use `<think>` and `</think>`.', ['reasoning: a', 'Use `<think>` and `</think>`.']],
  ['6 a literal tag in quotes', 'Split with s.split("</think>") here.', ['Split with s.split("</think>") here.']],
  ['6 literal tags in a fence', fenced, [fenced]],
  ['6 literal tags in a fence', `<think>a</think>${fenced}`, ['reasoning: a', fenced]],
  ['6 a lone tag in a fence', '<think>a</think>So:\n```\nx </think> y\n```', ['reasoning: a', 'So:\n```\nx </think> y\n```']],
  ['6 a quoted tag in reasoning', '<think>the tag "</think>" ends it</think>Yes.', ['reasoning: the tag "</think>" ends it', 'Yes.']],
  ['11 no answer', '<think>a</think>\n\n', ['reasoning: a']],
  ['indentation', '<think>a</think>\n\n    code', ['reasoning: a', '    code']],
  ['the rest of the tag line', '<think>a</think> Yes.', ['reasoning: a', 'Yes.']],
  ['indentation', '  Yes.', ['  Yes.']],
])('%s: %j', (_rule, content, parts) => expect(partsOfContent(content)).toEqual(parts));

test.each<[TagTrust, string, readonly string[]]>([
  ['off', '<think>a</think>b', ['<think>a</think>b']],
  ['leading', '<think>a</think>b', ['reasoning: a', 'b']],
  ['leading', 'a</think>b', ['a</think>b']],
  ['leading', 'so <think>a</think>b', ['so <think>a</think>b']],
])('with trust %s in tags, %j', (trust, content, parts) => expect(partsOfContent(content, trust)).toEqual(parts));

test('1: notifies a listener that has already shown it as the answer', () => {
  const { deltas } = feed([stream([chunk({ content: 'Let me see.' }), chunk({ content: '</think>Yes.' })])]);
  expect(deltas).toEqual([
    { kind: 'part', index: 0, part: { kind: 'text', text: 'Let me see.' } },
    { kind: 'reclassify', index: 0, as: 'reasoning' },
    { kind: 'part', index: 1, part: { kind: 'text', text: 'Yes.' } },
  ]);
});

test("7: doesn't split reasoning at an empty or blank content between deltas", () =>
  expect(
    partsOfDeltas([
      { reasoning_content: 'a', content: '' },
      { content: '' },
      { reasoning_content: 'b', content: null },
      { content: '\n' },
      { reasoning_content: 'c' },
      { content: 'Yes.' },
    ]),
  ).toEqual(['reasoning: abc', 'Yes.']));

test('8: puts reasoning first in a delta with both', () => {
  expect(partsOfDeltas([{ reasoning: 'a' }, { reasoning: 'b', content: 'Yes' }, { content: '.', reasoning: null }])).toEqual([
    'reasoning: ab',
    'Yes.',
  ]);
  const fed = feed([
    Buffer.from(JSON.stringify({ choices: [{ message: { content: 'Yes.', reasoning_content: 'ab' }, finish_reason: 'stop' }] })),
  ]);
  expect(brief(fed.parts)).toEqual(['reasoning: ab', 'Yes.']);
});

test('8: takes the same reasoning under both names once', () =>
  expect(partsOfDeltas([{ reasoning: 'a', reasoning_content: 'a' }, { content: 'b' }])).toEqual(['reasoning: a', 'b']));

test('9: handles the field and an inline tag in one answer', () => {
  expect(partsOfDeltas([{ reasoning: 'a' }, { content: '<think>' }, { content: 'b</think>' }, { content: 'Yes.' }])).toEqual([
    'reasoning: a',
    'reasoning: b',
    'Yes.',
  ]);
  expect(partsOfDeltas([{ content: '<think>a' }, { reasoning_content: 'b' }, { content: 'c</think>Yes.' }])).toEqual([
    'reasoning: abc',
    'Yes.',
  ]);
  expect(partsOfDeltas([{ reasoning: 'a' }, { content: '</think>\n\nYes.' }])).toEqual(['reasoning: a', 'Yes.']);
  expect(partsOfDeltas([{ reasoning: '<think>\na' }, { reasoning: '</thi' }, { reasoning: 'nk>' }, { content: 'Yes.' }])).toEqual([
    'reasoning: a',
    'Yes.',
  ]);
});

test('10: handles several blocks between tool calls', () => {
  const call = (index: number, name: string) => ({ tool_calls: [{ index, id: `id${index}`, function: { name, arguments: '{}' } }] });
  expect(
    partsOfDeltas([
      { content: '<think>a</think>' },
      call(0, 'f'),
      { content: '\n<think>b</th' },
      { content: 'ink>\n' },
      call(1, 'g'),
      { content: 'c</think>Yes.' },
    ]),
  ).toEqual(['reasoning: a', 'call f', 'reasoning: b', 'call g', 'reasoning: c', 'Yes.']);
  expect(partsOfDeltas([{ reasoning: 'a' }, call(0, 'f'), { reasoning: 'b' }, call(1, 'g'), { content: 'Yes.' }])).toEqual([
    'reasoning: a',
    'call f',
    'reasoning: b',
    'call g',
    'Yes.',
  ]);
});
