import { expect, test } from 'vitest';
import { draw, elementsOf, visibleText } from './draw.ts';
import { markdownText } from '../../../renderer/markdown/text.ts';

async function tagsOf(text: string): Promise<readonly string[]> {
  return elementsOf(await draw(text)).map(({ tag }) => tag);
}

test('renders headings below the page’s own levels', async () =>
  expect(await tagsOf('# a\n\n## b\n\n### c\n\n#### d')).toEqual(['div', 'div', 'h3', 'h4', 'h5', 'h6']));

test('keeps the start number of an ordered list', async () => {
  const list = elementsOf(await draw('7. seven\n8. eight')).find(({ tag }) => tag === 'ol');
  expect(list?.attributes['start']).toBe('7');
});

test('renders tasks as disabled checkboxes', async () => {
  const boxes = elementsOf(await draw('- [x] done\n- [ ] to do')).filter(({ tag }) => tag === 'input');
  expect(boxes.map(({ attributes }) => ['checked' in attributes, 'disabled' in attributes])).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('shows a link’s target, also when its text names another', async () => {
  const markup = await draw('[https://bank.example](https://evil.example/login)');
  expect(visibleText(markup)).toBe('https://bank.example (evil.example)');
  expect(elementsOf(markup).find(({ tag }) => tag === 'a')?.attributes['title']).toBe('https://evil.example/login');
});

test.each([
  '[**bank.example**](https://evil.example)',
  '[`bank.example`](https://evil.example)',
  '[bank&#46;example](https://evil.example)',
  '[bank\\.example](https://evil.example)',
  '[![bank.example](data:image/png;base64,iVBORw0KGgo=)](https://evil.example)',
])('shows the target of %s (catches a warning that reads the markup instead of the visible text)', async (text) => {
  expect(visibleText(await draw(text))).toContain('(evil.example)');
});

test('shows a forbidden link as text', async () => {
  const markup = await draw('[here](http://plain.example/a)');
  expect(visibleText(markup)).toBe('here (http://plain.example/a)');
  expect(elementsOf(markup).some(({ tag }) => tag === 'a')).toBe(false);
});

test('doesn’t fetch a remote image without a request', async () => {
  const markup = await draw('![chart](https://a.example/chart.png)');
  expect(elementsOf(markup).some(({ tag }) => tag === 'img')).toBe(false);
  expect(visibleText(markup)).toBe(`charthttps://a.example/chart.png${markdownText.image.hint}Load image`);
});

test('shows an embedded image', async () => {
  const image = elementsOf(await draw('![dot](data:image/png;base64,iVBORw0KGgo=)')).find(({ tag }) => tag === 'img');
  expect(image?.attributes).toMatchObject({ src: 'data:image/png;base64,iVBORw0KGgo=', alt: 'dot' });
});

test.each([
  ['$x^2$', 1],
  ['\\(x\\)', 1],
  ['$$x$$', 1],
  ['\\[x\\]', 1],
  ['text\n\\[\na\n+ b\n\\]\nmore', 1],
  ['$$\na\n= b\n$$', 1],
  ['$a$ and $b$', 2],
  ['a formula in **bold $x_1$ text**', 1],
  ['costs $5 and $10', 0],
  ['US$5 to US$6', 0],
  ['$5/$10', 0],
  ['`$x$`', 0],
  ['```\n$x$\n```', 0],
  ['    $$x$$', 0],
  ['\\$x\\$', 0],
  ['$ x $', 0],
  ['$$\nnot\n\nclosed $$', 0],
  ['Plot cost ($) against revenue ($).', 0],
  ['budget ($), mid-range ($$), expensive ($$$)', 0],
  ['$$–$$$', 0],
  ['from $$ to $$$ a night', 0],
  ['$$$ x $$', 0],
  ['Unlike $x, the name in `$y` is local.', 0],
  ['$]0,1]$ and $(a)$', 2],
  ['so $$a * b$$ holds', 1],
  ['so $$(a+b)$$ and $$ (c) $$ hold', 2],
  ['Bar A ($$) or Bar B ($$)', 0],
  ['In bash, $$ is the PID; try `echo $$`.', 0],
])('%j contains %i formulas', async (text, count) => expect((await tagsOf(text)).filter((tag) => tag === 'math')).toHaveLength(count));

test('doesn’t start emphasis at a star or underscore in a formula', async () => {
  expect(await tagsOf('$a_1 * b$ and $c_2 * d$')).not.toContain('em');
  expect(await tagsOf('$$ a*b*c $$ and $$d*e*f$$')).not.toContain('em');
  expect(await tagsOf('it costs $5 and *only* that, not $10')).toContain('em');
  expect(await tagsOf('cost ($) and *only* then revenue ($)')).toContain('em');
  expect(await tagsOf('$x, *not* the name in `$y`')).toContain('em');
  expect(await tagsOf('Bar A ($$) or *only* Bar B ($$)')).toContain('em');
  expect(await tagsOf('$$ is the *PID*; try `echo $$`')).toContain('em');
  expect(await tagsOf('so $$(a*b)$$ and $$(c*d)$$ hold')).not.toContain('em');
});

test.each([
  ['**注意：**这是重点。', '<strong>注意：</strong>这是重点。'],
  ['他说**“好”**', '他说<strong>“好”</strong>'],
  ['他说**“好”**然后*（真的）*走了', '他说<strong>“好”</strong>然后<em>（真的）</em>走了'],
  ['使用**`code`**来', '使用<strong><code>code</code></strong>来'],
  ['**한국어(Korean)**은 $x$', '<strong>한국어(Korean)</strong>은 '],
  ['**「注」**です。**次：**これ', '<strong>「注」</strong>です。<strong>次：</strong>これ'],
  ['*外面，**里面**，外面*', '<em>外面，<strong>里面</strong>，外面</em>'],
  ['这是：**重点**，然后：**另一个**', '这是：<strong>重点</strong>，然后：<strong>另一个</strong>'],
  ['**甲：**乙**丙**', '<strong>甲：</strong>乙<strong>丙</strong>'],
  ['他_（好）_的', '他_（好）_的'],
  ['**note:**this', '**note:**this'],
])('renders emphasis in %j (catches stars beside Chinese, Japanese and Korean punctuation)', async (text, content) => {
  expect(await draw(text)).toContain(`<p>${content}`);
});

test('keeps spaces in a formula, also thin ones', async () => {
  const widths = elementsOf(await draw('$a \\, b \\quad c$')).flatMap(({ tag, attributes }) =>
    tag === 'mspace' ? [attributes['width']] : [],
  );
  expect(widths).toEqual([expect.stringMatching(/^0\.16\d*em$/), '1em']);
});

test('uses Unicode letters for sets, vectors and operators (catches ℝ that looks like R: browsers know no mathvariant)', async () => {
  const markup = await draw(
    '$\\mathbb{R}^n \\mathbf{v1} \\mathcal{L} \\boldsymbol{\\alpha} \\mathfrak{g} \\mathsf{T} \\mathtt{x} \\mathrm{d}$',
  );
  const set = markup.replace(/<annotation.*<\/annotation>/s, '');
  expect(visibleText(set)).toBe('ℝn𝐯𝟏ℒ𝜶𝔤𝖳𝚡d');
  expect(elementsOf(set).flatMap(({ attributes }) => attributes['mathvariant'] ?? [])).toEqual(['normal']);
});

test('shows an invalid formula as written', async () =>
  expect(visibleText(await draw('so $\\frac{1}{$ there'))).toBe('so $\\frac{1}{$ there'));

test('renders footnotes at the end, linked with their references', async () => {
  const markup = await draw('A[^n].\n\n[^n]: The note.\n\nB.');
  expect(visibleText(markup)).toBe('An.B.nThe note.');
  const [mark, label] = elementsOf(markup).filter(({ tag }) => tag === 'a');
  const note = elementsOf(markup).find(({ attributes }) => attributes['class'] === 'markdown-footnote');
  expect(mark?.attributes['href']).toBe(`#${note?.attributes['id']}`);
  expect(label?.attributes['href']).toBe(`#${mark?.attributes['id']}`);
});

test.each([
  ['- A[^n].\n\n  [^n]: The note.', 'A[^n].[^n]: The note.'],
  ['> A[^n].\n>\n> [^n]: The note.', 'A[^n].[^n]: The note.'],
  ['A[^n].\n\n[^n]: The note.\n\n    [^m]: Another.', 'An.nThe note.[^m]: Another.'],
])('shows a footnote inside another block as written: %j', async (text, shown) => expect(visibleText(await draw(text))).toBe(shown));

test('shows a reference without a footnote as written', async () => expect(visibleText(await draw('A[^n].'))).toBe('A[^n].'));

test('renders a reference that is defined later as a link', async () =>
  expect(await tagsOf('[a][ref]\n\n[ref]: https://a.example')).toContain('a'));

test('shows the language of code and offers to draw a diagram', async () => {
  expect(visibleText(await draw('```py title="x"\npass\n```'))).toBe('PythonCopypass\n');
  expect(visibleText(await draw('```mermaid\ngraph TD\n```'))).toContain(markdownText.diagram.draw);
});

test('keeps line breaks in a table, the only markup allowed', async () => expect(await tagsOf('| a |\n|---|\n| x<br>y |')).toContain('br'));

test('decodes character references', async () =>
  expect(visibleText(await draw('&lt;b&gt; &#65; &copy; &unknown; &constructor;'))).toBe('<b> A © &unknown; &constructor;'));
