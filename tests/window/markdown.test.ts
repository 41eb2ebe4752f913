import { waitForAnswer, ask, conversation, lastMessage, send } from '../support/window-chat.ts';
import { expect, expectAccessible, quick, test } from '../support/window.ts';
import { markdownText } from '../../renderer/markdown/text.ts';

test('renders a table, code and formulas', async ({ window, page }) => {
  const answer = await ask(page, 'Show me a table, some code and a formula');
  await expect(answer.getByRole('table').getByRole('row')).toHaveCount(4);
  await expect(answer.getByRole('columnheader', { name: 'engine' })).toBeVisible();
  await expect(answer.locator('pre code')).toContainText('def fibonacci');
  await expect(answer.getByRole('button', { name: markdownText.copy }).first()).toBeAttached();
  await expect(answer.locator('math').first()).toBeAttached();
  expect(await answer.innerText()).not.toContain('$$');
  await expectAccessible(window, 'a table, code and formulas');
});

test('shows a finished answer whole, even if the window had no time to draw it while it streamed', async ({ page }) => {
  await send(page, 'Say: the first answer');
  await waitForAnswer(page);
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  const answer = await ask(page, 'Show me a table, some code and a formula');
  await expect(answer.locator('math')).toHaveCount(2);
  expect(await answer.innerText()).not.toContain('$$');
});

test('labels headings and tables of one answer for screen readers', async ({ window, cloud: _cloud }) => {
  await send(window.page, 'Write 300 words');
  const answer = await waitForAnswer(window.page);
  await expect(answer.getByRole('table').first()).toBeAttached();
  // The model chooses the heading levels.
  await expectAccessible(window, 'a long answer', { without: ['heading-order'] });
});

/** Each would call `hacked`, navigate or load something if it were not treated as text. */
const hostile = [
  '<img src=x onerror="hacked()">',
  '<script>hacked()</script>',
  '<svg onload="hacked()"><a xlink:href="javascript:hacked()">x</a></svg>',
  '<iframe srcdoc="<script>parent.hacked()</script>"></iframe>',
  '<a href="javascript:hacked()">click</a> [click](javascript:hacked()) [data](data:text/html,<script>hacked()</script>)',
  '<style>body{display:none}</style><div style="position:fixed;inset:0;background:red">over</div>',
  '![pixel](https://elsewhere.invalid/pixel.png) <video src="https://elsewhere.invalid/x.mp4" autoplay>',
  '<form action="https://elsewhere.invalid/"><input name=a autofocus onfocus="hacked()"></form>',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.invalid/"><base href="https://elsewhere.invalid/">',
  '$\\href{javascript:hacked()}{x}$ $\\includegraphics{https://elsewhere.invalid/x.png}$ $\\htmlStyle{background:url(https://elsewhere.invalid/y)}{z}$',
  '<math><mtext><table><mglyph><style><img src=x onerror="hacked()">',
  '`<img src=x onerror="hacked()">` &lt;script&gt;hacked()&lt;/script&gt; <details open ontoggle="hacked()">',
];

test('renders hostile answers and titles harmlessly', quick, async ({ page }) => {
  const elsewhere: string[] = [];
  const here = new URL('/', page.url()).href; // `origin` is null for the app's scheme
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(here) && !url.startsWith('data:') && !url.startsWith('blob:')) elsewhere.push(url);
  });
  await page.evaluate(() =>
    Object.assign(globalThis, { hacks: 0, hacked: () => ((globalThis as unknown as { hacks: number }).hacks += 1) }),
  );

  await ask(page, `Say: ${hostile.join('\n\n')}`);
  await expect(conversation(page)).toContainText('position:fixed');
  for (const link of await lastMessage(page).getByRole('link').all()) {
    expect(await link.getAttribute('href')).not.toMatch(/^(?:javascript|data):/i);
    await link.click();
  }
  const log = conversation(page);
  await expect(
    log.locator('script, iframe, style, form input, video, svg a, meta, base, [onerror], [onload], [onfocus], [ontoggle]'),
  ).toHaveCount(0);
  await expect(log.locator('img:not([src^="data:"])')).toHaveCount(0);
  expect(await page.evaluate(() => (globalThis as unknown as { hacks: number }).hacks)).toBe(0);
  expect(elsewhere).toEqual([]);
  expect(page.url()).toContain(here);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});
