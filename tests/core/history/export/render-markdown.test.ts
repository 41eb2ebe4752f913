import { Tokenizer } from 'marked';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderMarkdown } from '../../../../electron/core/history/export/render-markdown.ts';
import { countSteps } from '../../../support/count-steps.ts';

test.each(['[', '![', '[a](', 'a\n\n', 'a\n# b\n', '\\[a\n', 'word, *so* and `so`. '])(
  'renders a long text of %j in linear time',
  (unit) => {
    const searched = (length: number): number => countSteps(() => renderMarkdown(unit.repeat(length / unit.length))).searched;
    expect(searched(10_000)).toBeLessThan(4.5 * searched(2500) + 10_000);
  },
);

test.each(['<kbd>', '<code>', '<pre>', '<script>'])('escapes an unclosed tag after %s (catches a page that leaves for another)', (tag) => {
  const html = renderMarkdown(`See ${tag} <meta http-equiv=refresh content=0;url=https&#58;//evil.example/ x`);
  expect(html).toContain('&lt;meta');
  expect(html).not.toContain('<meta');
});

test('renders nested quotes and lists up to a usual depth, and shows deeper ones as they are', () => {
  const nested = (levels: number) => `${'> 1. '.repeat(levels)}[a]: b\n`;
  expect(renderMarkdown(nested(10))).toContain('<blockquote>');
  const { elements, searched } = countSteps(() => renderMarkdown(nested(80)));
  expect(elements + searched).toBeLessThan(2000 * nested(80).length);
  expect(renderMarkdown(nested(80))).toMatch(/^<pre>/);
});

test('doesn’t search a long run without spaces for addresses at each character', () => {
  const url = vi.spyOn(Tokenizer.prototype, 'url');
  onTestFinished(() => url.mockRestore());
  renderMarkdown('a__'.repeat(3000));
  expect(url.mock.calls.reduce((sum, [text]) => sum + (/^\S*/.exec(text)?.[0].length ?? 0), 0)).toBeLessThan(2_000_000);
  expect(renderMarkdown('see https://example.org/a now')).toContain('<a href="https://example.org/a"');
});

test.each([
  ['formulas', '$a$ '],
  ['quotes in quotes', '>'],
])('shows a text of nothing but %s as it is', (_name, unit) => expect(renderMarkdown(unit.repeat(10_000))).toMatch(/^<pre>/));

test('finds matches beyond the first search step', () => {
  const far = 'word '.repeat(900);
  expect(renderMarkdown(`${far}$x^2$ and[^1] more\n\n[^1]: The note`)).toMatch(/<math.*<sup>1<\/sup> more.*The note/s);
  const lines = 'a line of words\n'.repeat(400);
  expect(renderMarkdown(`${lines}$$\nx^2\n$$\n[^1]: The note`)).toMatch(
    /a line of words<\/p>\n<p><span class="katex"><math.*<sup>1<\/sup>.*The note/s,
  );
  expect(renderMarkdown(lines).match(/<p>/g)).toHaveLength(1);
});
