import {
  waitForAnswer,
  ask,
  chooseFrom,
  chooseModel,
  composer,
  composing,
  conversation,
  lastMessage,
  messagesOf,
  openParameters,
  send,
  startConversation,
} from '../../support/window-chat.ts';
import { rows, folderOption, expandFolders } from '../../support/window-history.ts';
import { readSettings } from '../../support/window.ts';
import type { Scene, SceneContext } from '../scene.ts';
import { context } from '../../support/call-context.ts';
import { must } from '../../support/must.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';
import { sharedText } from '../../../renderer/shared/text.ts';

/** Composing a message, waiting for an answer, and its actions. */
export const conversationScene: Scene = async (scene) => {
  await scene.open();
  await scene.connect();
  await write(scene);
  await think(scene);
  await breakOff(scene);
  await branch(scene);
  await move(scene);
};

async function write({ page, shoot, button, key }: SceneContext): Promise<void> {
  const files = { 'sinc.py': 'def f(x):\n    return sin(x) / x\n', 'measurements-of-the-second-run-in-november.csv': 'x,y\n1,2\n' };
  await composer(page()).evaluate((field, given) => {
    const clipboardData = new DataTransfer();
    for (const [name, text] of Object.entries(given)) clipboardData.items.add(new File([text], name));
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, files);
  await page().getByRole('list', { name: chatText.composer.attachedFiles }).waitFor();
  await shoot('composer-attachments', 'in both sizes');
  await composer(page()).fill(`Compare these.\n${'A line that asks for one more thing.\n'.repeat(24)}`);
  await page().getByText(chatText.draft.saved).waitFor();
  await shoot('composer-long');
  await composer(page()).fill('');
  await send(page(), 'Say: it is a sinc, sampled twice');
  await waitForAnswer(page());
  await messagesOf(page(), chatText.message.you).locator('summary').first().click();
  await shoot('attachment-open');
  await composer(page()).focus();
  await key('ArrowUp');
  await page().getByRole('form', { name: chatText.message.edit }).waitFor();
  await shoot('message-editing', 'in both sizes');
  await key('Escape');
  const answer = lastMessage(page());
  await answer.hover();
  await answer.getByRole('button', { name: chatText.message.more }).press('Enter');
  await page().getByRole('menu').waitFor();
  await shoot('answer-menu');
  await key('Escape');
  await page().getByRole('menu').waitFor({ state: 'hidden' });
  await chooseFrom(page(), answer.getByRole('button', { name: chatText.message.more }), chatText.message.remove);
  await button(chatText.undo).waitFor();
  await shoot('message-deleted');
  await button(chatText.undo).click();
  await answer.waitFor();
}

async function think({ window, page, shoot, key, service }: SceneContext): Promise<void> {
  const { chat } = await readSettings(window());
  must(await window().core.handlers['settings.change']({ chat: { ...chat, opensThinking: true } }, context));
  await startConversation(page());
  await chooseModel(page(), 'alpha-R1');
  service.demo.fault({ kind: 'stall', after: 0, endpoint: 'chat', count: 'once' });
  await send(page(), 'Think 300 words, then say: done');
  await composing(page(), chatText.stop).waitFor();
  await shoot('answer-begins');
  await key('Escape');
  await waitForAnswer(page());
  await shoot('answer-stopped-at-once');
  service.demo.fault({ kind: 'stall', after: 90, endpoint: 'chat', count: 'once' });
  await send(page(), 'Think 300 words, then say: done');
  await lastMessage(page()).locator('details[open] .thinking-text').waitFor();
  await shoot('thinking-live', 'in both sizes');
  await lastMessage(page()).locator('summary').click();
  await shoot('thinking-live-folded');
  await composer(page()).focus();
  await key('Escape');
  await waitForAnswer(page());
  await shoot('thinking-stopped');
  await ask(page(), 'Think 120 words, then say: done');
  await lastMessage(page()).locator('summary').click();
  await shoot('thinking-done-open');
}

async function breakOff({ page, shoot, key, service }: SceneContext): Promise<void> {
  await startConversation(page());
  await chooseModel(page(), 'beta-4-scout');
  service.demo.fault({ kind: 'stall', after: 60, endpoint: 'chat', count: 'once' });
  await send(page(), 'Write 300 words');
  await lastMessage(page()).getByText('raised road').waitFor();
  await shoot('answer-streaming', 'in both sizes');
  await composer(page()).fill('A thought for later');
  await shoot('composer-while-answered');
  await composer(page()).fill('');
  await key('Escape');
  await waitForAnswer(page());
  await shoot('answer-stopped');
  const panel = await openParameters(page());
  await panel.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('60');
  await key('Escape');
  await ask(page(), 'Write 200 words');
  await shoot('answer-cut-by-length', 'in both sizes');
  service.demo.fault('cut-stream,after=12,count=once');
  await ask(page(), 'Say: one two three four five six seven eight nine ten eleven twelve');
  await shoot('answer-broke-off');
  service.demo.fault({ kind: 'status', status: 500, endpoint: 'chat', count: 'once' });
  await ask(page(), 'Say: is anybody there');
  await shoot('answer-failed', 'in both sizes');
  service.demo.fault({ kind: 'status', status: 429, endpoint: 'chat', count: 'once' });
  await ask(page(), 'Say: and now');
  await shoot('answer-rate-limited');
  await chooseModel(page(), 'alpha-R1');
  await ask(page(), 'Write 200 words');
  await shoot('answer-cut-before-it-began');
}

async function branch({ page, shoot, key }: SceneContext): Promise<void> {
  await startConversation(page());
  await chooseModel(page(), 'beta-4-scout');
  const first = await ask(page(), 'Say: one of two');
  await first.hover();
  await first.getByRole('button', { name: chatText.answer.regenerate }).press('Enter');
  await page().getByRole('menu').waitFor();
  await shoot('answer-again-menu');
  await page()
    .getByRole('menuitem', { name: chatText.answer.regenerateWith('gamma-oss-120b') })
    .click();
  await messagesOf(page(), 'gamma-oss-120b').waitFor();
  const second = await waitForAnswer(page());
  await composer(page()).focus();
  await key('ArrowUp');
  const editor = page().getByRole('form', { name: chatText.message.edit });
  await editor.getByRole('textbox').fill('Say: one of three');
  await editor.getByRole('button', { name: chatText.send }).click();
  await messagesOf(page(), chatText.message.you).getByText('of three').waitFor();
  await waitForAnswer(page());
  await page().getByRole('button', { name: chatText.message.previousVersion }).first().click();
  await second.waitFor();
  await shoot('branches', 'in both sizes');
}

async function move({ page, shoot, key, button, service }: SceneContext): Promise<void> {
  await startConversation(page());
  const panel = await openParameters(page());
  await panel.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('');
  await key('Escape');
  await ask(page(), 'Write 1200 words');
  await key('ControlOrMeta+f');
  await page().getByRole('textbox', { name: chatText.find.label }).fill('stage');
  await page().getByRole('search').getByText(/ of /).waitFor();
  await shoot('find', 'in both sizes');
  await page().getByRole('textbox', { name: chatText.find.label }).fill('albatross');
  await page().getByText(chatText.find.none).waitFor();
  await shoot('find-nothing');
  await key('Escape');
  service.demo.fault({ kind: 'stall', after: 400, ms: 3000, endpoint: 'chat', count: 'once' });
  await send(page(), 'Write 3000 words');
  await lastMessage(page()).getByText('raised road').first().waitFor();
  await conversation(page()).focus();
  await key('Home');
  await button(chatText.list.newMessages).waitFor();
  await shoot('new-below', 'in both sizes');
  await composer(page()).focus();
  if (await composing(page(), chatText.stop).isVisible()) await key('Escape');
  await composing(page(), chatText.stop).waitFor({ state: 'hidden' });
  await conversation(page())
    .locator('.markdown p')
    .first()
    .evaluate((element) => getSelection()?.selectAllChildren(element));
  await button(chatText.composer.quoteSelection).waitFor();
  await shoot('quote-selection');
  await button(conversationsText.menu.label).click();
  await page().getByRole('menu').waitFor();
  await shoot('conversation-menu');
  await page().getByRole('menuitem', { name: /trash/ }).click();
  await page().getByText(conversationsText.toasts.trashed('').trim()).waitFor();
  await expandFolders(page());
  await folderOption(page(), conversationsText.folders.trash).click();
  await rows(page()).first().click();
  await page().getByText(sharedText.trashNotice.conversationInTrash, { exact: true }).waitFor();
  await shoot('conversation-in-trash', 'in both sizes');
}
