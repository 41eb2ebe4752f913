import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright/test';
import { failed } from '../support/recorded-failure.ts';
import { chatGptExport } from '../support/chatgpt-export.ts';
import { waitForFile } from '../support/saved-file.ts';
import { conversation } from '../support/window-chat.ts';
import { searchHits, rows, folderOption } from '../support/window-history.ts';
import { both, browserOnly, expect, expectAccessible, quick, test } from '../support/window.ts';
import type { CallOptions, History } from '../../electron/core/history/history.ts';
import { historyText } from '../../electron/core/history/text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { uiText } from '../../renderer/ui/text.ts';

const asPage = browserOnly('a second page, in which the file is opened');

async function importFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: conversationsText.files.menu }).click();
  await page.getByRole('menuitem', { name: conversationsText.files.import }).click();
}

test('exports a conversation as Markdown, JSON, HTML and PDF', quick, async ({ open, profile, runsIn }) => {
  const file = path.join(profile, 'saved');
  const { page } = await open({
    conversations: [{ title: 'Bridges', turns: [['How long?', '**Very** long.']] }, { title: 'Another' }],
    dialogs: { file },
  });
  await rows(page, 'Bridges').click();
  // A browser prints to PDF in its own dialog. See the next test.
  const beginnings = [
    ['markdown', '# Bridges'],
    ['json', '{'],
    ['html', '<!doctype html>'],
    ...(runsIn === 'browser' ? [] : [['pdf', '%PDF'] as const]),
  ] as const;
  for (const [format, beginning] of beginnings) {
    await page.getByRole('button', { name: conversationsText.menu.label }).click();
    await page.getByRole('menuitem', { name: conversationsText.files.exportAs(format) }).click();
    await expect(page.getByText(conversationsText.files.exported).first()).toBeVisible();
    await expect.poll(async () => (await readFile(file, 'latin1').catch(() => '')).trimStart().slice(0, beginning.length)).toBe(beginning);
    if (format !== 'pdf') expect(await readFile(file, 'utf8')).not.toContain('Another');
  }
});

const ownDialog = browserOnly('the print dialog is the browser’s own');

test('passes a conversation to the browser’s print dialog as a page without scripts', ownDialog, async ({ open }) => {
  const { page } = await open({
    conversations: [{ title: 'Bridges', turns: [['How long?', '**Very** long. <script>window.top.hacked = true</script>']] }],
    prepare: (opened) =>
      opened.addInitScript(() => {
        window.print = () => Object.assign(window.top ?? {}, { printed: document.body.innerText });
      }),
  });
  await rows(page, 'Bridges').click();
  await page.getByRole('button', { name: conversationsText.menu.label }).click();
  await page.getByRole('menuitem', { name: conversationsText.files.exportAs('pdf') }).click();
  const inPage = (name: string) => page.evaluate((key) => (window as unknown as Record<string, unknown>)[key], name);
  await expect.poll(() => inPage('printed')).toContain('Very long.');
  expect(await inPage('hacked')).toBeUndefined();
});

test('renders formulas in an exported page without a script or a request', asPage, async ({ open, profile }) => {
  const file = path.join(profile, 'saved.html');
  const answer = 'Inline $x^2$, broken $\\frac{1$, and\n\n$$\\begin{aligned} a &= \\frac{1}{2} \\\\ bcd &= e \\end{aligned}$$';
  const { page, context: browser } = await open({ conversations: [{ title: 'Formulas', turns: [['How?', answer]] }], dialogs: { file } });
  await rows(page, 'Formulas').click();
  await page.getByRole('button', { name: conversationsText.menu.label }).click();
  await page.getByRole('menuitem', { name: conversationsText.files.exportAs('html') }).click();
  await expect(page.getByText(conversationsText.files.exported).first()).toBeVisible();
  await waitForFile(file);
  const exported = await browser.newPage();
  const asked: string[] = [];
  exported.on('request', (request) => asked.push(request.url()));
  await exported.goto(pathToFileURL(file).href);
  await expect(exported.locator('math')).toHaveCount(2);
  await expect(exported.locator('code')).toHaveText('$\\frac{1$');
  const fraction = await exported.locator('mfrac').boundingBox();
  expect(fraction?.height).toBeGreaterThan(20); // numerator above denominator
  expect(asked).toEqual([pathToFileURL(file).href]);
  await exported.close();
});

const untilCancelled = browserOnly('an export that waits at a third of its way until it is cancelled');
test('shows the progress of a long export and cancels it without an error', untilCancelled, async ({ open }) => {
  let aborted = false;
  const window = await open({
    core: {
      change: ({ history }) => ({
        history: Object.assign(Object.create(history) as History, {
          exportTo: async (_target: unknown, { onProgress, signal }: CallOptions = {}) => {
            onProgress?.(3, 9);
            await new Promise((resolve) => signal?.addEventListener('abort', resolve));
            aborted = true;
            return failed('cancelled', 'The export was cancelled.', 'Start it again.');
          },
        }),
      }),
    },
  });
  const { page } = window;
  await page.getByRole('button', { name: conversationsText.files.menu }).click();
  await page.getByRole('menuitem', { name: conversationsText.files.exportAll('json') }).click();
  await expect(page.getByRole('progressbar', { name: conversationsText.jobs.export })).toHaveAttribute('aria-valuenow', '3');
  await expectAccessible(window, 'an export under way');
  await page.getByRole('button', { name: conversationsText.cancel }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect.poll(() => aborted).toBe(true);
  await window.core.call('settings.read'); // answered after the export
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole('button', { name: uiText.dismiss })).toHaveCount(0);
});

/** Each would call `hacked`, cover the window or load something if it were not treated as text. */
const hostile = [
  '<img src=x onerror="hacked()">',
  '</span><script>hacked()</script>',
  '[x](javascript:hacked())![y](https://elsewhere.invalid/y.png)',
  '<style>*{display:none!important}</style>',
  '"><svg onload=hacked()>',
  '\u202Egnp.exe\u2066 {{constructor.constructor("hacked()")()}}',
].join(' ');

const ours = {
  format: 'causeway-conversations',
  version: 1,
  exportedAt: hostile,
  conversations: [
    {
      id: 'ours-1',
      kind: 'chat',
      title: `Ours ${hostile}`,
      isNamedByUser: true,
      createdAt: 1e12,
      updatedAt: 9e15,
      folder: `<b>${hostile.slice(0, 60)}`,
      isPinned: true,
      isArchived: false,
      trashedAt: null,
      settings: { model: hostile, systemPrompt: hostile, parameters: {}, toolIds: ['a-command'] },
      leafId: 'm-4',
      messages: [
        {
          id: 'm-1',
          parentId: null,
          createdAt: 1e12,
          role: 'user',
          text: hostile,
          attachments: [{ name: hostile.slice(0, 200), language: 'html', text: hostile }],
        },
        {
          id: 'm-2',
          parentId: 'm-1',
          createdAt: 1e12,
          role: 'assistant',
          model: hostile.slice(0, 150),
          mode: null,
          state: 'failed',
          answer: {
            parts: [
              { kind: 'reasoning', text: hostile },
              { kind: 'notice', text: hostile },
              {
                kind: 'tool-call',
                id: 't-1',
                name: 'look<img src=x onerror=hacked()>',
                arguments: JSON.stringify({ hostile }),
                state: 'valid',
              },
            ],
            finish: 'tool-calls',
            usage: null,
            metrics: null,
            logprobs: null,
            timings: { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null },
            notes: [hostile],
          },
          failure: { code: 'service-error', message: hostile, remedy: hostile },
          request: { model: hostile },
        },
        {
          id: 'm-3',
          parentId: 'm-2',
          createdAt: 1e12,
          role: 'tool',
          callId: 't-1',
          name: 'look<img src=x onerror=hacked()>',
          text: hostile,
          isError: true,
          by: 'mcp',
        },
      ],
    },
  ],
};
const openWebUi = [
  {
    id: 'webui-1',
    title: `WebUI ${hostile}`,
    chat: {
      title: `WebUI ${hostile}`,
      history: {
        currentId: 'b',
        messages: {
          a: { id: 'a', parentId: null, role: 'user', content: hostile, timestamp: 1_700_000_000 },
          b: {
            id: 'b',
            parentId: 'a',
            role: 'assistant',
            model: hostile,
            content: `<details type="reasoning" done="true">${hostile}</details>${hostile}`,
            timestamp: 1_700_000_001,
          },
        },
      },
    },
  },
];
const chatGpt = chatGptExport({ title: `ChatGPT ${hostile}`, question: hostile, answer: hostile, model: hostile });

test('imports hostile files of Causeway, Open WebUI and ChatGPT harmlessly', quick, async ({ open, profile }) => {
  const file = path.join(profile, 'import.json');
  const { core, page } = await open({ dialogs: { file } });
  const here = new URL('.', page.url()).href;
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(here)) elsewhere.push(request.url());
  });
  await page.evaluate(() => Object.assign(globalThis, { hacked: () => Object.assign(globalThis, { wasHacked: true }) }));
  for (const [index, content] of [ours, openWebUi, chatGpt].entries()) {
    await writeFile(file, JSON.stringify(content));
    await importFile(page);
    await expect(rows(page)).toHaveCount(index + 1);
  }
  for (const name of ['Ours', 'WebUI', 'ChatGPT']) {
    await rows(page, name).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${name} <img`);
    await expect(conversation(page).getByRole('article').last()).toContainText('onerror');
    const folded = conversation(page).locator('details:not([open]) > summary');
    while ((await folded.count()) > 0) await folded.first().click();
  }
  await folderOption(page, conversationsText.folders.all).click();
  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(page.getByRole('textbox', { name: conversationsText.search.label })).toBeFocused();
  await page.keyboard.insertText('onerror="hacked()"');
  const answerHit = searchHits(page).filter({ hasText: `${conversationsText.search.roles.assistant}: ` });
  await expect(answerHit.first()).toContainText('onerror');
  await answerHit.first().click();
  await expect(conversation(page).locator('[data-found]')).toBeVisible();
  const planted =
    'script:not([src]), iframe, style:not([data-href]), [onerror], [onload], img:not([src^="data:"]), a[href^="javascript:" i]';
  await expect(page.locator('#root').locator(planted)).toHaveCount(0);
  expect(await page.evaluate(() => 'wasHacked' in globalThis)).toBe(false);
  expect(elsewhere).toEqual([]);
  // An imported file enables no tool.
  expect(await core.call('history.open', { id: 'ours-1', at: null, limit: 1 })).toMatchObject({
    conversation: { settings: { toolIds: [] } },
  });
});

test('tells what to choose instead of an invalid import file', both('file dialogs'), async ({ open, profile }) => {
  const file = path.join(profile, 'notes.json');
  await writeFile(file, 'not JSON at all');
  const window = await open({ dialogs: { file } });
  const { page } = window;
  await importFile(page);
  await expect(page.getByText(describeFailure(failure('import-empty')).message)).toBeVisible();
  await expect(page.getByText(describeFailure(failure('import-empty')).remedy)).toBeVisible();
  await writeFile(file, '[{"note": "to myself"}]');
  await importFile(page);
  await expect(page.getByText(conversationsText.files.nothingImported)).toBeVisible();
  await expect(
    page.getByText(new RegExp(`${historyText.import.unknownFormat}.*${conversationsText.files.chooseExport('')}`)),
  ).toBeVisible();
  await expectAccessible(window, 'an import of nothing');
});
