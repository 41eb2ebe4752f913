import { loadedTypefaces } from '../support/loaded-typefaces.ts';
import { ask, lastMessage, messagesOf, send, waitForAnswer } from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { both, expect, expectAccessible, quick, test, useTheme } from '../support/window.ts';
import { markdownText } from '../../renderer/markdown/text.ts';

const markdown = `A claim[^1], a formula \\(x^2 + y^2\\) and a [link](https://docs.example.org/guide).

\\[ \\int_0^1 x\\,dx = \\tfrac12 \\]

| station | count |
| :--- | ---: |
| window | 1,204 |
| "core" | 7 |

- [x] done

\`\`\`mermaid
flowchart LR
  you --> engine
\`\`\`

[^1]: Where it comes from.`;

test('shows, copies and follows formulas, footnotes, tables and links by keyboard', quick, async ({ window, page }) => {
  const answer = await ask(page, `Say: ${markdown}`);
  await expect(answer.locator('math')).toHaveCount(2);
  expect(await answer.innerText()).not.toMatch(/\\\(|\\\[/);

  await answer.getByRole('link', { name: markdownText.footnote('1'), exact: true }).press('Enter');
  await expect(answer.getByRole('region', { name: markdownText.footnotes })).toContainText('Where it comes from.');
  await page.keyboard.press('Tab');
  await expect(answer.getByRole('link', { name: markdownText.backFromFootnote('1') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answer.getByRole('link', { name: markdownText.footnote('1'), exact: true })).toBeFocused();

  const link = answer.getByRole('link', { name: /^link/ });
  await expect(link).toHaveAttribute('title', 'https://docs.example.org/guide');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain('https://docs.example.org/guide');

  await answer.getByRole('button', { name: markdownText.copyCsv }).press('Enter');
  await expect(answer.getByRole('button', { name: markdownText.copied })).toBeVisible();
  expect(await window.clipboard()).toBe('station,count\r\nwindow,"1,204"\r\n"""core""",7');
  await expectAccessible(window, 'formulas, footnotes, a table and a link');
});

test(
  'keeps a diagram that is drawn while the answer continues (catches blocks that are remounted when their section is full)',
  both('the frame is loaded by Electron’s protocol'),
  async ({ page, cloud }) => {
    const continueAnswer = cloud.demo.fault({ kind: 'stall', after: 100, endpoint: 'chat', count: 'once' });
    const paragraphs = Array.from({ length: 20 }, (_, index) => `Part ${index}`).join('\n\n');
    const rest = Array.from({ length: 20 }, (_, index) => `More ${index}`).join('\n\n');
    await send(page, `Say: ${paragraphs}\n\n\`\`\`mermaid\nflowchart LR\n  you --> engine\n\`\`\`\n\n${rest}`);
    const answer = messagesOf(page, 'beta-4-scout');
    await answer.getByRole('button', { name: markdownText.diagram.draw }).click();
    await expect(answer.getByText('More 19')).toHaveCount(0);
    continueAnswer();
    await waitForAnswer(page);
    await expect(answer.getByRole('button', { name: markdownText.diagram.hide })).toBeAttached();
    await expect(answer.locator('iframe').contentFrame().locator('svg')).toBeVisible();
  },
);

test('draws a diagram on request in its own frame, and reports an invalid one', async ({ window, page }) => {
  const answer = await ask(
    page,
    `Say: ${markdown.replace('you --> engine', 'you --> engine --> you')}\n\n\`\`\`mermaid\nflowchart LR\n  a -->\n\`\`\``,
  );
  await expect(answer.locator('iframe')).toHaveCount(0);
  const draw = answer.getByRole('button', { name: markdownText.diagram.draw });
  await draw.first().press('Enter');
  const frame = answer.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(frame.contentFrame().locator('svg')).toContainText('engine');
  expect(await loadedTypefaces(frame.contentFrame())).toEqual(['Inter Variable']);
  await expect.poll(() => frame.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(20);
  await expectAccessible(window, 'a diagram');
  await useTheme(window, 'dark');
  await expect(frame.contentFrame().locator('html[data-theme="dark"] svg')).toContainText('engine'); // redrawn in its colours
  await answer.getByRole('button', { name: markdownText.diagram.draw }).press('Enter');
  await expect(answer.getByRole('alert')).toContainText(markdownText.diagram.failed(2));
  await answer.getByRole('button', { name: markdownText.diagram.hide }).first().press('Enter');
  await expect(frame).toHaveCount(0);
});

test('scrolls a wide table by itself, also by keyboard, and not the window', async ({ open }) => {
  const columns = Array.from({ length: 16 }, (_, at) => `measurement-number-${at}`);
  const table = [columns, columns.map(() => '---'), columns.map(() => '12345')].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const window = await open({ conversations: [{ title: 'Wide', turns: [['Show me', table]] }] });
  const { page } = window;
  await rows(page, 'Wide').click();
  const last = lastMessage(page).getByRole('columnheader').last();
  await expect(last).toBeAttached();
  await expect(last).not.toBeInViewport();
  await lastMessage(page).getByRole('group', { name: markdownText.table }).focus();
  await expect(async () => {
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight');
    await expect(last).toBeInViewport({ timeout: 100 });
  }).toPass();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(window, 'a wide table');
});
