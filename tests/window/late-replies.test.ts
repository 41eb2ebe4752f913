import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chatText } from '../../renderer/chat/text.ts';
import { presetsText } from '../../renderer/chat/parameters/text.ts';
import { libraryText } from '../../renderer/library/text.ts';
import { runEditorText } from '../../renderer/runs/editor/text.ts';
import { runsText } from '../../renderer/runs/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';
import { uiText } from '../../renderer/ui/text.ts';
import type { Locator, Page } from 'playwright/test';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { notebookText } from '../../renderer/notebook/text.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import type { PageCore } from '../support/page-core.ts';
import { patchBridge } from '../support/patch-bridge.ts';
import {
  ask,
  chooseFrom,
  composer,
  giveFiles,
  lastMessage,
  messagesOf,
  openParameters,
  send,
  waitForAnswer,
} from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { openNotebook } from '../support/window-notebook.ts';
import { offerTool, pendingCall, savedTools, saveTool, weatherTool } from '../support/window-tools.ts';
import { expect, expectAccessible, goTo, quickInBrowser, test } from '../support/window.ts';

const { prompts } = libraryText;

/** Lets `hold` hold the later requests of a route until `releaseReplies`, so that no event tells of them either. */
function prepareHold(page: Page, route: string): Promise<void> {
  return patchBridge(
    page,
    (bridge, held) => {
      const { call } = bridge;
      let released: Promise<unknown> | undefined;
      addEventListener('hold-requests', () => {
        released = new Promise((resolve) => addEventListener('release-replies', resolve, { once: true }));
      });
      bridge.call = async (request) => {
        if (request.route === held) await released;
        return call(request);
      };
    },
    route,
  );
}

const hold = (page: Page) => page.evaluate(() => dispatchEvent(new Event('hold-requests')));

/** Lets the model call a tool, and types the result "clear" into its form. Returns the field. */
async function typeResult(core: PageCore, page: Page): Promise<Locator> {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await send(page, 'What is the weather in Oslo?');
  const field = pendingCall(page, 'find_weather').getByRole('textbox', { name: chatText.toolCall.result });
  await field.fill('clear');
  return field;
}

/** Sends a result, holds later requests, and opens the result in its field. */
async function editHeldResult(core: PageCore, page: Page) {
  await typeResult(core, page);
  await pendingCall(page, 'find_weather').getByRole('button', { name: chatText.toolCall.sendResult }).press('Enter');
  await expect(await waitForAnswer(page)).toContainText('clear');
  await hold(page);
  const result = messagesOf(page, chatText.toolResult.resultOf('find_weather'));
  await result.hover();
  await result.getByRole('button', { name: chatText.toolResult.edit }).click();
  return { result, field: result.getByRole('textbox', { name: chatText.toolResult.label }) };
}

const editField = (page: Page) => page.getByRole('textbox', { name: chatText.message.editField });

test(
  'keeps a prompt open that is edited while another one is saved (catches typed text that is lost)',
  quickInBrowser(slowBridge),
  async ({ open }) => {
    const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'library.putPrompt') });
    const saved = async () => (await core.call('library.read')).prompts.map(({ text }) => text);
    await goTo(page, 'Library');
    const create = page.getByRole('button', { name: prompts.create });
    const dialog = page.getByRole('dialog', { name: prompts.create });
    const name = dialog.getByRole('textbox', { name: prompts.name.label });
    const content = dialog.getByRole('textbox', { name: prompts.text.label });
    await create.click();
    await name.fill('First');
    await content.fill('One');
    await name.press('Enter');
    await expect.poll(saved).toEqual(['One']);
    await dialog.getByRole('button', { name: uiText.cancel }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await create.click();
    await name.fill('Second');
    await releaseReplies(page);
    await content.fill('Two');
    await name.press('Enter');
    await expect.poll(saved).toEqual(['One', 'Two']);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'lists the prompts once they are loaded, and focuses their search (catches “No prompts yet” beside saved ones)',
  slowBridge,
  async ({ open }) => {
    const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'library.read') });
    const picker = page.getByRole('dialog', { name: chatText.prompts.insert });
    await expect(page.getByRole('textbox', { name: chatText.composer.message })).toBeEditable();
    await page.getByRole('textbox', { name: chatText.composer.message }).focus();
    await page.keyboard.press('/');
    await expect(picker).toContainText(chatText.prompts.loading);
    await releaseReplies(page);
    await expect(picker).toContainText(chatText.prompts.none);
    await core.call('library.putPrompt', { id: 'a', name: 'Summarise', text: 'Summarise this.' });
    await expect(picker.getByRole('combobox', { name: chatText.prompts.search })).toBeFocused();
  },
);

test('keeps a prompt open that is changed while it is saved (catches typed text that is lost)', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'library.putPrompt') });
  const saved = async () => (await core.call('library.read')).prompts.map(({ text }) => text);
  await goTo(page, 'Library');
  await page.getByRole('button', { name: prompts.create }).click();
  const name = page.getByRole('textbox', { name: prompts.name.label });
  const content = page.getByRole('textbox', { name: prompts.text.label });
  await name.fill('First');
  await content.fill('One');
  await name.press('Enter');
  await expect.poll(saved).toEqual(['One']);
  await content.fill('One and more');
  await releaseReplies(page);
  await name.press('Enter');
  await expect.poll(saved).toEqual(['One and more']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keeps a tool open that is edited while another one is saved (catches typed text that is lost)', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'tools.put') });
  await goTo(page, 'Tools');
  const create = page.getByRole('button', { name: toolsText.tools.create });
  const dialog = page.getByRole('dialog', { name: toolsText.tools.create });
  const name = dialog.getByRole('textbox', { name: toolsText.editor.name.label });
  const description = dialog.getByRole('textbox', { name: toolsText.editor.description.label });
  const save = dialog.getByRole('button', { name: uiText.save });
  const names = async () => (await savedTools(core)).tools.map((tool) => tool.name);
  await create.click();
  await name.fill('first');
  await description.fill('One');
  await save.click();
  await expect.poll(names).toEqual(['first']);
  await dialog.getByRole('button', { name: uiText.cancel }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await create.click();
  await name.fill('second');
  await releaseReplies(page);
  await description.fill('Two');
  await save.click();
  await expect.poll(names).toEqual(['first', 'second']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'keeps the chosen file when a cancelled paste is ready (catches a preview of another table)',
  slowBridge,
  async ({ open, profile }) => {
    const file = path.join(profile, 'chosen.csv');
    await writeFile(file, 'text\none\ntwo\nthree');
    const { page } = await open({ dialogs: { file }, prepare: (opened) => holdReplies(opened, 'runs.pasteTable') });
    await goTo(page, 'Runs');
    await page.getByRole('button', { name: runsText.list.create }).press('Enter');
    await page.getByRole('button', { name: runEditorText.data.paste }).press('Enter');
    await page.getByRole('textbox', { name: runEditorText.data.pasteField }).fill('text\npasted');
    await page.getByRole('button', { name: runEditorText.data.pasteUse }).press('Enter');
    await page.getByRole('button', { name: uiText.cancel }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: runEditorText.data.choose }).press('Enter');
    await expect(page.getByRole('region', { name: runEditorText.data.previewLabel('chosen.csv') })).toContainText('three');
    await releaseReplies(page);
    await page.getByRole('button', { name: runEditorText.data.read }).press('Enter');
    await expect(page.getByText(runEditorText.data.summary(3, 1))).toBeVisible();
  },
);

test(
  'takes and sends what is typed into an edited message before its draft is read (catches keys that go nowhere)',
  quickInBrowser(slowBridge),
  async ({ open }) => {
    const { page } = await open({ prepare: (opened) => prepareHold(opened, 'drafts.read') });
    await ask(page, 'Say: first');
    await composer(page).focus();
    await hold(page);
    await page.keyboard.press('ArrowUp');
    await expect(editField(page)).toBeFocused();
    await expect(editField(page)).toHaveValue('Say: first');
    await page.keyboard.type(', again');
    await page.keyboard.press('Enter');
    await expect(messagesOf(page, chatText.message.you)).toHaveText([/Say: first, again/]);
    await expect(composer(page)).toHaveValue('');
    await releaseReplies(page);
    await waitForAnswer(page);
  },
);

test('sends no edited message with files before its draft is read (catches a message without its text)', slowBridge, async ({ open }) => {
  const { page } = await open({ prepare: (opened) => prepareHold(opened, 'drafts.read') });
  await expect(composer(page)).toBeEditable();
  await giveFiles(page, 'paste', { 'notes.txt': 'some text' });
  await expect(page.getByRole('list', { name: chatText.composer.attachedFiles })).toContainText('notes.txt');
  await ask(page, 'Say: first');
  await composer(page).focus();
  await hold(page);
  await page.keyboard.press('ArrowUp');
  await expect(editField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: chatText.message.edit }).getByRole('button', { name: chatText.send })).toBeDisabled();
  await releaseReplies(page);
  await expect(editField(page)).toHaveValue('Say: first');
  await expect(messagesOf(page, 'beta-4-scout')).toHaveCount(1);
});

test(
  'leaves the focus where the user clicked while a draft is read (catches keys that go to another field)',
  slowBridge,
  async ({ open }) => {
    const { page } = await open({ prepare: (opened) => prepareHold(opened, 'drafts.read') });
    await ask(page, 'Say: first');
    await composer(page).focus();
    await hold(page);
    await page.keyboard.press('ArrowUp');
    await composer(page).click();
    await releaseReplies(page);
    await page.keyboard.type('next');
    await expect(editField(page)).toHaveValue('Say: first');
    await expect(composer(page)).toHaveValue('next');
  },
);

test('takes no more text while an edited message is sent (catches typed text that is lost)', slowBridge, async ({ open }) => {
  const { page } = await open({ prepare: (opened) => prepareHold(opened, 'chat.send') });
  await ask(page, 'Say: first');
  await hold(page);
  await composer(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(editField(page)).toHaveValue('Say: first');
  await page.keyboard.type(' again');
  await page.keyboard.press('Enter');
  await page.keyboard.type(', or not');
  await expect(editField(page)).toHaveValue('Say: first again');
  await expect(editField(page)).not.toBeEditable();
  await releaseReplies(page);
  await expect(messagesOf(page, chatText.message.you)).toContainText('Say: first again');
  await waitForAnswer(page);
});

test('keeps a message open that is edited while a result is sent (catches an edit that disappears)', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => prepareHold(opened, 'chat.editResult') });
  const { result, field } = await editHeldResult(core, page);
  await field.fill('overcast');
  await result.getByRole('button', { name: chatText.toolResult.send }).click();
  await expect(field).not.toBeEditable();
  const question = messagesOf(page, chatText.message.you);
  await question.hover();
  await question.getByRole('button', { name: chatText.message.edit }).click();
  await expect(editField(page)).toBeEditable();
  await releaseReplies(page);
  await expect(await waitForAnswer(page)).toContainText('overcast');
  await expect(editField(page)).toBeVisible();
});

test('takes what is typed into a result before its draft is read (catches keys that go nowhere)', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => prepareHold(opened, 'drafts.read') });
  const { field } = await editHeldResult(core, page);
  await expect(field).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' and cold');
  await releaseReplies(page);
  await expect(field).toHaveValue('clear and cold');
});

test('takes no more text while a result is sent (catches typed text that is lost)', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => prepareHold(opened, 'chat.decideCall') });
  const field = await typeResult(core, page);
  await hold(page);
  await field.press('ControlOrMeta+Enter');
  await page.keyboard.type(', or not');
  await expect(field).toHaveValue('clear');
  await expect(field).not.toBeEditable();
  await releaseReplies(page);
  await expect(await waitForAnswer(page)).toContainText('clear');
});

test('finds in a conversation whose opening is under way (catches a shortcut that does nothing)', slowBridge, async ({ open }) => {
  const { page } = await open({
    conversations: [{ title: 'Late', turns: [['Say: needle', 'needle']] }],
    prepare: (opened) => prepareHold(opened, 'history.open'),
  });
  await hold(page);
  await rows(page, 'Late').click();
  await page.keyboard.press('ControlOrMeta+f');
  await releaseReplies(page);
  const find = page.getByRole('textbox', { name: chatText.find.label });
  await expect(find).toBeFocused();
  await page.keyboard.type('needle');
  await expect(page.getByText(chatText.find.position(1, 2))).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByText(chatText.find.position(2, 2))).toBeVisible();
});

// Catches a conversation that can’t be read any more because of one of its messages.
test('shows a message that can’t be rendered as raw text, and the others as always', slowBridge, async ({ open }) => {
  const window = await open({
    conversations: [
      {
        title: 'Broken',
        turns: [
          ['Say: whole', 'whole'],
          ['Say: torn', 'torn **text**'],
        ],
      },
    ],
    prepare: (opened) =>
      patchBridge(
        opened,
        (bridge) => {
          const { call } = bridge;
          bridge.call = async (request) => {
            const reply = (await call(request)) as { readonly value: { readonly messages: readonly Record<string, unknown>[] } };
            if (request.route !== 'history.open') return reply;
            const messages = reply.value.messages.map((message, index) =>
              index === 3 ? { ...message, createdAt: Number.MAX_VALUE } : message,
            );
            return { ...reply, value: { ...reply.value, messages } };
          };
        },
        undefined,
      ),
  });
  const { page, clipboard } = window;
  await rows(page, 'Broken').click();
  await expect(messagesOf(page, 'beta-4-scout')).toHaveText([/whole/]);
  await expect(messagesOf(page, chatText.message.you)).toHaveCount(2);
  const broken = messagesOf(page, chatText.message.broken.title);
  await expect(broken).toContainText('torn **text**');
  await expectAccessible(window, 'a broken message');
  await broken.getByRole('button', { name: chatText.message.broken.copyDetails }).click();
  await expect.poll(clipboard).toContain('RangeError');
  await expect.poll(clipboard).toContain('torn **text**');
});

test('saves a preset once when Save is pressed twice, and closes only its own dialog', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => prepareHold(opened, 'library.putPreset') });
  const saved = async () => (await core.call('library.read')).presets.map(({ name }) => name);
  const panel = await openParameters(page);
  const saveAs = panel.getByRole('button', { name: presetsText.saveAs });
  const dialog = page.getByRole('dialog', { name: presetsText.dialogTitle });
  const name = dialog.getByRole('textbox', { name: presetsText.name });
  await hold(page);
  await saveAs.click();
  await name.fill('First');
  await name.press('Enter');
  await name.press('Enter');
  await dialog.getByRole('button', { name: uiText.cancel }).click();
  await expect(dialog).toHaveCount(0);
  await saveAs.click();
  await name.fill('Second');
  await releaseReplies(page);
  await expect(page.getByText(presetsText.saved('First'))).toBeVisible();
  expect(await saved()).toEqual(['First']);
  await name.press('Enter');
  await expect.poll(saved).toEqual(['First', 'Second']);
  await expect(dialog).toHaveCount(0);
});

test(
  'leaves the focus in the composer when a version is shown late (catches keys that go to another field)',
  slowBridge,
  async ({ open }) => {
    const { page } = await open({ prepare: (opened) => prepareHold(opened, 'history.open') });
    const first = await ask(page, 'Say: one of two');
    await first.hover();
    await chooseFrom(
      page,
      first.getByRole('button', { name: chatText.answer.regenerate }),
      chatText.answer.regenerateWith('gamma-oss-120b'),
    );
    await expect(messagesOf(page, 'gamma-oss-120b')).toBeVisible();
    const second = await waitForAnswer(page);
    await hold(page);
    await second.getByRole('button', { name: chatText.message.previousVersion }).click();
    await composer(page).click();
    await page.keyboard.type('next');
    await releaseReplies(page);
    await expect(lastMessage(page)).toContainText(chatText.message.version(1, 2));
    await page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    await expect(composer(page)).toBeFocused();
    // Without any other input, it gets the focus.
    await lastMessage(page).getByRole('button', { name: chatText.message.nextVersion }).click();
    await expect(lastMessage(page)).toContainText(chatText.message.version(2, 2));
    await expect(lastMessage(page)).toBeFocused();
  },
);

test(
  'offers the raw text of a conversation that is ready while the user types (catches keys that go to the Notebook)',
  slowBridge,
  async ({ open, service, profile }) => {
    const window = await open({ prepare: (opened) => prepareHold(opened, 'chat.templateText') });
    const { page } = window;
    const text = await openNotebook({ window, service, profile });
    await text.fill('Mine');
    await goTo(page, 'Chat');
    await ask(page, 'What is Causeway?');
    await hold(page);
    await chooseFrom(page, page.getByRole('button', { name: conversationsText.menu.label }), conversationsText.menu.openAsText);
    await composer(page).click();
    await page.keyboard.type('typed ');
    await releaseReplies(page);
    const openText = page.getByRole('button', { name: chatText.rawText.open });
    await expect(openText).toBeVisible();
    await page.keyboard.type('on');
    await expect(composer(page)).toHaveValue('typed on');
    await openText.click();
    await expect(text).toHaveValue(/What is Causeway/);
    await page.getByRole('button', { name: notebookText.undo, exact: true }).click();
    await expect(text).toHaveValue('Mine');
  },
);
