import { connectTo, trustInstance } from '../support/test-service.ts';
import {
  waitForAnswer,
  ask,
  chooseModel,
  composer,
  composing,
  lastMessage,
  messagesOf,
  openModelPicker,
  openParameters,
  pendingCallHint,
  send,
} from '../support/window-chat.ts';
import type { Page } from 'playwright';
import { patchBridge } from '../support/patch-bridge.ts';
import { browserOnly, expect, expectAccessible, goTo, quick, test } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { parametersText } from '../../renderer/chat/parameters/text.ts';
import { connectionText, modelsText } from '../../renderer/connection/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';
import { formatContext } from '../../renderer/shared/format.ts';

test('finds a model by its capabilities and chooses it by keyboard', quick, async ({ window, page }) => {
  await expect(composer(page)).toBeFocused();
  await openModelPicker(page);
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await openModelPicker(page);
  const list = page.getByRole('listbox', { name: sharedText.modelPicker.models });
  await expect(list.getByRole('option')).toHaveCount(3);
  await expectAccessible(window, 'the model picker');
  await page.keyboard.type('effort');
  await expect(list.getByRole('option')).toHaveCount(1);
  await expect(list.getByRole('option')).toContainText('gamma-oss-120b');
  await expect(list.locator('[data-highlighted]')).toContainText('gamma-oss-120b');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('gamma-oss-120b') })).toBeVisible();
  const answer = await ask(page, 'Say: chosen');
  await expect(answer).toContainText('gamma-oss-120b');
});

const slowModels = browserOnly('a bridge that withholds the models; Electron’s can not be changed from the page');

test('opens the model picker while the models are loading (catches a shortcut that does nothing)', slowModels, async ({ open }) => {
  const window = await open({ prepare: withholdModels });
  const { page } = window;
  await page.keyboard.press('ControlOrMeta+Shift+m');
  const picker = page.getByRole('dialog', { name: sharedText.modelPicker.models });
  await expect(picker).toContainText(sharedText.modelPicker.loading);
  await expect(page.getByRole('form', { name: chatText.composer.label })).toContainText(sharedText.modelPicker.loading);
  await expectAccessible(window, 'models that are loading');
  await page.evaluate(() => (globalThis as unknown as { releaseModels: () => void }).releaseModels());
  await expect(picker.getByRole('option')).toHaveCount(3);
  await page.keyboard.type('gamma');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('gamma-oss-120b') })).toBeVisible();
});

/** Shows the connection without its models until the page calls `releaseModels`. */
function withholdModels(page: Page): Promise<void> {
  return patchBridge(
    page,
    (bridge) => {
      const { call, on } = bridge;
      const loading = { models: [], isRefreshing: true };
      let newest: unknown;
      let isReleased = false;
      const listeners: Parameters<typeof on>[0][] = [];
      const releaseModels = () => {
        isReleased = true;
        for (const listener of listeners) listener([{ event: 'connection.changed', payload: newest } as never]);
      };
      Object.assign(globalThis, { releaseModels });
      const change = (connection: { readonly state: string }) => {
        newest = connection;
        return isReleased || connection.state !== 'ready' ? connection : { ...connection, ...loading };
      };
      bridge.call = async (request) => {
        const result = (await call(request)) as { ok: boolean; value: { readonly state: string } };
        return request.route === 'connection.read' && result.ok ? { ...result, value: change(result.value) } : result;
      };
      bridge.on = (listener) => {
        listeners.push(listener);
        on((batch) => {
          listener(
            batch.map((entry) =>
              entry.event === 'connection.changed' ? { ...entry, payload: change((entry as never as { payload: never }).payload) } : entry,
            ),
          );
        });
      };
    },
    null,
  );
}

test('offers effort and tools only if the model supports them, and says why not', async ({ window, page }) => {
  const panel = await openParameters(page);
  const effort = panel.getByRole('group', { name: parametersText.reasoningEffort });
  await expect(effort).toContainText(parametersText.noEffort('beta-4-scout'));
  await expect(panel.getByRole('radio', { name: parametersText.efforts.high })).toBeDisabled();
  await expectAccessible(window, 'parameters');
  await chooseModel(page, 'alpha-R1');
  await expect(panel.getByRole('group', { name: parametersText.tools })).toContainText(parametersText.noTools('alpha-R1'));
  await expect(effort).toContainText(parametersText.noEffort('alpha-R1'));
  await chooseModel(page, 'gamma-oss-120b');
  await expect(panel.getByRole('radio', { name: parametersText.efforts.medium })).toBeEnabled();
  await expect(panel.getByRole('radio', { name: parametersText.efforts.medium })).toBeChecked();
  await expect(panel.getByRole('group', { name: parametersText.tools })).not.toContainText(parametersText.noTools('').trim());
});

test('marks a model that is gone, and keeps its conversation readable', async ({ window, core, page, service }) => {
  await connectTo(core, service);
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await chooseModel(page, 'beta-4-scout');
  await ask(page, 'Say: keep this for me');
  service.demo.removeModel('beta-4-scout');
  await core.call('connection.refresh');
  await expect(page.getByText(chatText.blocked.modelProblem('beta-4-scout', sharedText.modelPicker.gone))).toBeVisible();
  await expect(messagesOf(page, 'beta-4-scout')).toContainText('keep this for me');
  await expect(composing(page, chatText.send)).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+Shift+m');
  await expect(page.getByRole('option', { name: /beta-4-scout/ })).toContainText(sharedText.modelPicker.gone);
  await expectAccessible(window, 'a model that has gone');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: sharedText.modelPicker.models })).toBeHidden();
  await chooseModel(page, 'gamma-oss-120b');
  await expect(await ask(page, 'Say: with another')).toContainText('with another');
});

test('marks a model that the active mode lacks, and names the mode that has it', async ({ core, page, service, profile }) => {
  await trustInstance(profile, service);
  const { id } = await connectTo(core, service);
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.token(service.demo.token.slice(-4)));
  const readConnection = () => core.call('connection.read');
  const lists = [expect.objectContaining({ mode: 'proxy', failure: null })];
  // The proxy's models are loaded only while Proxy is the active mode, and again after a change of the catalog.
  await expect.poll(readConnection).toMatchObject({ lists });
  await core.call('catalog.removeEntry', { profileId: id, segment: 'engine-b' });
  const models = expect.arrayContaining([expect.objectContaining({ id: 'alpha-R1', segment: null })]);
  await expect.poll(readConnection).toMatchObject({ lists, models, isRefreshing: false });
  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough(service.demo.instance.host));
  await openModelPicker(page);
  const option = page.getByRole('option', { name: /alpha-R1/ });
  await expect(option).toContainText(sharedText.modelPicker.proxyOnly);
  await page.keyboard.type('alpha');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('alpha-R1') })).toHaveCount(0);
});

/** Opens the form of a model in the catalog of a connected profile. */
async function openModelForm(page: Page, model: string) {
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.models }).click();
  const edit = page.getByRole('button', { name: modelsText.editModel(model) });
  await edit.click();
  return { dialog: page.getByRole('dialog', { name: model }), edit };
}

test('lets the user say that a model sees images, and how many it takes', async ({ core, page, service }) => {
  await connectTo(core, service, { hasInstance: false });
  const { dialog, edit } = await openModelForm(page, 'gamma-oss-120b');
  const { imageSupport, images } = modelsText.modelDialog;
  await dialog.getByRole('combobox', { name: imageSupport.label }).click();
  await page.getByRole('option', { name: imageSupport.options.yes }).click();
  await dialog.getByRole('textbox', { name: images.label }).fill('three');
  await expect(dialog.getByText(images.error)).toBeVisible();
  const bottom = () => dialog.getByText(images.error).evaluate((error) => error.getBoundingClientRect().bottom);
  const { y: buttons = 0 } = (await dialog.getByRole('button', { name: uiText.save }).boundingBox()) ?? {};
  await expect.poll(bottom, 'the buttons don’t cover the error').toBeLessThan(buttons);
  await dialog.getByRole('textbox', { name: images.label }).fill('3');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const { profiles } = await core.call('profiles.read', undefined);
  const said = profiles.flatMap(({ service: { catalog } }) => catalog.flatMap(({ models }) => models));
  expect(said).toContainEqual(expect.objectContaining({ id: 'gamma-oss-120b', seesImages: true, imagesPerRequest: 3 }));
  await expect(page.getByRole('row', { name: /^gamma-oss-120b/ })).toContainText(sharedText.capabilities.seesImages);
  await edit.click();
  await expect(dialog.getByRole('combobox', { name: imageSupport.label })).toHaveText(imageSupport.options.yes);
});

test('keeps form input until it is saved or cancelled, and restores a removed model', quick, async ({ window, core, page, service }) => {
  const { id: profileId, service: saved } = await connectTo(core, service, { hasInstance: false });
  const model = saved.catalog.flatMap(({ models }) => models).find(({ id }) => id === 'gamma-oss-120b');
  if (!model) throw new Error('no model');
  // The form doesn't show it, and must not remove it.
  const fillIn = { prefix: '<PRE>', suffix: '<SUF>', middle: '<MID>' };
  await core.call('catalog.putModel', { profileId, segment: 'gamma-oss-120b', model: { ...model, fillIn }, replaces: model.id });
  const { dialog, edit } = await openModelForm(page, 'gamma-oss-120b');
  const context = dialog.getByRole('textbox', { name: modelsText.modelDialog.context.label });
  await context.fill('4096');
  await page.mouse.click(5, 5);
  await expect(context).toHaveValue('4096');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('status')).toHaveText(uiText.discardHint);
  await expect(context).toHaveValue('4096');
  await expectAccessible(window, 'a form that Escape doesn’t close');
  await dialog.getByRole('button', { name: uiText.cancel }).click();
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
  await edit.click();
  await expect(context, 'Cancel leaves it as it was').not.toHaveValue('4096');
  await page.keyboard.press('Escape');
  await expect(dialog, 'Escape closes an unchanged form').toBeHidden();
  await edit.click();
  const isChat = dialog.getByRole('switch', { name: modelsText.modelDialog.capabilities.chat.label });
  await isChat.press('Space');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('status')).toHaveText(uiText.discardHint);
  await isChat.press('Space');
  await page.keyboard.press('Escape');
  await expect(dialog, 'Escape closes a form whose change was undone').toBeHidden();
  await edit.click();
  await context.fill('4096');
  await page.keyboard.press('Enter');
  const row = page.getByRole('table', { name: modelsText.title }).getByRole('row').filter({ hasText: 'gamma-oss-120b' });
  await expect(row).toContainText(formatContext(4096));

  const segment = page.getByRole('listitem').filter({ hasText: 'gamma-oss-120b' });
  await segment.getByRole('button', { name: modelsText.catalog.editPath }).click();
  await page
    .getByRole('dialog', { name: modelsText.pathDialog.editTitle('gamma-oss-120b') })
    .getByRole('button', { name: uiText.remove })
    .click();
  await page.getByText(modelsText.pathDialog.removed('gamma-oss-120b')).hover(); // so that it stays
  await expect(segment).toHaveCount(0);
  await page.getByRole('button', { name: modelsText.undo }).click();
  await expect(segment).toContainText(modelsText.catalog.models(1));
  await expect(row).toContainText(formatContext(4096));
  const { profiles } = await core.call('profiles.read');
  expect(profiles.find(({ id }) => id === profileId)?.service.catalog.at(-1)?.models).toEqual([{ ...model, contextLength: 4096, fillIn }]);
});

test('shows failed model lists on the models tab', async ({ window, page, cloud }) => {
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.models }).click();
  await expect(page.getByRole('button', { name: modelsText.refresh })).toBeVisible();
  cloud.demo.fault({ kind: 'status', status: 503 });
  await page.getByRole('button', { name: modelsText.refresh }).click();
  await expect(page.getByRole('alert')).toContainText('503');
  await expectAccessible(window, 'the lists can’t be had');
  cloud.demo.clearFaults();
  await page.getByRole('button', { name: modelsText.refresh }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('creates an ask-me tool that the model calls and uses after the user answers', async ({ window, page }) => {
  await goTo(page, 'Tools');
  await page.getByRole('button', { name: toolsText.tools.create }).click();
  const editor = page.getByRole('dialog', { name: toolsText.tools.create });
  await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('find weather');
  await expect(editor).toContainText(toolsText.errors.nameInvalid);
  await editor.getByRole('textbox', { name: toolsText.editor.name.label }).fill('find_weather');
  await editor.getByRole('textbox', { name: toolsText.editor.description.label }).fill('Finds the weather of a town');
  await expectAccessible(window, 'the tool editor');
  await editor.getByRole('button', { name: uiText.save }).click();
  await expect(page.getByRole('list', { name: toolsText.tools.title })).toContainText('find_weather');
  await expectAccessible(window, 'the tools');

  await goTo(page, 'Chat');
  const panel = await openParameters(page);
  await panel.getByRole('checkbox', { name: /find_weather/ }).click();
  await page.keyboard.press('Escape');
  await send(page, 'What is the weather in Oslo?');
  const form = page.getByRole('form', { name: chatText.toolCall.form('find_weather', '').trimEnd() });
  await expect(form).toContainText('Oslo');
  await expect(pendingCallHint(page)).toBeVisible();
  await expectAccessible(window, 'a tool call that waits');
  await form.getByRole('textbox', { name: chatText.toolCall.result }).fill('{"sky": "clear", "degrees": 4}');
  await form.getByRole('button', { name: chatText.toolCall.sendResult }).click();
  await expect(messagesOf(page, chatText.toolResult.resultOf('find_weather'))).toContainText(chatText.toolResult.succeeded('user'));
  await waitForAnswer(page);
  await expect(lastMessage(page)).toContainText('degrees');
});
