import fc from 'fast-check';

const words = [
  'alpha',
  'beta **bold**',
  '*thin*',
  '`code`',
  '$x_1$',
  '$5',
  'a_b',
  '[link](https://a.example/x)',
  '[ref]',
  '[^1]',
  '![i](data:,)',
  '<b>',
  '\\(y\\)',
  '~~no~~',
  '1~2',
  'https://a.example。',
  'é 漢字',
];
const lines = [
  '',
  '',
  '',
  '# Title',
  '#',
  'Setext',
  '===',
  '---',
  '***',
  '- item',
  '  more',
  '    - deeper',
  '-',
  '* star',
  '1. one',
  '2) two',
  '- [ ] to do',
  '> quote',
  '>',
  '> - list in quote',
  '```js',
  '```',
  '``',
  '~~~',
  '    indented',
  '\ttab',
  '| a | b |',
  '|---|:-:|',
  '| 1 | 2 |',
  '| 1 | `2|3` | $|4|$ |',
  '--- | | |',
  'a | b',
  '--|--',
  '[ref]: https://a.example/ref',
  '[ref]:',
  'https://a.example/late "title"',
  '[^1]: A note',
  '  of two lines',
  '$$',
  '$$ x = 1 $$',
  'x + 1',
  '+ 1',
  '= 2',
  '\\[',
  '\\]',
  '<div>',
  '</div>',
  '<!-- open',
  '-->',
  '  ',
];

const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...lines) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((each) => each.join(' ')) },
);

/** Markdown with everything that a split could break. */
export const markdownText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('', '', '', '  ', '> ', '- '), line), { maxLength: 24 }),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.boolean(),
  )
  .map(([each, end, isEnded]) => each.map(([lead, text]) => lead + text).join(end) + (isEnded ? end : ''));

/** Splits a text into chunks at the given positions. */
export function chunksOf(text: string, positions: readonly number[]): readonly string[] {
  const cuts = [...new Set([0, ...positions.map((position) => position % (text.length + 1)), text.length])].sort((a, b) => a - b);
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
}
