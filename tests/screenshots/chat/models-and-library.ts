import { ask, composer, openParameters } from '../../support/window-chat.ts';
import { goTo } from '../../support/window.ts';
import type { Scene } from '../scene.ts';
import { context } from '../../support/call-context.ts';
import { must } from '../../support/must.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { libraryText } from '../../../renderer/library/text.ts';
import { uiText } from '../../../renderer/ui/text.ts';
import { connectionStateText } from '../../../electron/presentation/connection-text.ts';
import { sharedText } from '../../../renderer/shared/text.ts';

/** Models, parameters, presets and prompts. */
export const modelsAndLibrary: Scene = async ({ open, page, shoot, button, key, leave, service, connect }) => {
  const { core } = await open();
  await connect({ mode: 'direct' });
  await page().getByRole('contentinfo').getByText(connectionStateText.connectedThrough('')).waitFor({ timeout: 60_000 });
  await key('ControlOrMeta+Shift+d');
  await page().getByRole('contentinfo').getByText(connectionStateText.token('')).waitFor();
  await ask(page(), `Say: ${'words to measure by '.repeat(40)}`);
  await key('ControlOrMeta+Shift+m');
  await page().getByRole('listbox', { name: sharedText.modelPicker.models }).waitFor();
  await shoot('models', 'in both sizes');
  await page().keyboard.type('effort');
  await key('Alt+f');
  await page()
    .getByRole('option', { name: /Favorite/ })
    .waitFor();
  await shoot('models-search');
  await page().keyboard.type(' of nothing');
  await shoot('models-search-nothing');
  await key('Escape');
  await page().getByRole('listbox', { name: sharedText.modelPicker.models }).waitFor({ state: 'hidden' });
  service.demo.removeModel('beta-4-scout');
  must(await core.handlers['connection.refresh'](undefined, context));
  await page().getByText(chatText.blocked.modelProblem('beta-4-scout', sharedText.modelPicker.gone)).waitFor();
  await composer(page()).fill('Something to send');
  await shoot('send-refused', 'in both sizes');
  await key('ControlOrMeta+Shift+m');
  await page().getByRole('listbox', { name: sharedText.modelPicker.models }).waitFor();
  await shoot('models-out-of-reach');
  await key('Escape');
  await page().getByRole('listbox', { name: sharedText.modelPicker.models }).waitFor({ state: 'hidden' });
  await composer(page()).fill('');

  const panel = await openParameters(page());
  await shoot('parameters', 'in both sizes');
  await panel.getByRole('textbox', { name: 'Temperature' }).fill('3');
  await panel.getByRole('textbox', { name: chatText.parameters.systemPrompt }).fill('Answer as a pirate.\nUse at most three sentences.');
  await panel.getByRole('textbox', { name: sharedText.parameters.extra.label }).fill('{"presence_penalty": ');
  await shoot('parameters-wrong', 'in both sizes');
  await panel.getByRole('textbox', { name: sharedText.parameters.extra.label }).scrollIntoViewIfNeeded();
  await shoot('parameters-wrong-end');
  await panel.getByRole('textbox', { name: 'Temperature' }).fill('0.7');
  await panel.getByRole('textbox', { name: sharedText.parameters.extra.label }).fill('{"presence_penalty": 0.2}');
  await panel.getByRole('button', { name: chatText.presets.saveAs }).click();
  await page().getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Pirate');
  await shoot('preset-naming');
  await key('Enter');
  await page().getByText(chatText.presets.saved('Pirate')).waitFor();
  await panel.getByRole('button', { name: chatText.presets.apply }).press('Enter');
  await page().getByRole('menu').waitFor();
  await shoot('preset-menu');
  await key('Escape');
  await page().getByRole('menu').waitFor({ state: 'hidden' });
  await key('Escape');

  for (const [name, text] of [
    ['Translate', 'Translate into {{language}}, in a {{tone}} tone:'],
    ['Summarise', 'Summarise this in three sentences for a reader who has not seen the paper and does not know the field.'],
  ] as const)
    must(await core.handlers['library.putPrompt']({ id: name, name, text }, context));
  await composer(page()).focus();
  await key('/');
  await page().getByRole('combobox', { name: chatText.prompts.search }).waitFor();
  await shoot('prompts', 'in both sizes');
  await page().keyboard.type('nothing like it');
  await shoot('prompts-nothing');
  await key('ControlOrMeta+a');
  await page().keyboard.type('trans');
  await key('Enter');
  await page().getByRole('textbox', { name: 'language' }).fill('Norwegian');
  await shoot('prompt-variables');
  await leave();
  await goTo(page(), 'Library');
  await shoot('library-prompts', 'in both sizes');
  await button(libraryText.prompts.edit('Translate')).click();
  await page().getByRole('dialog').waitFor();
  await shoot('prompt-editor');
  await page().getByRole('dialog').getByRole('textbox', { name: libraryText.prompts.name.label }).fill('');
  await key('Enter');
  await shoot('prompt-editor-wrong');
  await leave();
  await button(libraryText.prompts.delete('Summarise')).click();
  await button(uiText.undo).waitFor();
  await shoot('prompt-removed');
  await page().getByRole('tab', { name: libraryText.presets.title }).click();
  await shoot('library-presets', 'in both sizes');
};
