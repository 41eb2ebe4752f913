import { Tokenizer } from 'marked';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBlockSplitter } from '../../../electron/markdown/block-splitter.ts';
import { splitFences } from '../../../electron/markdown/fence.ts';
import { lexBlocks, lexText } from '../../../electron/markdown/markdown-lexer.ts';
import { maskFormulas } from '../../../electron/markdown/math-rules.ts';
import { countSteps } from '../../support/count-steps.ts';
import { patternSteps } from '../../support/pattern-steps.ts';
import { endlessTexts } from './heavy-texts.ts';

const split = (text: string) => createBlockSplitter().update(text);

/** Splits a text and lexes all of it. Returns the characters that were lexed, searched and stepped over. */
function stepsOf(text: string): number {
  const splitter = createBlockSplitter();
  const { elements, searched } = countSteps(() => {
    const { sections, recent, references } = splitter.update(text);
    for (const block of [...sections.flat(), ...recent]) if (block.kind === 'markdown') lexText(block.source, references.links).whole();
  });
  return elements + searched + splitter.lexedCharacters();
}

test.each(endlessTexts)('reads endless %s in linear time (catches rules that read all of the rest at every line)', (_name, textOf) => {
  const steps = stepsOf(textOf(4000));
  expect(steps).toBeLessThan(100 * 4000);
  expect(steps).toBeLessThan(6 * stepsOf(textOf(1000))); // the first block is read in growing windows
});

test('doesn’t read rows below a header that makes no table (catches a text read to its end at every second line)', () => {
  const table = vi.spyOn(Tokenizer.prototype, 'table');
  onTestFinished(() => table.mockRestore());
  const text = 'a|b|c\n-|-\n'.repeat(400);
  lexBlocks(text);
  expect(table.mock.calls.reduce((sum, [rest]) => sum + rest.length, 0)).toBeLessThan(4 * text.length);
});

test.each([
  ['Chinese punctuation', 'https://a.b/、'],
  ['open parentheses', 'https://a.b/('],
])('reads links between %s in linear time (catches a search to the end of all of them at each)', (_name, unit) => {
  const url = vi.spyOn(Tokenizer.prototype, 'url');
  onTestFinished(() => url.mockRestore());
  const text = unit.repeat(400);
  expect(JSON.stringify(lexText(text, {}).whole()).match(/"href":"https:\/\/a\.b\/"/g)).toHaveLength(400);
  expect(url.mock.calls.reduce((sum, [rest]) => sum + rest.length, 0)).toBeLessThan(4 * text.length);
});

test.each(['\\(', '\\\\(', '\\\\\\('])(
  'masks the formulas of a row of %j in linear time (catches a search from each to the end)',
  (unit) => {
    const row = `|x|y|${unit.repeat(Math.floor(2000 / unit.length))}`;
    expect(patternSteps(() => maskFormulas(row))).toBeLessThan(60 * row.length);
  },
);

test('adds no more cells to short rows than a text could have (catches millions of them)', () => {
  const columns = 300;
  const [table] = lexBlocks(`${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'b\n'.repeat(3000)}`).tokens;
  if (table?.type !== 'table') throw new Error('no table');
  expect(columns * table.rows.length).toBeLessThan(20_000);
  expect(table.rows[0]?.[0]?.text).toBe('b');
});

test.each(['* - ', '- * '])('reads a line of %j as text (catches a lexer that runs out of stack)', (signs) => {
  const line = signs.repeat(4000);
  expect(
    lexBlocks(`${line}\n`)
      .tokens.map(({ raw }) => raw)
      .join(''),
  ).toBe(`${line}\n`);
  expect(lexBlocks('* * *\n').tokens[0]?.type).toBe('hr');
});

test.each(['字\\)', '='])('looks for no address at each of %j (catches a search to the next space)', (unit) => {
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  onTestFinished(() => exec.mockRestore());
  const text = `${unit.repeat(Math.floor(4000 / unit.length))}@`;
  lexText(text, {}).whole();
  const matched = exec.mock.results.reduce((sum, { value }) => sum + ((value as RegExpExecArray | null)?.[0].length ?? 0), 0);
  expect(matched).toBeLessThan(40 * text.length);
});

test('links addresses and mail addresses as before', () => {
  const text =
    'www.a.example/b, https://a.example/c?d=é and some.one+x@a.example, mailto:x@a.example; not a@b or ftp:x. (https://a.example/d_(e_(f))g) https://a.example/(h';
  const addresses = JSON.stringify(lexText(text, {}).whole()).match(/"href":"[^"]+"/g);
  expect(addresses).toEqual([
    '"href":"http://www.a.example/b"',
    '"href":"https://a.example/c?d=é"',
    '"href":"mailto:some.one+x@a.example"',
    '"href":"mailto:x@a.example"',
    '"href":"https://a.example/d_(e_(f))g"',
    '"href":"https://a.example/"',
  ]);
});

test('copies definitions once per text (catches a copy of all of them at each)', () => {
  const assign = vi.spyOn(Object, 'assign');
  onTestFinished(() => assign.mockRestore());
  const { references } = split(Array.from({ length: 500 }, (_, index) => `[l${index}]: b\n\n`).join(''));
  const copied = assign.mock.calls.flat().reduce((sum: number, each: object) => sum + Object.keys(each).length, 0);
  expect(copied).toBeLessThan(5000);
  expect(Object.keys(references.links)).toHaveLength(500);
});

test('gives the lexer only the definitions that a text cites (catches a copy of all of them for each block)', () => {
  const { links } = split(Array.from({ length: 500 }, (_, index) => `[l${index} x]: /${index}\n\n`).join('')).references;
  const assign = vi.spyOn(Object, 'assign');
  onTestFinished(() => assign.mockRestore());
  const text = 'See [L3\n x], [this][l4 x], [that \\[1\\]][l5 x] and \\[l6 x].\n';
  const addresses = JSON.stringify(lexText(text, links).whole()).match(/"href":"[^"]+"/g);
  expect(addresses).toEqual(['"href":"/3"', '"href":"/4"', '"href":"/5"']);
  const copied = assign.mock.calls.flat().reduce((sum: number, each: object) => sum + Object.keys(each).length, 0);
  expect(copied).toBeLessThan(20);
});

test('lexes a list in a quotation in an item, whatever follows (catches a lexer that breaks on a text)', () => {
  const [list] = lexBlocks('- a\n  > 2. b\n  c\n').tokens;
  expect(list).toMatchObject({ type: 'list', items: [{ tokens: [{ type: 'text' }, { type: 'blockquote', tokens: [{ type: 'list' }] }] }] });
  expect(lexBlocks('- .  \n    > 2. \n    $$\n< > \n    ').tokens[0]?.type).toBe('list');
});

test.each([
  ['open', '```a\n'],
  ['closed', '```\n```\n'],
])('splits a text of %s fences in linear time (catches a search to the end at each line)', (_name, unit) => {
  const startsWith = vi.spyOn(String.prototype, 'startsWith');
  onTestFinished(() => startsWith.mockRestore());
  splitFences(unit.repeat(2000));
  expect(startsWith.mock.calls.length).toBeLessThan(20_000);
});
