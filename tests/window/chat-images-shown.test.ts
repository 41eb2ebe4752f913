import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { Image } from '../../electron/contract/image.ts';
import { openHistory } from '../../electron/core/history/history.ts';
import { imagesText } from '../../renderer/chat/images/text.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import { madePng } from '../support/made-images.ts';
import { must } from '../support/must.ts';
import { patchBridge } from '../support/patch-bridge.ts';
import { composer, composing, giveFiles, lastMessage, messagesOf, send, waitForAnswer } from '../support/window-chat.ts';
import { attached, composerForm, mine, shown } from '../support/window-images.ts';
import { offerTool, saveTool, weatherTool } from '../support/window-tools.ts';
import { expect, expectAccessible, quick, reload, test } from '../support/window.ts';

test('shows the images of a message large, by keyboard, and copies one', quick, async ({ window, page }) => {
  await expect(composer(page)).toBeEditable();
  await giveFiles(page, 'drop', { 'a.png': madePng(300, 200), 'b.png': madePng(200, 300), 'c.png': madePng(64, 64) });
  await expect(attached(composerForm(page))).toHaveCount(3);
  await send(page, 'Compare');
  await waitForAnswer(page);
  const second = shown(mine(page)).nth(1);
  await second.press('Enter');
  const large = page.getByRole('dialog');
  await expect(large).toContainText('b.png');
  await expect(large.getByRole('img', { name: 'b.png' })).toBeVisible();
  await expectAccessible(window, 'a large image');
  await page.keyboard.press('ArrowRight');
  await expect(large).toContainText('c.png');
  await page.keyboard.press('ArrowRight');
  await expect(large).toContainText('a.png');
  await page.keyboard.press('ArrowLeft');
  await expect(large.getByRole('img', { name: 'c.png' })).toBeVisible();
  await large.getByRole('button', { name: imagesText.large.copy }).click();
  await expect(page.getByText(sharedText.copy.copied(imagesText.large.copied))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await expect(second).toBeFocused();
});

// Catches a conversation that jumps under the reader's eyes.
test('moves nothing when the images of a conversation appear', slowBridge, async ({ open }) => {
  const { page } = await open({ prepare: (opened) => holdReplies(opened, 'history.readImage') });
  await releaseReplies(page);
  await expect(composer(page)).toBeEditable();
  await giveFiles(page, 'drop', { 'wide.png': madePng(900, 100), 'high.png': madePng(100, 900), 'dot.png': madePng(3, 3) });
  await expect(attached(composerForm(page))).toHaveCount(3);
  await send(page, 'Compare');
  await waitForAnswer(page);
  await reload(page);
  await expect(shown(mine(page))).toHaveCount(3);
  await expect(mine(page).locator('img')).toHaveCount(0);
  const before = await mine(page).boundingBox();
  await releaseReplies(page);
  await expect(mine(page).locator('img')).toHaveCount(3);
  expect(await mine(page).boundingBox()).toEqual(before);
});

test('says on a message which of its images are no longer sent, and that tools aren’t offered with images', async ({ page, core }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  const three = { 'a.png': madePng(30, 31), 'b.png': madePng(30, 32), 'c.png': madePng(30, 33) };
  await giveFiles(page, 'drop', three);
  await expect(composerForm(page)).toContainText(imagesText.notes.noTools);
  await send(page, 'First');
  await waitForAnswer(page);
  await giveFiles(page, 'drop', { 'd.png': madePng(30, 34), 'e.png': madePng(30, 35), 'f.png': madePng(30, 36) });
  await expect(attached(composerForm(page))).toHaveCount(3);
  await send(page, 'Second');
  await lastMessage(page).getByRole('button', { name: chatText.tryAgain }).click(); // the engine has said how many it takes
  await expect(mine(page).first()).toContainText(imagesText.leftOut(2, 3));
  await expect(mine(page).last()).not.toContainText(imagesText.leftOut(2, 3));
  await expect(await waitForAnswer(page)).toContainText(/30.*36/s);
  await giveFiles(page, 'drop', three);
  await composing(page, imagesText.notes.offerTools).click();
  await expect(composerForm(page)).not.toContainText(imagesText.notes.noTools);
  expect((await core.call('settings.read')).chat.offersToolsWithImages).toBe(true);
});

/** Writes a conversation in which a tool has returned images. */
async function seedToolResult(profile: string): Promise<void> {
  const history = openHistory({ folder: profile, clock: { now: Date.now }, onChange: () => undefined, onPurged: () => undefined });
  const { id } = must(await history.begin({ kind: 'chat', title: 'Plots', settings: plainConversationSettings }));
  const images: Image[] = [];
  for (const name of ['first.png', 'second.png']) {
    const stored = must(await history.saveImage({ data: madePng(300, name.length).toString('base64') }));
    images.push({ ...stored, name, alternative: '' });
  }
  const asked = must(await history.add({ conversationId: id, parentId: null, role: 'user', text: 'Plot it', attachments: [] }));
  const result = { role: 'tool', callId: 'c', name: 'plot', text: 'done', isError: false, by: 'mcp', images } as const;
  must(await history.add({ conversationId: id, parentId: asked.id, ...result }));
  await history.close();
}

test('shows the images of a tool’s result, and says that one is missing', slowBridge, async ({ open, profile }) => {
  await seedToolResult(profile);
  const { page } = await open({
    prepare: (opened) =>
      patchBridge(
        opened,
        (bridge) => {
          const { call } = bridge;
          const asked: string[] = [];
          bridge.call = (request) => {
            if (request.route !== 'history.readImage') return call(request);
            const { hash } = request.input as { readonly hash: string };
            if (!asked.includes(hash)) asked.push(hash);
            return call(asked.indexOf(hash) === 0 ? request : { ...request, input: { hash: '0'.repeat(64) } });
          };
        },
        undefined,
      ),
  });
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  const result = messagesOf(page, chatText.toolResult.resultOf('plot'));
  await expect(result.getByRole('img', { name: 'first.png' })).toBeVisible();
  await expect(result.getByRole('button', { name: imagesText.missing })).toBeVisible();
  await result.getByRole('button', { name: imagesText.missing }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText(imagesText.large.missing);
});
