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

test('1: turns text before a closing tag without an opening one into reasoning', () => {
  expect(partsOfContent('Let me see.\n</think>\n\nYes.')).toEqual(['reasoning: Let me see.\n', 'Yes.']);
  expect(partsOfContent('</think>Yes.')).toEqual(['Yes.']);
});

test('1: notifies a listener that has already shown it as the answer', () => {
  const { deltas } = feed([stream([chunk({ content: 'Let me see.' }), chunk({ content: '</think>Yes.' })])]);
  expect(deltas).toEqual([
    { kind: 'part', index: 0, part: { kind: 'text', text: 'Let me see.' } },
    { kind: 'reclassify', index: 0, as: 'reasoning' },
    { kind: 'part', index: 1, part: { kind: 'text', text: 'Yes.' } },
  ]);
});

test('1: closes reasoning about code and tags by its own tag only', () => {
  expect(partsOfContent('The user asks about `<think>` tags.\nUse a ` here.\n</think>\n\nYes.')).toEqual([
    'reasoning: The user asks about `<think>` tags.\nUse a ` here.\n',
    'Yes.',
  ]);
  expect(partsOfContent('a "</think>" is the end mark\n</think>Yes.')).toEqual(['reasoning: a "</think>" is the end mark\n', 'Yes.']);
  expect(partsOfContent('```\nopen fence\n</think>\nYes.')).toEqual(['reasoning: ```\nopen fence\n', 'Yes.']);
});

test('2: keeps unclosed reasoning as reasoning', () => {
  expect(partsOfContent('<think>on and on')).toEqual(['reasoning: on and on']);
  expect(partsOfContent('<think>on and on</thi')).toEqual(['reasoning: on and on</thi']);
});

test('3: handles a tag split over chunks, also one that turns out to be none', () => {
  expect(partsOfContent('<think>a</think>b')).toEqual(['reasoning: a', 'b']);
  expect(partsOfContent('<thin air> and <b>x</b> </thinker')).toEqual(['<thin air> and <b>x</b> </thinker']);
  expect(partsOfContent('<<think>')).toEqual(['<<think>']);
});

test('4: leaves no part for empty reasoning, also after a full one', () => {
  expect(partsOfContent('<think></think>Yes.')).toEqual(['Yes.']);
  expect(partsOfContent('<think>\n\n</think>\n\nYes.')).toEqual(['Yes.']);
  expect(partsOfContent('<think>a</think><think></think>Yes.')).toEqual(['reasoning: a', 'Yes.']);
  expect(partsOfContent('<think>a</think>\n<think>b</think>Yes.')).toEqual(['reasoning: a', 'reasoning: b', 'Yes.']);
});

test('5: drops a second or stray closing tag and hides nothing', () => {
  expect(partsOfContent('<think>a</think></think>Yes.')).toEqual(['reasoning: a', 'Yes.']);
  expect(partsOfContent('<think>a</think>\n</think>\n\nYes.')).toEqual(['reasoning: a', 'Yes.']);
  expect(partsOfContent('<think>a</think>Yes, </think>indeed.')).toEqual(['reasoning: a', 'Yes, indeed.']);
  expect(partsOfContent('a</think>b</think>c')).toEqual(['reasoning: a', 'bc']);
});

test('5: accepts a doubled opening tag, from the template and from the model', () =>
  expect(partsOfContent('<think>\n<think>\na</think>b')).toEqual(['reasoning: a', 'b']));

test('6: keeps literal tags in prose and code as text', () => {
  expect(partsOfContent('<think>a</think>Write <think> first.')).toEqual(['reasoning: a', 'Write <think> first.']);
  expect(partsOfContent('It writes <think>so</think> and goes on.')).toEqual(['It writes <think>so</think> and goes on.']);
  expect(partsOfContent('<think>a</think>Use `<think>` and `</think>`.')).toEqual(['reasoning: a', 'Use `<think>` and `</think>`.']);
  expect(partsOfContent('Split with s.split("</think>") here.')).toEqual(['Split with s.split("</think>") here.']);
  const fenced = 'So:\n```\n<think>\nx\n</think>\ny\n```\nDone.';
  expect(partsOfContent(fenced)).toEqual([fenced]);
  expect(partsOfContent(`<think>a</think>${fenced}`)).toEqual(['reasoning: a', fenced]);
  const lone = '<think>a</think>So:\n```\nx </think> y\n```';
  expect(partsOfContent(lone)).toEqual(['reasoning: a', 'So:\n```\nx </think> y\n```']);
});

test("6: doesn't end reasoning at a quoted closing tag", () =>
  expect(partsOfContent('<think>the tag "</think>" ends it</think>Yes.')).toEqual(['reasoning: the tag "</think>" ends it', 'Yes.']));

test('6: keeps tags as text for a model declared without reasoning', () =>
  expect(partsOfContent('<think>a</think>b', 'off')).toEqual(['<think>a</think>b']));

test('accepts a tag only at the very start for an undeclared model, and no lone closing one', () => {
  expect(partsOfContent('<think>a</think>b', 'leading')).toEqual(['reasoning: a', 'b']);
  expect(partsOfContent('a</think>b', 'leading')).toEqual(['a</think>b']);
  expect(partsOfContent('so <think>a</think>b', 'leading')).toEqual(['so <think>a</think>b']);
});

test("7: doesn't split reasoning at an empty or blank content between deltas", () => {
  expect(
    partsOfDeltas([
      { reasoning_content: 'a', content: '' },
      { content: '' },
      { reasoning_content: 'b', content: null },
      { content: '\n' },
      { reasoning_content: 'c' },
      { content: 'Yes.' },
    ]),
  ).toEqual(['reasoning: abc', 'Yes.']);
});

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

test("keeps the first line's indentation, but not blank lines or the rest of the tag line", () => {
  expect(partsOfContent('<think>a</think>\n\n    code')).toEqual(['reasoning: a', '    code']);
  expect(partsOfContent('<think>a</think> Yes.')).toEqual(['reasoning: a', 'Yes.']);
  expect(partsOfContent('  Yes.')).toEqual(['  Yes.']);
});
