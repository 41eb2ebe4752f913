/** Program: `WINDOW_SHOTS=FOLDER node window-shots.ts`. Takes screenshots of the window's states, in both themes and two sizes, without Electron. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connectTo, startTestService } from '../support/test-service.ts';
import { waitForAnswer, ask, chooseModel, lastMessage, openParameters, send, startConversation } from '../support/window-chat.ts';
import { goTo, openWindow, settled, useTheme } from '../support/window.ts';
import { shotsFolder, sizes } from './scene.ts';
import { context } from '../support/call-context.ts';

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

/** Closes the dialog, and waits until it is gone because it takes the shortcuts. */
async function closeDialog(): Promise<void> {
  await key('Escape');
  await dialog.first().waitFor({ state: 'hidden' });
  await settled(page);
}

try {
  await page.getByRole('contentinfo').getByText('Demo').first().waitFor();
  await shoot('chat-start');
  await key('ControlOrMeta+k');
  await dialog.waitFor();
  await shoot('palette');
  await closeDialog();
  for (const name of ['Complete', 'Library', 'Tools', 'Connection', 'Settings'] as const) {
    await goTo(page, name);
    await shoot(`${name.toLowerCase()}-first`);
  }
  await goTo(page, 'Chat');
  await ask(page, 'Show me a table, some code, a formula and a diagram');
  await shoot('chat-reading');
  await key('ControlOrMeta+Shift+m');
  await page.getByRole('listbox', { name: 'Models' }).waitFor();
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
  await page.getByRole('button', { name: 'Edit find_weather' }).click();
  await shoot('tool-editor');
  await closeDialog();
  await goTo(page, 'Chat');
  await startConversation(page);
  await chooseModel(page, 'beta-4-scout');
  const panel = await openParameters(page);
  await panel.getByRole('checkbox', { name: /find_weather/ }).click();
  await closeDialog();
  await send(page, 'What is the weather in Oslo?');
  await page.getByRole('form', { name: 'Decide on find_weather' }).waitFor();
  await shoot('chat-tool-call');
  await page.getByRole('textbox', { name: 'Result' }).fill('{"sky": "clear", "degrees": 4}');
  await page.getByRole('button', { name: 'Give this result' }).click();
  await page.getByRole('article', { name: 'Result of find_weather' }).waitFor();
  await waitForAnswer(page);
  await shoot('chat-tool-answer');

  await goTo(page, 'Complete');
  await page.getByRole('button', { name: 'Switch to direct' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Once upon a time');
  await page.getByRole('textbox', { name: 'Max tokens' }).fill('80');
  await page.getByRole('button', { name: 'Complete', exact: true }).last().click();
  await page.getByRole('button', { name: 'More', exact: true }).waitFor();
  await shoot('complete');
  await goTo(page, 'Connection');
  for (const tab of ['Models', 'Tunnel', 'Local address', 'Requests', 'Road']) {
    await page.getByRole('tab', { name: tab }).click();
    await shoot(`connection-${tab.toLowerCase().replaceAll(' ', '-')}`);
  }
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await page.getByRole('button', { name: 'Copy as text' }).waitFor({ timeout: 60_000 });
  await shoot('diagnosis-good');

  await page.getByRole('button', { name: 'Connect to your service…' }).click();
  await shoot('wizard-service');
  await page.getByRole('textbox', { name: 'Base URL' }).fill(service.demo.baseUrl);
  await page.getByRole('textbox', { name: 'Name' }).fill('Cloud');
  await dialog.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await shoot('wizard-service-filled');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await shoot('wizard-ways');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  const { host, port, login } = service.demo.instance;
  await page.getByRole('textbox', { name: 'Host' }).fill(host);
  await page.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await page.getByRole('textbox', { name: 'Login' }).fill(login);
  await shoot('wizard-instance');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('textbox', { name: 'API token' }).fill('sk-wrong');
  await key('Enter');
  await dialog.getByRole('alert').waitFor();
  await shoot('wizard-token-wrong');
  await page.getByRole('textbox', { name: 'API token' }).fill(service.demo.token);
  await key('Enter');
  await page.getByRole('dialog', { name: 'Connecting' }).waitFor();
  await shoot('wizard-connecting');
  await closeDialog();

  await connectTo(core, service, { name: 'Cloud by both ways', mode: 'direct' });
  await page.getByRole('dialog', { name: /^Is this / }).waitFor();
  await shoot('question-host-key');
  await page.getByRole('button', { name: 'It is the same: connect' }).click();
  await page.getByLabel('Password').waitFor();
  await shoot('question-password');
  await page.getByLabel('Password').fill(service.demo.instance.password);
  await key('Enter');
  await page.getByRole('contentinfo').getByText('Connected through').waitFor();
  await shoot('connection-road-cloud');
  await page.getByRole('tab', { name: 'Models' }).click();
  await shoot('connection-models-cloud');
  await page.getByRole('button', { name: 'Add segment…' }).click();
  await shoot('segment-dialog');
  await closeDialog();
  await page.getByRole('button', { name: 'Edit alpha-R1' }).click();
  await shoot('model-dialog');
  await closeDialog();
  await page.getByRole('tab', { name: 'Tunnel' }).click();
  await shoot('connection-tunnel-cloud');
  await page.getByRole('tab', { name: 'Local address' }).click();
  await page.getByRole('textbox', { name: 'New key for' }).fill('notebook');
  await key('Enter');
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  await shoot('agent-key');
  await closeDialog();
  await shoot('agent-keys');
  await page.getByRole('tab', { name: 'Road' }).click();
  await service.demo.instance.stop();
  await page
    .getByRole('contentinfo')
    .getByText(/Reconnecting in/)
    .waitFor({ timeout: 30_000 });
  await shoot('instance-away');
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await page.getByRole('button', { name: 'Copy as text' }).waitFor({ timeout: 60_000 });
  await shoot('diagnosis-bad');
  await goTo(page, 'Chat');
  await startConversation(page);
  await send(page, 'Say: is anybody there');
  await waitForAnswer(page);
  await shoot('chat-failed');
} finally {
  await window.close();
  await service.close();
  await rm(profile, { recursive: true, force: true });
}
