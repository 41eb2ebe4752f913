import type { Page } from 'playwright/test';
import { holdReplies, releaseReplies } from '../support/hold-replies.ts';
import { patchBridge } from '../support/patch-bridge.ts';
import { conversation } from '../support/window-chat.ts';
import { searchHits, rows } from '../support/window-history.ts';
import { browserOnly, expect, expectAccessible, quick, reload, test } from '../support/window.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { uiText } from '../../renderer/ui/text.ts';

const words = conversationsText.search;

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(page.getByRole('textbox', { name: conversationsText.search.label })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await expect(page.getByRole('region', { name: uiText.popup })).toHaveCount(0);
}

test('finds part of a word in a long conversation and opens it at the highlighted hit', quick, async ({ open }) => {
  const turns = Array.from(
    { length: 36 },
    (_, at) => [`Question ${at}`, at === 3 ? 'The wandering Albatross flies.' : `Answer ${at}`] as const,
  );
  const window = await open({ conversations: [{ title: 'Birds', turns }, { title: 'Unrelated' }] });
  const { page } = window;
  await search(page, 'batros');
  await expect(searchHits(page)).toHaveCount(1);
  await expect(searchHits(page).locator('mark')).toHaveText('batros');
  await expectAccessible(window, 'search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const message = conversation(page).getByRole('article').filter({ hasText: 'Albatross' });
  await expect(message).toBeInViewport();
  await expect(message).toHaveAttribute('data-found', '');
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('search-hit')?.size)).toBe(1);
  await expectAccessible(window, 'a message that was found');
  await search(page, 'batros');
  await page.keyboard.press('Escape');
  await expect(message).not.toHaveAttribute('data-found');
});

test('scrolls to a hit far down in a long message', async ({ open }) => {
  const text = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}${at === 50 ? ' with an albatross' : ''}. ${'Words. '.repeat(40)}`);
  const { page } = await open({ conversations: [{ title: 'One answer', turns: [['A question', text.join('\n\n')]] }] });
  await search(page, 'albatross');
  await searchHits(page).click();
  await expect(conversation(page).getByText('Paragraph 50 with')).toBeInViewport();
});

test('finds and opens reasoning, and finds short words, other scripts and titles', async ({ open }) => {
  const { page } = await open({
    conversations: [
      {
        title: 'Reasons',
        turns: [
          [
            'Why?',
            [
              { kind: 'reasoning', text: 'Perhaps an ibis.' },
              { kind: 'text', text: 'Because.' },
            ],
          ],
        ],
      },
      { title: '東京の天気', turns: [['北京は?', '雨です']] },
      { title: 'A title about R', turns: [['Which?', 'The language Go.']] },
    ],
  });
  // Earlier hits stay until there are new ones, so each text finds another conversation than the one before.
  for (const [text, title] of [
    ['北京', '東京の天気'],
    ['go', 'A title about R'],
    ['天気', '東京の天気'],
    ['TITLE about', 'A title about R'],
    ['perhaps ibis', 'Reasons'],
  ] as const) {
    await search(page, text);
    await expect(searchHits(page)).toHaveCount(1);
    await expect(searchHits(page)).toContainText(title);
  }
  await searchHits(page).click();
  await expect(conversation(page).getByText('Perhaps an ibis.')).toBeVisible();
});

const delaysOpening = browserOnly('it delays a call of the page');

test('leaves the focus in the search field if the user returns there while a hit is opening', delaysOpening, async ({ open }) => {
  const { page } = await open({
    conversations: [{ title: 'Birds', turns: [['Which?', 'The albatross.']] }],
    prepare: (opening) =>
      patchBridge(
        opening,
        (bridge, route) => {
          const { call } = bridge;
          bridge.call = async (request) => {
            if (request.route === route && (request.input as { readonly at: unknown }).at !== null)
              await new Promise((resolve) => addEventListener('late-opening', resolve, { once: true }));
            return call(request);
          };
        },
        'history.open',
      ),
  });
  await search(page, 'albatross');
  await searchHits(page).click();
  await search(page, 'albatross');
  await page.evaluate(() => dispatchEvent(new Event('late-opening')));
  await expect(conversation(page).getByText('The albatross.')).toBeVisible();
  // by then the message would have taken the focus
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole('textbox', { name: conversationsText.search.label })).toBeFocused();
});

test('moves to the hits when they arrive if ↓ was pressed before, but not after more typing', delaysOpening, async ({ open }) => {
  const { page } = await open({
    conversations: [{ title: 'Birds', turns: [['Which?', 'The albatross.']] }],
    prepare: (opened) => holdReplies(opened, 'history.search'),
  });
  const field = page.getByRole('textbox', { name: words.label });
  await search(page, 'albatros');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('s');
  await expect(field).toHaveValue('albatross');
  await releaseReplies(page);
  await expect(searchHits(page)).toHaveCount(1);
  await expect(field).toBeFocused();
  await reload(page);
  await search(page, 'albatross');
  await page.keyboard.press('ArrowDown');
  await releaseReplies(page);
  await expect(page.getByRole('listbox', { name: words.results })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText('The albatross.')).toBeVisible();
});

test('filters hits by model, folder and date, and tells when nothing is left', async ({ open }) => {
  const window = await open({
    conversations: [
      { title: 'Long ago', daysAgo: 3, turns: [['river', 'the Spree']] },
      { title: 'Old model', model: 'gone-7b', turns: [['river', 'the Rhine']] },
      { title: 'In the lab', change: { folder: 'Lab' }, turns: [['river', 'the Elbe']] },
      { title: 'Elsewhere', turns: [['river', 'the Oder']] },
    ],
  });
  const { page } = window;
  await search(page, 'river');
  await expect(searchHits(page)).toHaveCount(4);
  await page.getByRole('button', { name: words.filters }).click();
  await choose(page, words.model, 'gone-7b');
  await expect(searchHits(page)).toHaveText([/Old model/]);
  await choose(page, words.folder, 'Lab');
  await expect(page.getByText(conversationsText.search.tryWithoutFilters)).toBeVisible();
  await expectAccessible(window, 'a filtered search without results');
  await choose(page, words.model, words.anyModel);
  await expect(searchHits(page)).toHaveText([/In the lab/]);
  await page.getByRole('button', { name: words.clearFilters }).click();
  await choose(page, words.date, words.dates.day);
  await expect(searchHits(page)).toHaveCount(3);
  await expect(searchHits(page).filter({ hasText: 'Long ago' })).toHaveCount(0);
  // Escape returns from the results to the field, then clears the search, then the filters.
  await searchHits(page).first().click();
  await page.getByRole('listbox', { name: conversationsText.search.results }).focus();
  await page.keyboard.press('Escape');
  const field = page.getByRole('textbox', { name: conversationsText.search.label });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('river');
  await page.getByRole('combobox', { name: words.date }).focus();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await expect(rows(page)).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: words.date })).toHaveCount(0);
});
