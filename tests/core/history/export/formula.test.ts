import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../../electron/core/history/export/render-markdown.ts';

const tex = (source: string): string => `<annotation encoding="application/x-tex">${source}</annotation>`;

test.each([
  ['$E = mc^2$', 'E = mc^2'],
  ['so \\(a_1 * b_1 * c\\) is', 'a_1 * b_1 * c'],
  ['that is $$x$$ then', 'x'],
])('renders %s as MathML with its TeX (catches formulas that nobody can read on paper)', (source, formula) => {
  const html = renderMarkdown(source);
  expect(html).toContain('<math');
  expect(html).toContain(tex(formula));
  expect(html).not.toMatch(/\$|\\\(/);
});

test.each([
  ['$$\na\n= b\n- c\n$$', 'a\n= b\n- c'],
  ['\\[\na\n= b\n- c\n\\].', 'a\n= b\n- c.'],
])('renders %j as one formula on its own lines (catches a heading made of =, and a list made of -)', (source, formula) => {
  const html = renderMarkdown(`Before\n\n${source}\n\nAfter`);
  expect(html).toMatch(/^<p>Before<\/p>\n<p><span class="katex"><math display="block">.*<\/math><\/span><\/p>\n<p>After<\/p>\n$/s);
  expect(html).toContain(tex(formula));
});

test('renders letters of sets and vectors as in the window (catches ℝ that looks like R)', () => {
  const html = renderMarkdown('$\\mathbb{R} \\mathbf{v} \\mathrm{d}$');
  expect(html).toContain('<mi>ℝ</mi><mi>𝐯</mi><mi mathvariant="normal">d</mi>');
});

test('doesn’t take amounts of money or code for formulas (catches prices in italics)', () => {
  expect(renderMarkdown('Costs $5 and $6.')).toBe('<p>Costs $5 and $6.</p>\n');
  expect(renderMarkdown('Write `$x$`.')).toBe('<p>Write <code>$x$</code>.</p>\n');
});

test.each([
  ['$\\frac{1$', 'not TeX'],
  ['$\\nosuchcommand{x}$', 'not known'],
  [`$${'{'.repeat(400)}${'}'.repeat(400)}x^{$`, 'nested and never closed'],
  ['$\\def\\a{\\a\\a}\\a$', 'without an end'],
])('keeps TeX that is $1 as written (catches an export that breaks off, or never ends)', (source) => {
  const html = renderMarkdown(source);
  expect(html).not.toContain('<math');
  expect(html).toContain('<code>');
});

// The opened file is protected by its own policy only.
test.each([
  '$\\href{javascript:alert(1)}{x}$',
  '$\\url{https://evil.example}$',
  '$\\includegraphics{https://evil.example/x.png}$',
  '$\\htmlClass{x}{y} \\htmlId{a}{b} \\htmlStyle{background:url(//evil.example)}{z} \\htmlData{a=b}{c}$',
  '$\\text{<img src=x onerror=alert(1)>}$',
  '$</annotation></semantics></math><script>alert(1)</script>$',
  '$\\color{red" onclick="alert(1)}{x}$',
  '$\\text{\\textcolor{#ff0000;background:url(//evil.example)}{x}}$',
])('renders %s without scripts, links or loading anything', (source) => {
  const html = renderMarkdown(source);
  const tags = html.match(/<[a-z/!][^>]*>/giu) ?? [];
  const kinds = new Set(tags.map((tag) => /^<\/?([a-z]+)/iu.exec(tag)?.[1]));
  const live = [...kinds].filter((kind) => kind === undefined || !/^(?:p|span|code|math|semantics|annotation|m[a-z]+)$/u.test(kind));
  expect(live).toEqual([]);
  const names = tags.flatMap((tag) => [...tag.matchAll(/\s([a-z:-]+)=/giu)].map(([, name]) => name));
  expect(names.filter((name) => name === undefined || /^(?:on|href|src|style|id|data|xlink|action)/iu.test(name))).toEqual([]);
  expect(html).not.toMatch(/<[^>]*evil/u);
});

test('shows a long formula with macros as its source (catches a thousand characters that become a million)', () => {
  const amplified = String.raw`$$\def\a{${'x'.repeat(500)}}${String.raw`\a`.repeat(400)}$$`;
  expect(renderMarkdown(amplified)).not.toContain('<math');
  expect(renderMarkdown(String.raw`$$\newcommand{\half}{\frac{1}{2}} \half$$`)).toContain('<mfrac>');
});
