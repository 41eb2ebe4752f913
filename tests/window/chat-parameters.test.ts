import path from 'node:path';
import { demoProfileId } from '../../electron/contract/constants.ts';
import { readSavedFile } from '../support/saved-file.ts';
import {
  ask,
  chooseFrom,
  composer,
  composing,
  messagesOf,
  openModelPicker,
  openParameters,
  startConversation,
  waitForAnswer,
} from '../support/window-chat.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import { expect, expectAccessible, quick, test } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { parametersText, presetsText } from '../../renderer/chat/parameters/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { noteTexts } from '../../electron/core/llm-client/text.ts';
import { offerTool, saveTool, weatherTool } from '../support/window-tools.ts';

test('validates parameters per conversation and sends them in the request', quick, async ({ window, core, page, cloud }) => {
  const panel = await openParameters(page);
  await panel.getByRole('textbox', { name: sharedText.parameters.temperature }).fill('3');
  await expect(panel).toContainText(describeFailure(failure('number-out-of-range', { min: 0, max: 2 })).message);
  await panel.getByRole('textbox', { name: sharedText.parameters.temperature }).fill('0.5');
  await panel.getByRole('textbox', { name: parametersText.systemPrompt }).fill('Be brief.');
  const more = panel.getByRole('textbox', { name: sharedText.parameters.extra.label });
  await more.fill('{"presence_penalty": ');
  await expect(panel).toContainText(describeFailure(failure('parameters-not-json')).message);
  await expectAccessible(window, 'parameters that are not JSON yet');
  await more.fill('{"presence_penalty": 0.25}');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  const answer = await ask(page, 'Say: it’s measured');
  // the active profile has changed, but the address is the answer's
  await core.call('profiles.activate', { id: demoProfileId });
  await expect(page.getByRole('contentinfo')).toContainText('Demo');
  await answer.hover();
  await chooseFrom(page, answer.getByRole('button', { name: chatText.message.more }), chatText.answer.copyRequest('curl'));
  await expect(page.getByText(`${chatText.answer.requestTitles.curl} copied`)).toBeVisible();
  const code = await window.clipboard();
  expect(code).toContain(`${cloud.demo.baseUrl}/api/chat/completions`);
  expect(code).toContain('"temperature":0.5');
  expect(code).toContain('"presence_penalty":0.25');
  expect(code).toContain('"stream":true');
  expect(code).toContain('Be brief.');
  expect(code).toContain('$CAUSEWAY_API_KEY');
  expect(code).not.toContain(cloud.demo.token);

  await startConversation(page);
  await expect(page.getByRole('button', { name: parametersText.summary.none, exact: true })).toBeVisible();
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  const { summary } = parametersText;
  await expect(page.getByRole('button', { name: [summary.systemPrompt, summary.temperature(0.5), summary.more].join(', ') })).toBeVisible();
});

test('invalid text brings back the value from before the edit, and stays in its conversation (catches “12k” that means 12)', async ({
  window: { page },
}) => {
  const { summary } = parametersText;
  const field = page.getByRole('textbox', { name: sharedText.parameters.maxTokens });
  const expectSummary = (name: string) => expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await openParameters(page);
  await field.fill('64');
  await ask(page, 'Say: short');
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12');
  await expectSummary(summary.maxTokens(12));
  await field.dispatchEvent('focusout'); // as when another program's window is opened
  await field.dispatchEvent('focusin');
  await page.keyboard.type('k');
  await expectSummary(summary.maxTokens(64));
  await page.keyboard.press('Backspace');
  await expectSummary(summary.maxTokens(12));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('k');
  await expectSummary(summary.maxTokens(64));

  await startConversation(page);
  await expectSummary(summary.none);
  await expect(field).toHaveValue('');
  await field.fill('k');
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  await expectSummary(summary.maxTokens(64));
  await expect(field).toHaveValue('64');
  await startConversation(page);
  await expectSummary(summary.none);
  await expect(field).toHaveValue('');
});

test('keeps what is typed while a new conversation gets its id (catches fields that are drawn anew)', slowBridge, async ({ open }) => {
  const { page } = await open({ prepare: (opened) => holdReplies(opened, 'chat.send') });
  const field = page.getByRole('textbox', { name: sharedText.parameters.maxTokens });
  const seed = page.getByRole('textbox', { name: sharedText.parameters.seed });
  await openParameters(page);
  await expect(composer(page)).toBeEditable();
  await composer(page).fill('Say: hello');
  await expect(composing(page, chatText.send)).toBeEnabled();
  await page.keyboard.press('Enter');
  await seed.fill('7');
  await field.focus();
  await page.keyboard.type('12k');
  await releaseReplies(page);
  await waitForAnswer(page);
  await expect(seed).toHaveValue('7');
  await expect(field).toHaveValue('12k');
  await expect(field).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: parametersText.summary.maxTokens(12) })).toBeVisible();
});

test('answers although the chosen tool is off (catches a conversation in which every message fails)', async ({
  core,
  page,
  cloud: _cloud,
}) => {
  await saveTool(core, weatherTool());
  const tool = weatherTool({ name: 'find_time' });
  const { id } = await saveTool(core, tool);
  await offerTool(page, 'find_weather');
  await offerTool(page, 'find_time');
  const panel = await openParameters(page);
  const { toolChoice, always, choices } = parametersText;
  const choice = panel.getByRole('combobox', { name: toolChoice });
  await choice.click();
  await page.getByRole('option', { name: always('find_time') }).click();
  await expect(choice).toHaveText(always('find_time'));
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await core.call('tools.put', { id, tool: { ...tool, isEnabled: false } });
  await openParameters(page);
  await expect(choice).toHaveText(choices.auto);
  await page.keyboard.press('Escape');
  await expect(await ask(page, 'Say: hello')).toContainText(noteTexts.toolUnavailable('find_time'));
});

test('saves settings as a preset, applies it elsewhere, and shares it as a file', quick, async ({ open, profile }) => {
  const file = path.join(profile, 'shared.json');
  const window = await open({ dialogs: { file } });
  const { core, page } = window;
  const panel = await openParameters(page);
  await panel.getByRole('textbox', { name: parametersText.systemPrompt }).fill('Answer as a pirate.');
  await panel.getByRole('button', { name: presetsText.saveAs }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: presetsText.name }).fill('Pirate');
  await expectAccessible(window, 'naming a preset');
  await page.keyboard.press('Enter');
  await expect(page.getByText(presetsText.saved('Pirate'))).toBeVisible();
  await panel.getByRole('textbox', { name: parametersText.systemPrompt }).fill('');
  await panel.getByRole('button', { name: presetsText.apply }).press('Enter');
  await page.getByRole('menuitem', { name: 'Pirate', exact: true }).press('Enter');
  await expect(panel.getByRole('textbox', { name: parametersText.systemPrompt })).toHaveValue('Answer as a pirate.');
  await chooseFrom(page, panel.getByRole('button', { name: presetsText.apply }), presetsText.export('Pirate'));
  await expect(page.getByText(presetsText.exported)).toBeVisible();
  expect(await readSavedFile(file)).toContain('Answer as a pirate.');
  await chooseFrom(page, panel.getByRole('button', { name: presetsText.apply }), presetsText.import);
  // a slow upload shows its progress in a dialog, which would close the menu
  await expect.poll(async () => (await core.call('library.read')).presets).toHaveLength(2);
  await panel.getByRole('button', { name: presetsText.apply }).press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Pirate/ })).toHaveCount(2);
});

test('opens the model picker at the current model, with favourites first', async ({ window, page }) => {
  const options = page.getByRole('listbox', { name: sharedText.modelPicker.models }).getByRole('option');
  await openModelPicker(page);
  await page.keyboard.type('reasoning');
  await expect(options).toHaveCount(2);
  await page.keyboard.type(' effort');
  await expect(options).toHaveText([/gamma-oss-120b/]);
  await page.keyboard.press('Alt+f');
  await expect(options).toHaveText([new RegExp(`${sharedText.modelPicker.favouritePrefix}gamma-oss-120b`)]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('alpha');
  await expect(options).toHaveText([/alpha-R1/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('alpha-R1') })).toBeVisible();
  await expect(options).toHaveCount(0); // it takes the keys until it is closed
  await page.keyboard.press('ControlOrMeta+Shift+m');
  await expect(options).toHaveText([/^alpha-R1/, /gamma-oss-120b/, /beta-4-scout/]);
  await expect(options.first()).toHaveAttribute('data-highlighted');
  await expectAccessible(window, 'the list of models');
  await page.keyboard.press('Enter'); // changes nothing
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('alpha-R1') })).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await ask(page, 'Say: mine');
  await expect(messagesOf(page, 'alpha-R1')).toHaveCount(1);
});
