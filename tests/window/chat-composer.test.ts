import type { Locator, Page } from 'playwright/test';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import {
  waitForAnswer,
  ask,
  askToThink,
  chooseModel,
  composer,
  composing,
  giveFiles,
  lastMessage,
  messagesOf,
  openParameters,
  send,
  startConversation,
} from '../support/window-chat.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import { patchBridge } from '../support/patch-bridge.ts';
import { expect, expectAccessible, goTo, quick, quickInBrowser, reload, test, reloads } from '../support/window.ts';
import { newConversationKey } from '../../electron/contract/constants.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { parametersText } from '../../renderer/chat/parameters/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { writePdf } from '../support/documents/pdf-writer.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';

test(
  'adds what is typed before the saved draft is read (catches keys that do nothing, and a draft that is lost)',
  slowBridge,
  async ({ open }) => {
    const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'drafts.read', newConversationKey) });
    await releaseReplies(page);
    const { text: id } = await core.call('drafts.read', { key: newConversationKey });
    await core.call('drafts.keep', { key: id ?? '', text: 'saved before' });
    await reload(page);
    await composer(page).focus();
    await page.keyboard.insertText('typed early');
    await page.keyboard.press('Enter'); // would send what the user can't see yet
    await expect(composer(page)).toHaveValue('typed early');
    await releaseReplies(page);
    await expect(composer(page)).toHaveValue('saved before\n\ntyped early');
    await page.keyboard.insertText(', and more');
    await expect(composer(page)).toHaveValue('saved before\n\ntyped early, and more');
    await expect(page.getByText(chatText.draft.saved)).toBeVisible();
  },
);

test('attaches pasted and dropped files, shows their size in tokens, and shows them in the message', quick, async ({ window, page }) => {
  await expect(composer(page)).toBeEditable();
  await composer(page).focus();
  await giveFiles(page, 'paste', { 'sinc.py': 'def f(x):\n    return sin(x) / x\n', 'spare.txt': 'not needed' });
  const files = page.getByRole('list', { name: chatText.composer.attachedFiles });
  await expect(files.getByRole('listitem')).toHaveCount(2); // each is read before it is listed
  await giveFiles(page, 'drop', { 'data.csv': 'x,y\n1,2\n', 'picture.png': Buffer.from('89504e470d0a1a0a00', 'hex') });
  await expect(files.getByRole('listitem')).toHaveText([
    /sinc\.py.*about 8 tokens/,
    /spare\.txt.*about 3 tokens/,
    /data\.csv.*about 2 tokens/,
  ]);
  const refusal = page.getByRole('form', { name: chatText.composer.label }).getByRole('alert');
  await expect(refusal).toContainText(describeFailure(failure('attachment-image-unreadable', { name: 'picture.png' })).message);
  await files.getByRole('button', { name: chatText.composer.removeFile('spare.txt') }).click();
  await expectAccessible(window, 'a message with files');
  await reload(page);
  await expect(files.getByRole('listitem')).toHaveCount(2); // a draft is saved with its files
  await send(page, 'Say: see *this*\n\n```py\n1 + 1\n```');
  await waitForAnswer(page);
  const mine = messagesOf(page, chatText.message.you);
  await expect(mine).toContainText('Say: see *this*'); // as typed
  await expect(mine.locator('pre')).toHaveText('1 + 1\n');
  await mine.locator('summary', { hasText: 'sinc.py' }).press('Enter');
  await expect(mine.locator('pre').last()).toContainText('return sin(x) / x');
  await expectAccessible(window, 'a message with code and an open file');
  // with their names, as the model gets them
  await expect(lastMessage(page)).toContainText('sinc.py:');
  await expect(lastMessage(page).locator('pre').last()).toHaveText('x,y\n1,2\n');
});

test('attaches the text of a PDF with its page numbers, and says which page has none', quick, async ({ window, page }) => {
  const pages = [{ texts: [{ x: 72, y: 700, text: 'The membrane responds in 3 ms.' }] }, { isScan: true }];
  await giveFiles(page, 'drop', { 'paper.pdf': writePdf(pages) });
  const form = page.getByRole('form', { name: chatText.composer.label });
  const { message } = describeFailure(failure('document-pages-scanned', { pages: '2', count: 1 }));
  await expect(form.getByRole('alert')).toContainText(message);
  await expect(form.getByRole('list', { name: chatText.composer.attachedFiles })).toContainText('paper.pdf');
  await expectAccessible(window, 'a document with a page without text');
  await ask(page, 'Say: read it');
  const mine = messagesOf(page, chatText.message.you);
  await mine.locator('summary', { hasText: 'paper.pdf' }).press('Enter');
  await expect(mine.locator('pre')).toContainText('--- page 1 ---\nThe membrane responds in 3 ms.');
});

test('saves large files with the draft (catches files that are silently lost by a reload)', reloads, async ({ page }) => {
  await expect(composer(page)).toBeEditable();
  await composer(page).focus();
  const large = 'one line of a log\n'.repeat(80_000);
  await giveFiles(page, 'paste', { 'a.log': large, 'b.log': large, 'c.log': large });
  const files = page.getByRole('list', { name: chatText.composer.attachedFiles });
  await expect(files.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText(chatText.draft.saved)).toBeVisible();
  await reload(page);
  await expect(files.getByRole('listitem')).toHaveCount(3);
});

test('finds a prompt with /, asks for its variables, and inserts it into the message', quick, async ({ window, core, page }) => {
  for (const [name, text] of [
    ['Translate', 'Translate into {{language}}, in a {{tone}} tone:'],
    ['Summarise', 'Summarise this.'],
  ] as const)
    await core.call('library.putPrompt', { id: name, name, text });
  await expect(composer(page)).toBeEditable();
  await page.locator('.composer input[type="file"]').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByRole('form', { name: chatText.composer.label })).toContainText('notes.txt');
  await composer(page).focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: chatText.prompts.search })).toBeFocused();
  await page.keyboard.type('trans');
  await expect(page.getByRole('listbox', { name: chatText.prompts.label }).getByRole('option')).toHaveText([/^Translate/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'language' })).toBeFocused();
  await page.keyboard.type('Norwegian');
  await page.keyboard.press('Escape'); // keeps what was typed
  await expect(page.getByText(uiText.discardHint)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('dry');
  await expectAccessible(window, 'a prompt that asks');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('Translate into Norwegian, in a dry tone:');
  await page.keyboard.type(' Hello');
  await page.keyboard.press('Enter');
  // catches a message that is sent without the rest, because it has a file
  await expect(messagesOf(page, chatText.message.you).first()).toContainText('in a dry tone: Hello');
  await composer(page).fill('a / b');
  await page.keyboard.press('/'); // inside text it is a plain character
  await expect(composer(page)).toHaveValue('a / b/');
});

// Catches notices that stay through every section, and source code of a PDF in a message.
test('says beside the composer why files are refused, until it is left', async ({ window, page }) => {
  await expect(composer(page)).toBeEditable();
  const refusal = page.getByRole('form', { name: chatText.composer.label }).getByRole('alert');
  const damaged = describeFailure(failure('document-damaged', { name: 'paper.txt' })).message;
  await giveFiles(page, 'drop', { 'paper.txt': '%PDF-1.4\n1 0 obj\n', 'notes.zip': 'PK\u0003\u0004' });
  await expect(refusal).toContainText(chatText.composer.checkFiles(2));
  await expect(refusal).toContainText(damaged);
  await expectAccessible(window, 'refused files');
  await refusal.getByRole('button', { name: uiText.dismiss }).click();
  await expect(refusal).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await giveFiles(page, 'drop', { 'paper.txt': '%PDF-1.4\n1 0 obj\n' });
  await expect(refusal).toContainText(damaged);
  await goTo(page, 'Connection');
  await expect(page.getByText(damaged)).toHaveCount(0);
  await goTo(page, 'Chat');
  await expect(composer(page)).toBeVisible();
  await expect(refusal).toHaveCount(0);
});

/** Lets the page know nothing of the connection until `releaseReplies`. */
function holdConnection(page: Page): Promise<void> {
  return patchBridge(
    page,
    (bridge) => {
      const { call, on } = bridge;
      let isHeld = true;
      const released = new Promise<void>((resolve) => addEventListener('release-replies', () => resolve(), { once: true }));
      void released.then(() => (isHeld = false));
      bridge.call = async (request) => {
        if (request.route === 'connection.read') await released;
        return call(request);
      };
      bridge.on = (listener) => on((batch) => listener(batch.filter(({ event }) => !isHeld || event !== 'connection.changed')));
    },
    undefined,
  );
}

test(
  'sends a message as soon as the connection is read, unless Esc withdraws it (catches an Enter that does nothing)',
  quickInBrowser(slowBridge),
  async ({ open }) => {
    const { page } = await open({ prepare: holdConnection });
    const queued = page.getByRole('status').filter({ hasText: chatText.composer.queued });
    await composer(page).focus();
    await page.keyboard.type('Say: first');
    await page.keyboard.press('Enter');
    await expect(queued).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(queued).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(queued).toBeVisible();
    await page.keyboard.type(' of all'); // goes on, so it isn’t finished
    await expect(queued).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(composer(page)).toHaveValue('Say: first of all');
    await releaseReplies(page);
    await expect(messagesOf(page, chatText.message.you)).toContainText('Say: first of all');
    await expect(composer(page)).toHaveValue('');
    await waitForAnswer(page);
  },
);

test('keeps the / of a closed prompt list, so that a message can begin with it', async ({ page }) => {
  await expect(composer(page)).toBeEditable();
  await composer(page).focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: chatText.prompts.insert })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('etc/hosts');
  await expect(composer(page)).toHaveValue('/etc/hosts');
});

test('edits a message of files only, and keeps a file removed while another conversation is shown', async ({ page }) => {
  await expect(composer(page)).toBeEditable();
  const [kept, removed] = ['kept.txt', 'removed.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
  await page.locator('.composer input[type="file"]').setInputFiles([kept, removed].filter((file) => file !== undefined));
  const mine = messagesOf(page, chatText.message.you);
  await composing(page, chatText.send).click();
  await expect(mine).toContainText('removed.txt');
  await waitForAnswer(page);
  await mine.hover();
  await mine.getByRole('button', { name: chatText.message.edit }).click();
  const edit = page.getByRole('form', { name: chatText.message.edit });
  await edit.getByRole('button', { name: chatText.composer.removeFile('removed.txt') }).click();
  await expect(edit).not.toContainText('removed.txt');
  await startConversation(page);
  await expect(edit).toBeHidden();
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  await expect(edit).toContainText('kept.txt');
  await expect(edit).not.toContainText('removed.txt');
  await edit.getByRole('button', { name: chatText.send }).click();
  await expect(mine).toContainText(chatText.message.version(2, 2));
  await expect(mine).toContainText('kept.txt');
  await expect(mine).not.toContainText('removed.txt');
});

test('continues with the smallest token limit, and shows the sources once', async ({ window, page }) => {
  const panel = await openParameters(page);
  await panel.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('4');
  await page.keyboard.press('Escape');
  const answer = await ask(page, 'Write 200 words');
  const text = answer.locator('.markdown');
  for (let piece = 0; piece < 2; piece += 1) {
    const before = (await text.innerText()).length;
    await answer.getByRole('button', { name: chatText.answer.continue }).click();
    await expect.poll(async () => (await text.innerText()).length).toBeGreaterThan(before);
    await waitForAnswer(page);
  }
  await expect(answer.getByText('Sources:')).toHaveCount(1);
  // the model chooses the heading levels
  await expectAccessible(window, 'an answer that was continued', { without: ['heading-order'] });
  await chooseModel(page, 'alpha-R1');
  await expect(await ask(page, 'Write 200 words')).toContainText(chatText.answer.endings.lengthBeforeAnswer);
});

test('keeps a broken answer, says so, and continues it', async ({ window, page, cloud }) => {
  cloud.demo.fault('cut-stream,after=12,count=once');
  const answer = await ask(page, 'Say: one two three four five six seven eight nine ten eleven twelve');
  await expect(answer).toContainText(chatText.answer.interrupted);
  await expect(answer).toContainText('one two');
  await expect(answer.getByRole('button', { name: chatText.tryAgain })).toBeVisible();
  await expectAccessible(window, 'an answer that broke off');
  await answer.getByRole('button', { name: chatText.answer.continue }).press('Enter');
  await expect(answer.locator('.markdown')).toHaveText(/^one two three .* eleven twelve$/);
  await expect(answer).not.toContainText(chatText.answer.interrupted);
});

test('still shows the thinking time after a reload', async ({ page, cloud }) => {
  await chooseModel(page, 'alpha-R1');
  const answer = await askToThink(page, cloud, 'Think 80 words, then say: forty-two');
  const [words] = (await answer.locator('summary').innerText()).split('\n');
  expect(words).toMatch(new RegExp(`^${chatText.answer.reasonedFor(String.raw`\d+\.\d s`)}$`));
  await reload(page);
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  await expect(lastMessage(page).locator('summary')).toContainText(words ?? '');
});

test.describe('in a narrow window', () => {
  test('cuts a long parameter summary, keeps its full text, and leaves the buttons in place', async ({ window, page, cloud }) => {
    const panel = await openParameters(page);
    await panel.getByRole('textbox', { name: parametersText.systemPrompt }).fill('Be brief.');
    await panel.getByRole('textbox', { name: sharedText.parameters.temperature }).fill('0.25');
    await panel.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('12000');
    await page.keyboard.press('Escape');
    const { systemPrompt, temperature, maxTokens } = parametersText.summary;
    const summary = [systemPrompt, temperature(0.25), maxTokens(12_000)].join(', ');
    const button = composing(page, summary);
    const words = button.locator('span');
    await composer(page).fill('Write 100 words');
    await window.resize({ width: 900, height: 640 });
    await expect(words).toHaveAttribute('title', summary);
    const middle = async (of: Locator) => {
      const box = await of.boundingBox();
      return Math.round((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2);
    };
    await expect.poll(async () => (await middle(composing(page, chatText.send))) - (await middle(button))).toBeLessThan(3);
    expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
    const before = await middle(composing(page, chatText.send));
    cloud.demo.fault({ kind: 'stall', after: 20, endpoint: 'chat', count: 'once' });
    await page.keyboard.press('Enter');
    await expect(composing(page, chatText.stop)).toBeVisible();
    await composer(page).fill('A thought for later');
    await expect(page.getByText(chatText.draft.saved)).toBeVisible();
    expect(await middle(composing(page, chatText.send))).toBe(before);
    expect(await middle(composing(page, chatText.stop))).toBe(before);
    await expect(composing(page, chatText.send)).toBeInViewport({ ratio: 1 });
  });

  for (const [width, height] of [
    [900, 640],
    [640, 480],
  ] as const)
    test(`in a window of ${width} by ${height} the parameters don’t cover the composer`, async ({ window, page }) => {
      await window.resize({ width, height });
      const panel = await openParameters(page);
      await panel.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('50');
      await composer(page).click();
      await page.keyboard.insertText('Say: still here');
      await composing(page, chatText.send).click();
      await expect(await waitForAnswer(page)).toContainText('still here');
      await expect(panel).toBeVisible();
      await expectAccessible(window, `the parameters, ${width} by ${height}`);
    });
});
