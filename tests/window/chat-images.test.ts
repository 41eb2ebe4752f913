import type { Page } from 'playwright/test';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { readImageHeader } from '../../electron/contract/image-header.ts';
import { imagesText } from '../../renderer/chat/images/text.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { exifWithPosition, jpegSegment, madePng } from '../support/made-images.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import { connectTo } from '../support/test-service.ts';
import { ask, chooseModel, composer, composing, giveFiles, send, waitForAnswer } from '../support/window-chat.ts';
import { attached, composerForm, mine, shown, storedBytes, storedImages } from '../support/window-images.ts';
import { offerTool, saveTool, weatherTool } from '../support/window-tools.ts';
import { expect, expectAccessible, quick, reload, reloads, test } from '../support/window.ts';

/** A photograph with noise, drawn by the page, lying on its side, with EXIF that says so, and where it was taken. */
async function photograph(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      const pixels = new ImageData(width, height);
      for (let index = 0; index < pixels.data.length; index += 1) pixels.data[index] = index % 4 === 3 ? 255 : (index * 7919) % 256;
      context?.putImageData(pixels, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.5 });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    },
    [width, height] as const,
  );
  const jpeg = Buffer.from(base64, 'base64');
  const exif = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWithPosition(6)]));
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

test('attaches pasted, dropped and chosen images, and the demo answers about them', quick, async ({ window, page }) => {
  await expect(composer(page)).toBeEditable();
  await composer(page).focus();
  await giveFiles(page, 'paste', { 'plot.png': madePng(280, 140), 'note.txt': 'x' });
  await expect(attached(composerForm(page))).toHaveCount(1);
  await expect(attached(composerForm(page))).toContainText('about 50 tokens');
  await giveFiles(page, 'drop', { 'board.png': madePng(56, 56, { color: [30, 30, 200] }) });
  await expect(attached(composerForm(page))).toHaveCount(2);
  await page.locator('.composer input[type="file"]').setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer: madePng(28, 28) });
  await expect(attached(composerForm(page))).toContainText([/plot\.png/, /board\.png.*about 4 tokens/, /scan\.png.*about 1 token/]);
  await expectAccessible(window, 'a message with images');
  await composerForm(page)
    .getByRole('button', { name: chatText.composer.removeFile('scan.png') })
    .click();
  await expect(attached(composerForm(page))).toHaveCount(2);
  await send(page, 'What is this?');
  const answer = await waitForAnswer(page);
  await expect(answer).toContainText(/PNG.*280.*140/s);
  await expect(answer).toContainText('blue');
  await expect(shown(mine(page))).toHaveCount(2);
  await expect(mine(page).getByRole('img')).toHaveCount(2);
  await expectAccessible(window, 'a message with images in the conversation');
  await expect(attached(composerForm(page))).toHaveCount(0);
});

// Catches a place that leaves with a photograph, and one that lies on its side.
test('stores a photograph upright, within the limit, and without its place, and sends it alone', async ({ core, page }) => {
  await core.call('settings.change', { chat: { ...(await core.call('settings.read')).chat, imageSide: 256 } });
  await expect(composer(page)).toBeEditable();
  const file = await photograph(page, 600, 300);
  expect(file.includes('GPS 52.5200')).toBe(true);
  await giveFiles(page, 'drop', { 'place.jpg': file });
  await expect(attached(composerForm(page))).toHaveCount(1);
  await composing(page, chatText.send).click();
  await expect(await waitForAnswer(page)).toContainText(/JPEG.*128.*256/s);
  const [image] = await storedImages(core);
  expect(image).toMatchObject({ name: 'place.jpg', type: 'image/jpeg', width: 128, height: 256 });
  const stored = image && (await storedBytes(core, image));
  expect(stored && readImageHeader(stored)).toMatchObject({ width: 128, height: 256, orientation: 1 });
  expect(stored?.includes('Exif')).toBe(false);
});

/** Drops noise with a transparent corner, whose PNG is larger than what can be stored. It is made in the page, which is fast. */
async function dropLargePng(page: Page, side: number): Promise<void> {
  await composerForm(page).evaluate(async (form, side) => {
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d');
    const pixels = new ImageData(side, side);
    let random = 1;
    for (let index = 0; index < pixels.data.length; index += 1) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0;
      pixels.data[index] = index % 4 === 3 ? 255 : random >>> 24;
    }
    context?.putImageData(pixels, 0, 0);
    context?.clearRect(0, 0, 100, 100);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'map.png', { type: 'image/png' }));
    form.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, side);
}

test('attaches a transparent image whose PNG is too large as a JPEG on white', async ({ core, page }) => {
  await core.call('settings.change', { chat: { ...(await core.call('settings.read')).chat, imageSide: 4096 } });
  await expect(composer(page)).toBeEditable();
  await dropLargePng(page, 2500);
  await expect(attached(composerForm(page))).toHaveCount(1);
  await composing(page, chatText.send).click();
  await waitForAnswer(page);
  const [image] = await storedImages(core);
  expect(image).toMatchObject({ name: 'map.png', type: 'image/jpeg', width: 2500, height: 2500 });
  const { dataUrl } = await core.call('history.readImage', { hash: image?.hash ?? '' });
  const corner = await page.evaluate(async (url) => {
    const shown = new Image();
    shown.src = url;
    await shown.decode();
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(shown, 50, 50, 1, 1, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  }, dataUrl);
  expect(corner).toEqual([255, 255, 255, 255]);
});

test('draws SVG without its script and without network, and keeps what is transparent', async ({ core, page }) => {
  await expect(composer(page)).toBeEditable();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" onload="document.title='hacked'">
    <script>document.title = 'hacked'; new Image().src = 'http://127.0.0.1:9/script';</script>
    <image href="http://127.0.0.1:9/image" width="10" height="10"/><style>@import url(http://127.0.0.1:9/style);</style>
    <rect width="50" height="50" fill="red"/></svg>`;
  await giveFiles(page, 'paste', { 'plot.svg': svg });
  await expect(attached(composerForm(page))).toContainText(['plot.svg']);
  await composing(page, chatText.send).click();
  await waitForAnswer(page);
  const [image] = await storedImages(core);
  expect(image).toMatchObject({ type: 'image/png', width: 1024, height: 512 });
  expect((image && (await storedBytes(core, image)))?.[25]).toBe(6); // red, green, blue and transparency
  expect(await page.title()).not.toContain('hacked');
  expect(requests.filter((url) => url.includes(':9/'))).toEqual([]);
});

test('takes 20 of 30 images at once and says so, and refuses what can’t be drawn by a sentence each', async ({ window, page }) => {
  await expect(composer(page)).toBeEditable();
  const refusal = composerForm(page).getByRole('alert');
  const broken = madePng(40, 40).fill(0, 60);
  await giveFiles(page, 'drop', { 'broken.png': broken, 'photo.heic': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') });
  for (const name of ['broken.png', 'photo.heic'])
    await expect(refusal).toContainText(describeFailure(failure('attachment-image-unreadable', { name })).message);
  await expectAccessible(window, 'refused images');
  await giveFiles(page, 'drop', Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.png`, madePng(30, 30 + index)])));
  await expect(refusal).toContainText(chatText.composer.tooManyFiles.imagesTitle(10, 20));
  await expect(attached(composerForm(page))).toHaveCount(20);
});

test('keeps the images of a draft, with what the user wrote about them', reloads, async ({ page, core }) => {
  await expect(composer(page)).toBeEditable();
  await composer(page).focus();
  await giveFiles(page, 'paste', { 'a.png': madePng(300, 200), 'b.png': madePng(200, 300) });
  await expect(attached(composerForm(page))).toHaveCount(2);
  await attached(composerForm(page)).nth(1).getByRole('button', { name: 'b.png', exact: true }).press('Enter');
  const large = page.getByRole('dialog', { name: 'b.png' });
  await expect(large.getByRole('textbox', { name: imagesText.large.alternative })).toBeFocused();
  await page.keyboard.type('The cell, stained');
  await page.keyboard.press('Escape');
  await expect(attached(composerForm(page)).nth(1).getByRole('img', { name: 'The cell, stained' })).toBeVisible();
  await expect(page.getByText(chatText.draft.saved)).toBeVisible();
  await reload(page);
  await expect(attached(composerForm(page))).toContainText(['a.png', 'The cell, stained']);
  await composing(page, chatText.send).click();
  await waitForAnswer(page);
  await expect(mine(page).getByRole('img', { name: 'The cell, stained' })).toBeVisible();
  expect(await storedImages(core)).toMatchObject([{ alternative: '' }, { alternative: 'The cell, stained' }]);
});

test('says which model sees, and switches to it by one click', async ({ page }) => {
  await chooseModel(page, 'gamma-oss-120b');
  await giveFiles(page, 'drop', { 'a.png': madePng(300, 200) });
  await expect(composerForm(page)).toContainText(imagesText.notes.unsupported('gamma-oss-120b'));
  await expect(composing(page, chatText.send)).toBeDisabled();
  await expect(composerForm(page)).toContainText(imagesText.blocked.unsupported('gamma-oss-120b'));
  await composing(page, imagesText.notes.switchTo('beta-4-scout')).click();
  await expect(attached(composerForm(page))).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(await waitForAnswer(page)).toContainText(/300.*200/s);
});

test('edits a message: keeps, removes and adds images, regenerates with them, and switches between the versions', async ({ page }) => {
  await expect(composer(page)).toBeEditable();
  await giveFiles(page, 'drop', { 'kept.png': madePng(300, 200), 'removed.png': madePng(200, 300) });
  await expect(attached(composerForm(page))).toHaveCount(2);
  await send(page, 'Compare');
  await waitForAnswer(page);
  await mine(page).hover();
  await mine(page).getByRole('button', { name: chatText.message.edit }).click();
  const edit = page.getByRole('form', { name: chatText.message.edit });
  await edit.getByRole('button', { name: chatText.composer.removeFile('removed.png') }).click();
  await giveFiles(page, 'paste', { 'added.png': madePng(111, 77) }, edit.getByRole('textbox'));
  await edit.locator('input[type="file"]').setInputFiles({ name: 'chosen.png', mimeType: 'image/png', buffer: madePng(55, 44) });
  await expect(attached(edit)).toContainText(['kept.png', 'added.png', 'chosen.png']);
  await edit.getByRole('button', { name: chatText.send }).click();
  await expect(mine(page)).toContainText(chatText.message.version(2, 2));
  await expect(shown(mine(page))).toHaveCount(3);
  const answer = await waitForAnswer(page);
  await mine(page).getByRole('button', { name: chatText.message.previousVersion }).click();
  await expect(mine(page).getByRole('img')).toHaveCount(2);
  await mine(page).getByRole('button', { name: chatText.message.nextVersion }).click();
  await expect(mine(page).getByRole('img')).toHaveCount(3);
  await expect(answer).toContainText(/111.*77/s);
  await answer.hover();
  await answer.getByRole('button', { name: chatText.answer.regenerate }).click();
  await page.getByRole('menuitem').first().click();
  await expect(answer).toContainText(chatText.message.version(2, 2));
  await expect(await waitForAnswer(page)).toContainText(/111.*77/s);
});

test('checks whether a model sees images, and says that sending tells if that fails', slowBridge, async ({ open, service }) => {
  const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'catalog.tryImages') });
  service.demo.setBehaviour({ isInsideNetwork: true });
  await connectTo(core, service, { mode: 'direct', hasInstance: false });
  await chooseModel(page, 'beta-4-scout');
  const repair = service.demo.fault({ kind: 'status', status: 503, endpoint: 'chat' });
  await giveFiles(page, 'drop', { 'a.png': madePng(300, 200) });
  await expect(composerForm(page)).toContainText(imagesText.notes.checking('beta-4-scout'));
  await releaseReplies(page);
  await expect(composerForm(page)).toContainText(imagesText.notes.unknown('beta-4-scout'));
  repair();
  await composing(page, chatText.send).click();
  await expect(await waitForAnswer(page)).toContainText(/300.*200/s);
});

// Catches a note about images that don't go with the edited message.
test('offers tools with an edited message if only later ones have images', async ({ core, page }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await ask(page, 'First');
  await giveFiles(page, 'drop', { 'a.png': madePng(300, 200) });
  await expect(attached(composerForm(page))).toHaveCount(1);
  await ask(page, 'Second');
  await expect(composerForm(page)).toContainText(imagesText.notes.noTools);
  for (const [message, hasNote] of [
    [mine(page).first(), false],
    [mine(page).last(), true],
  ] as const) {
    await message.hover();
    await message.getByRole('button', { name: chatText.message.edit }).click();
    const edit = page.getByRole('form', { name: chatText.message.edit });
    await expect(edit.getByRole('textbox')).toBeFocused();
    await expect(edit.getByText(imagesText.notes.noTools)).toHaveCount(hasNote ? 1 : 0);
    await page.keyboard.press('Escape');
  }
});
