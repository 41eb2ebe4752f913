import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../../electron/core/history/export/render-markdown.ts';
import { draw, visibleText } from '../../../renderer/markdown/draw.ts';

/** Returns the text of a page with its formulas, emphasis, code, links, line breaks and cells. */
function contentOf(markup: string): string {
  const kept = markup
    .replaceAll('>\n', '>')
    .replaceAll(/<math.*?<annotation[^>]*>(.*?)<\/annotation>.*?<\/math>/gs, '⟦$1⟧')
    .replaceAll(/<button.*?<\/button>/gs, '')
    .replaceAll(/<a [^>]*href="https[^>]*>(.*?)<\/a>/gs, '‹$1›')
    .replaceAll(/<br\s*\/?>/g, '{br}')
    .replaceAll(/<(\/?)(strong|em|del|code|t[dh])\b[^>]*>/g, '{$1$2}');
  return visibleText(kept).replaceAll('\n', ' ');
}

const row = (cells: string) => `| a | b |\n|---|---|\n${cells}`;
const cells = (...texts: readonly string[]) => ['{th}a{/th}{th}b{/th}', ...texts.map((text) => `{td}${text}{/td}`)].join('');

test.each([
  ['10~20 ms and 30~40 ms', '10~20 ms and 30~40 ms'],
  ['~~gone~~ and ~~1~2~~', '{del}gone{/del} and {del}1~2{/del}'],
  ['**注意：**这', '{strong}注意：{/strong}这'],
  ['__bold__ and *thin*', '{strong}bold{/strong} and {em}thin{/em}'],
  ['use $a in `$b` now', 'use $a in {code}$b{/code} now'],
  ['Bars ($) and ($$)', 'Bars ($) and ($$)'],
  ['US$x and US$y', 'US$x and US$y'],
  ['Costs $5 and $6.', 'Costs $5 and $6.'],
  ['$\\text{cost} = \\$5$', '⟦\\text{cost} = \\$5⟧'],
  ['$a_1 * b$ and $c_2 * d$', '⟦a_1 * b⟧ and ⟦c_2 * d⟧'],
  ['so \\(x\\) and $$y$$', 'so ⟦x⟧ and ⟦y⟧'],
  ['that is\n\\[\na\n= b\n\\].\nDone', 'that is⟦a = b.⟧Done'],
  ['one  \ntwo<br>three<br/>four <b>', 'one{br}two{br}three{br}four <b>'],
  ['请访问 https://example.com。谢谢', '请访问 ‹https://example.com›。谢谢'],
  ['（https://example.com/x）。', '（‹https://example.com/x›）。'],
  ['“https://example.com/a?b=c”', '“‹https://example.com/a?b=c›”'],
  ['See https://example.com/a, b.', 'See ‹https://example.com/a›, b.'],
  ['[Smith][1]\n\n[1]: https://example.com', '‹Smith›'],
  ['A[^n], B[^m].\n\n[^n]: A *note*.\n\nEnd', 'An, B[^m].EndnA {em}note{/em}.'],
  [row('| x<br>y | 2 |'), cells('x{br}y', '2')],
  [row('| $P(A|B)$ | given |'), cells('⟦P(A|B)⟧', 'given')],
  [row('| `a || b` | or |'), cells('{code}a || b{/code}', 'or')],
  [row('| \\(|x|\\) | ``a`|`` |'), cells('⟦|x|⟧', '{code}a`|{/code}')],
  [row('| 1 | 2 | 3 | `4|5` |'), cells('1', '2 | 3 | {code}4|5{/code}')],
  [row('| 1 | 2 | | |'), cells('1', '2')],
  [row('| --- | | |'), cells('---', '')],
  [row('| 1 \\| 2 | 3 \\| | |'), cells('1 | 2', '3 |')],
  [row('1 | 2 | 3'), cells('1', '2 | 3')],
  [row('| 1 |'), cells('1', '')],
])('an export shows %j as the window does', async (source, content) => {
  expect(contentOf(await draw(source))).toBe(content);
  expect(contentOf(renderMarkdown(source))).toBe(content);
});
