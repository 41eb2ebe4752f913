/** Program: `WINDOW_SHOTS=FOLDER node connection-shots.ts [SCENE…]`. Takes screenshots of the connection's states, problems and questions, with a real sshd and keyring. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { defaultLocalApiSettings } from '../../electron/contract/local-api.ts';
import { openKeyring } from '../support/keyring-vault.ts';
import { startTestbed } from '../support/testbed.ts';
import { connectTo, startTestService } from '../support/test-service.ts';
import { waitForAnswer, ask, lastMessage, send } from '../support/window-chat.ts';
import { direct } from './connection/direct.ts';
import { proxy } from './connection/proxy.ts';
import { firstRun } from './connection/first-run.ts';
import { localAddress } from './connection/local-api.ts';
import { runScene, shotsFolder } from './scene.ts';
import { freePort, goTo, openWindow, settled, useTheme } from '../support/window.ts';
import { connectionText, sshQuestionsText, tunnelText, checkText } from '../../renderer/connection/text.ts';
import { setupText, profilesText } from '../../renderer/connection/profiles/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';
import { anyNumbers } from '../support/text-pattern.ts';

const folder = await shotsFolder();
const scenes = { firstRun, proxy, direct, localAddress };
const wanted = process.argv.slice(2);
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length === 0 || wanted.includes(name)) await runScene(scene, folder);
}
if (wanted.length > 0 && !wanted.includes('troubles')) process.exit();

const temporary = (name: string) => mkdtemp(path.join(os.tmpdir(), `causeway-${name}-`));
const [profile, keyringFolder] = [await temporary('shots'), await temporary('keyring')];

const usedPort = await freePort();
const otherProgram = createServer();
await new Promise<void>((resolve) => otherProgram.listen(usedPort, '127.0.0.1', resolve));
const localApi = { settings: { ...defaultLocalApiSettings, port: await freePort(), demoPort: usedPort }, keys: [] };
await writeFile(path.join(profile, 'local-api.json'), JSON.stringify({ version: 1, data: localApi }));
await writeFile(path.join(profile, 'settings.json'), '{ "version": 1, "da');

const passphrase = 'correct horse';
const testbed = await startTestbed(profile, { passphrase, speed: 'real' });
const unlocked = await openKeyring(keyringFolder, 'unlocked');
const dialogs = { file: testbed.service.caFile };
let window = await openWindow(profile, { keyring: unlocked, dialogs });
const page = () => window.page;
const dialog = () => page().getByRole('dialog');
const button = (name: string | RegExp) => page().getByRole('button', { name });
const foot = () => page().getByRole('contentinfo');

/** Takes screenshots of the current state in both themes. */
async function shoot(name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await useTheme(window, theme);
    await page().screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
  }
  console.log(name);
}

async function closeDialog(): Promise<void> {
  await page().keyboard.press('Escape');
  await dialog().first().waitFor({ state: 'hidden' });
  await settled(page());
}

async function check(): Promise<void> {
  await button(checkText.check).click();
  await button(checkText.copy).waitFor({ timeout: 60_000 });
}

try {
  await goTo(page(), 'Connection');
  await shoot('notice-damaged');
  await page().getByRole('button', { name: layoutText.dismissNotice }).click();
  await page().getByRole('tab', { name: connectionText.tabs.localApi }).click();
  await page().getByRole('alert').waitFor();
  await shoot('port-taken');

  await button(profilesText.connect).click();
  await page().getByRole('textbox', { name: profilesText.service.baseUrl.label }).fill('http://chat.example.org');
  await shoot('setup-service-trouble');
  await page().getByRole('textbox', { name: profilesText.service.baseUrl.label }).fill(testbed.service.demo.baseUrl);
  await page().getByRole('textbox', { name: profilesText.service.name.label }).fill('Cloud');
  await dialog().getByText(profilesText.service.more).click();
  await page().getByRole('textbox', { name: profilesText.service.inferenceServer.label }).fill(testbed.service.inferenceServer);
  await button(profilesText.service.chooseFile).click();
  await dialog().getByText('.pem').waitFor();
  await shoot('setup-service-more');
  await dialog().getByRole('button', { name: setupText.continue }).click();
  await page().getByRole('radio', { name: setupText.access.both.title }).waitFor();
  await shoot('setup-ways');
  await dialog().getByRole('button', { name: setupText.continue }).click();
  await shoot('setup-instance-empty');
  await page().getByRole('combobox', { name: profilesText.instance.alias }).click();
  await shoot('setup-instance-config');
  await page().getByRole('option', { name: /^lab/ }).click();
  await shoot('setup-instance-chosen');
  await dialog().getByRole('button', { name: setupText.continue }).click();
  await page().getByRole('textbox', { name: profilesText.token.field }).waitFor();
  await shoot('setup-token');
  await page().getByRole('textbox', { name: profilesText.token.field }).fill('sk-wrong');
  await page().keyboard.press('Enter');
  await dialog().getByRole('alert').waitFor();
  await shoot('setup-token-wrong');
  await page().getByRole('textbox', { name: profilesText.token.field }).fill(testbed.service.demo.token);
  await page().keyboard.press('Enter');
  await page()
    .getByRole('dialog', { name: sshQuestionsText.hostKey.title('') })
    .waitFor();
  await shoot('setup-host-key');
  await button(sshQuestionsText.hostKey.accept).click();
  await dialog().getByLabel(sshQuestionsText.passphrase.label).waitFor();
  await shoot('setup-passphrase');
  await dialog().getByLabel(sshQuestionsText.passphrase.label).fill('wrong');
  await page().keyboard.press('Enter');
  await page().getByText(sshQuestionsText.passphrase.wrong).waitFor();
  await shoot('setup-passphrase-again');
  await dialog().getByLabel(sshQuestionsText.passphrase.label).fill(passphrase);
  await page().keyboard.press('Enter');
  await page().getByRole('textbox', { name: setupText.enginePath.label }).waitFor();
  await shoot('setup-segment');
  await page().getByRole('textbox', { name: setupText.enginePath.label }).fill('beta-4-scout');
  await page().keyboard.press('Enter');
  await dialog()
    .getByText(setupText.models(['beta-4-scout']))
    .waitFor();
  await shoot('setup-models');
  await button(setupText.done).click();

  await page().getByRole('tab', { name: connectionText.tabs.overview }).click();
  await shoot('overview-direct');
  await check();
  await shoot('check-good');
  await goTo(page(), 'Chat');
  await ask(page(), 'Say: hello');
  await send(page(), 'Write 3000 words');
  await lastMessage(page()).getByText('Part 1').first().waitFor();
  await testbed.sshd.kill();
  await waitForAnswer(page());
  await shoot('answer-broken');
  await goTo(page(), 'Connection');
  await foot()
    .getByText(new RegExp(anyNumbers(connectionStateText.reconnectingIn(1))))
    .waitFor({ timeout: 30_000 });
  await shoot('overview-away');
  await check();
  await shoot('check-away');
  await page().getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  await shoot('tunnel-away');
  await testbed.sshd.start({ isNewHostKey: true });
  await page().getByRole('button', { name: tunnelText.reconnect, exact: true }).click();
  await foot().getByText(connectionStateText.notConnected).waitFor({ timeout: 30_000 });
  await shoot('tunnel-host-key-changed');
  await page().getByRole('tab', { name: connectionText.tabs.overview }).click();
  await check();
  await shoot('check-host-key-changed');
  await button(connectionText.remedies['confirm-new-instance']).click();
  await shoot('new-instance');
  await page().getByRole('textbox', { name: tunnelText.newInstance.fingerprint }).fill('SHA256:nothing');
  await page().keyboard.press('Enter');
  await dialog().getByRole('alert').waitFor();
  await shoot('new-instance-wrong');
  await page()
    .getByRole('textbox', { name: tunnelText.newInstance.fingerprint })
    .fill(await testbed.fingerprint());
  await page().keyboard.press('Enter');
  await foot().getByText(connectionStateText.connectedThrough('')).waitFor({ timeout: 30_000 });
  await page().getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  await button(tunnelText.stop).click();
  await shoot('tunnel-stopped');
  await page().getByRole('tab', { name: connectionText.tabs.overview }).click();
  await shoot('overview-stopped');

  await page().keyboard.press('ControlOrMeta+Shift+d');
  await foot().getByText(connectionStateText.token('')).waitFor();
  await shoot('overview-proxy');
  await button(profilesText.token.remove).click();
  await shoot('token-forget');
  await closeDialog();
  testbed.service.demo.revokeToken(testbed.service.demo.token);
  await check();
  await shoot('check-token-revoked');
  await button(profilesText.actions).click();
  await shoot('profile-menu');
  await page().getByRole('menuitem', { name: profilesText.edit }).click();
  await shoot('profile-edit');
  await closeDialog();
  await button(profilesText.actions).click();
  await page().getByRole('menuitem', { name: profilesText.remove }).click();
  await shoot('profile-remove');
  await closeDialog();
  await page().evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{}'], 'Lab.causeway.json'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page().getByRole('alertdialog').waitFor();
  await shoot('profile-dropped');
  await button('Cancel').click();
  await window.close();
  await unlocked.close();

  for (const state of ['locked', 'no-service'] as const) {
    const keyring = await openKeyring(keyringFolder, state);
    window = await openWindow(profile, { keyring, dialogs });
    await goTo(page(), 'Connection');
    await page().getByRole('alert').first().waitFor();
    await shoot(`keychain-${state}`);
    await button(profilesText.token.enter).click();
    await page().getByRole('textbox', { name: profilesText.token.field }).fill(testbed.service.demo.createToken());
    await page().keyboard.press('Enter');
    await button(profilesText.token.saveUntilQuit).waitFor();
    await shoot(`keychain-${state}-token`);
    await window.close();
    await keyring.close();
  }

  window = await openWindow(profile);
  await connectTo(window.core, testbed.service, { name: 'Second' });
  await goTo(page(), 'Connection');
  await page().getByRole('tab', { name: connectionText.tabs.requests }).click();
  await shoot('requests-empty');

  const refusing = { host: '127.0.0.1', port: 1, login: 'ada', alias: null, transport: 'ssh2' } as const;
  await connectTo(window.core, testbed.service, { name: 'Third', mode: 'direct', instance: refusing });
  await foot()
    .getByText(describeFailure(failure('ssh-refused', { address: refusing.host })).message)
    .waitFor();
  await page().getByRole('tab', { name: connectionText.tabs.models }).click();
  await shoot('models-away');
  await page().getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  await shoot('tunnel-refused');
  await button(checkText.check).click();
  await button(checkText.copy).waitFor({ timeout: 60_000 });
  await shoot('check-instance-refused');
  await button(connectionText.remedies['edit-instance']).click();
  await shoot('instance-edit');
  await closeDialog();
  await goTo(page(), 'Chat');
  await ask(page(), 'Anybody there?');
  await shoot('answer-not-reached');

  const asking = await startTestService({ oneTimeCode: '271828' });
  await connectTo(window.core, asking, { name: 'Fourth', mode: 'direct', hasToken: false });
  await button(sshQuestionsText.hostKey.accept).click();
  await dialog().getByLabel('Password').fill(asking.demo.instance.password);
  await page().keyboard.press('Enter');
  await dialog().getByLabel('Verification code').fill('000000');
  await shoot('prompts-code');
  await page().keyboard.press('Enter');
  await dialog().getByText(sshQuestionsText.prompts.rejectedRemedy).waitFor();
  await shoot('prompts-again');
  await closeDialog();
  await window.close();
  await asking.close(); // removes its authority's file too

  window = await openWindow(profile);
  await button(sharedText.connection.open).waitFor();
  await shoot('chat-no-connection');
  await goTo(page(), 'Connection');
  await button(uiText.tryAgain).waitFor();
  await shoot('connection-failed');
} finally {
  await window.close();
  otherProgram.close();
  await testbed.close();
  for (const each of [profile, keyringFolder]) await rm(each, { recursive: true, force: true });
}
