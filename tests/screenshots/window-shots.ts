/** Program: `WINDOW_SHOTS=FOLDER node window-shots.ts`. Takes screenshots of the window's states, in both themes and two sizes, without Electron. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connectTo, startTestService } from '../support/test-service.ts';
import {
  waitForAnswer,
  ask,
  chooseModel,
  composing,
  lastMessage,
  openParameters,
  send,
  startConversation,
} from '../support/window-chat.ts';
import { goTo, openWindow, settled, useTheme } from '../support/window.ts';
import { shotsFolder, sizes } from './scene.ts';
import { context } from '../support/call-context.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { continueBeginning } from '../support/window-notebook.ts';
import { notebookText } from '../../renderer/notebook/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { connectionText, sshQuestionsText, checkText, modelsText } from '../../renderer/connection/text.ts';
import { setupText, profilesText } from '../../renderer/connection/profiles/text.ts';
import { localApiText } from '../../renderer/connection/local-api/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';
import { anyNumbers } from '../support/text-pattern.ts';

const folder = await shotsFolder();
const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-shots-'));
const service = await startTestService();
const window = await openWindow(profile, { dialogs: { file: service.caFile } });
const { core, page } = window;

/** Takes screenshots of the current state. */
async function shoot(name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await useTheme(window, theme);
    for (const size of sizes.toReversed()) {
      await page.setViewportSize(size);
      await settled(page);
      await page.screenshot({ path: path.join(folder, `${name}-${theme}-${size.width}x${size.height}.png`) });
    }
  }
  console.log(name);
}

const key = (keys: string) => page.keyboard.press(keys);
const dialog = page.getByRole('dialog');

/** Closes the dialog and any above it, and waits until it is gone because it takes the shortcuts. */
async function closeDialog(): Promise<void> {
  do {
    await key('Escape');
    await settled(page);
  } while ((await dialog.count()) > 0);
}

try {
  await page.getByRole('contentinfo').getByText('Demo').first().waitFor();
  await shoot('chat-start');
  await key('ControlOrMeta+k');
  await dialog.waitFor();
  await shoot('palette');
  await closeDialog();
  for (const name of ['Notebook', 'Library', 'Tools', 'Connection', 'Settings'] as const) {
    await goTo(page, name);
    await shoot(`${name.toLowerCase()}-first`);
  }
  await goTo(page, 'Chat');
  await ask(page, 'Show me a table, some code, a formula and a diagram');
  await shoot('chat-reading');
  await key('ControlOrMeta+Shift+m');
  await page.getByRole('listbox', { name: sharedText.modelPicker.models }).waitFor();
  await shoot('model-picker');
  await closeDialog();
  await openParameters(page);
  await shoot('parameters');
  await closeDialog();
  await chooseModel(page, 'alpha-R1');
  await ask(page, 'Say: thought over');
  await lastMessage(page).locator('summary').click();
  await shoot('chat-thinking');

  await core.handlers['tools.put'](
    {
      id: null,
      tool: {
        name: 'find_weather',
        description: 'Finds the weather of a town',
        parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
        binding: { kind: 'ask' },
        isEnabled: true,
        runsByItself: false,
      },
    },
    context,
  );
  await goTo(page, 'Tools');
  await shoot('tools');
  await page.getByRole('button', { name: toolsText.edit('find_weather') }).click();
  await shoot('tool-editor');
  await closeDialog();
  await goTo(page, 'Chat');
  await startConversation(page);
  await chooseModel(page, 'beta-4-scout');
  const panel = await openParameters(page);
  await panel.getByRole('checkbox', { name: /find_weather/ }).click();
  await closeDialog();
  await send(page, 'What is the weather in Oslo?');
  await page.getByRole('form', { name: chatText.toolCall.form('find_weather', '').trimEnd() }).waitFor();
  await shoot('chat-tool-call');
  await page.getByRole('textbox', { name: chatText.toolCall.result }).fill('{"sky": "clear", "degrees": 4}');
  await page.getByRole('button', { name: chatText.toolCall.sendResult }).click();
  await page.getByRole('article', { name: chatText.toolResult.resultOf('find_weather') }).waitFor();
  await waitForAnswer(page);
  await shoot('chat-tool-answer');

  await goTo(page, 'Notebook');
  await page.getByRole('button', { name: notebookText.proxy.switch }).click();
  await continueBeginning(page, 80);
  await shoot('notebook');
  await goTo(page, 'Connection');
  for (const tab of ['models', 'tunnel', 'localApi', 'requests', 'overview'] as const) {
    await page.getByRole('tab', { name: connectionText.tabs[tab] }).click();
    await shoot(`connection-${tab}`);
  }
  await page.getByRole('button', { name: checkText.check }).click();
  await page.getByRole('button', { name: checkText.copy }).waitFor({ timeout: 60_000 });
  await shoot('check-good');

  await page.getByRole('button', { name: profilesText.connect }).click();
  await shoot('setup-service');
  await page.getByRole('textbox', { name: profilesText.service.baseUrl.label }).fill(service.demo.baseUrl);
  await page.getByRole('textbox', { name: profilesText.service.name.label }).fill('Cloud');
  await dialog.getByText(profilesText.service.more).click();
  await page.getByRole('button', { name: profilesText.service.chooseFile }).click();
  await shoot('setup-service-filled');
  await dialog.getByRole('button', { name: setupText.continue }).click();
  await shoot('setup-ways');
  await dialog.getByRole('button', { name: setupText.continue }).click();
  const { host, port, login } = service.demo.instance;
  await page.getByRole('textbox', { name: profilesText.instance.host.label }).fill(host);
  await page.getByRole('textbox', { name: profilesText.instance.port }).fill(String(port));
  await page.getByRole('textbox', { name: profilesText.instance.username.label }).fill(login);
  await shoot('setup-instance');
  await dialog.getByRole('button', { name: setupText.continue }).click();
  await page.getByRole('textbox', { name: profilesText.token.field }).fill('sk-wrong');
  await key('Enter');
  await dialog.getByRole('alert').waitFor();
  await shoot('setup-token-wrong');
  await page.getByRole('textbox', { name: profilesText.token.field }).fill(service.demo.token);
  await key('Enter');
  await page.getByRole('dialog', { name: setupText.titles.models }).waitFor();
  await shoot('setup-connecting');
  await closeDialog();

  await connectTo(core, service, { name: 'Cloud by both ways', mode: 'direct' });
  await page.getByRole('dialog', { name: sshQuestionsText.hostKey.title('') }).waitFor();
  await shoot('question-host-key');
  await page.getByRole('button', { name: sshQuestionsText.hostKey.accept }).click();
  await page.getByLabel('Password').waitFor();
  await shoot('question-password');
  await page.getByLabel('Password').fill(service.demo.instance.password);
  await key('Enter');
  await page.getByRole('contentinfo').getByText(connectionStateText.connectedThrough('')).waitFor();
  await shoot('connection-overview-cloud');
  await page.getByRole('tab', { name: connectionText.tabs.models }).click();
  await shoot('connection-models-cloud');
  await page.getByRole('button', { name: modelsText.catalog.addPath }).click();
  await shoot('segment-dialog');
  await closeDialog();
  await page.getByRole('button', { name: modelsText.editModel('alpha-R1') }).click();
  await shoot('model-dialog');
  await closeDialog();
  await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  await shoot('connection-tunnel-cloud');
  await page.getByRole('tab', { name: connectionText.tabs.localApi }).click();
  await page.getByRole('textbox', { name: localApiText.keys.name }).fill('notebook');
  await key('Enter');
  await page.getByRole('dialog', { name: localApiText.keys.newKey.title }).waitFor();
  await shoot('local-api-key');
  await closeDialog();
  await shoot('local-api-keys');
  await page.getByRole('tab', { name: connectionText.tabs.overview }).click();
  await service.demo.instance.stop();
  await page
    .getByRole('contentinfo')
    .getByText(new RegExp(anyNumbers(connectionStateText.reconnectingIn(1))))
    .waitFor({ timeout: 30_000 });
  await shoot('instance-away');
  await page.getByRole('button', { name: checkText.check }).click();
  await page.getByRole('button', { name: checkText.copy }).waitFor({ timeout: 60_000 });
  await shoot('check-bad');
  await goTo(page, 'Chat');
  await startConversation(page);
  await send(page, 'Say: is anybody there');
  await composing(page, chatText.stop).waitFor();
  await shoot('chat-waits-for-tunnel');
} finally {
  await window.close();
  await service.close();
  await rm(profile, { recursive: true, force: true });
}
