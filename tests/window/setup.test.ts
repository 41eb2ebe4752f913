import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import type { Testbed } from '../support/testbed.ts';
import type { TestService } from '../support/test-service.ts';
import { ask } from '../support/window-chat.ts';
import { describeAppAs, patchBridge } from '../support/patch-bridge.ts';
import { browserOnly, expect, expectAccessible, goTo, quick, reload, test, type TestWindow } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { sshQuestionsText } from '../../renderer/connection/text.ts';
import { setupText, profilesText } from '../../renderer/connection/profiles/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';

/** Fills in the first steps for access by a token. */
async function goToTokenStep(window: TestWindow, service: TestService): Promise<void> {
  await nameService(window, service);
  await goOn(window.page);
  await window.page.getByRole('radio', { name: setupText.access.token.title }).click();
  await goOn(window.page);
}

/** Opens the setup and completes the step before the choice of a mode. */
async function nameService(window: TestWindow, service: TestService): Promise<void> {
  await goTo(window.page, 'Connection');
  await window.page.getByRole('button', { name: profilesText.connect }).click();
  await fillInService(window, service);
}

async function fillInService({ page }: TestWindow, { demo, caFile, inferenceServer }: TestService): Promise<void> {
  const dialog = page.getByRole('dialog', { name: setupText.titles.service });
  await dialog.getByRole('textbox', { name: profilesText.service.baseUrl.label }).fill(demo.baseUrl);
  await dialog.getByRole('textbox', { name: profilesText.service.name.label }).fill('Cloud');
  await dialog.getByText(profilesText.service.more).click();
  await dialog.getByRole('textbox', { name: profilesText.service.inferenceServer.label }).fill(inferenceServer);
  await dialog.getByRole('button', { name: profilesText.service.chooseFile }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: profilesText.authorities.confirm }).click();
  // A browser uploads the file, which is saved in the data folder.
  await expect.poll(async () => (await dialog.innerText()).replace(/\S*\/authorities\/[0-9a-f]+\.pem/, caFile)).toContain(caFile);
}

async function goOn(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: setupText.continue }).click();
}

async function enterToken(page: Page, token: string): Promise<void> {
  await page.getByRole('textbox', { name: profilesText.token.field }).fill(token);
  await page.keyboard.press('Enter');
}

async function chooseLab(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: profilesText.instance.alias }).click();
  await page.getByRole('option', { name: /^lab/ }).click();
}

async function acceptHostKey(page: Page, { fingerprint }: Testbed): Promise<void> {
  const hostKey = page.getByRole('dialog', { name: sshQuestionsText.hostKey.title('') });
  await expect(hostKey).toContainText(await fingerprint());
  await page.getByRole('button', { name: sshQuestionsText.hostKey.accept }).click();
}

test('connects by a token: rejects a wrong one, and saves the right one in the keychain', quick, async ({ open, keyring, service }) => {
  const own = await keyring();
  const window = await open({ keyring: own, dialogs: { file: service.caFile } });
  const { page } = window;
  await page.getByRole('button', { name: chatText.screen.connect, exact: true }).click(); // linked from the demo's chat
  await fillInService(window, service);
  await expectAccessible(window, 'the wizard: service');
  await page.getByRole('textbox', { name: profilesText.service.baseUrl.label }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: setupText.access.token.title }).click();
  await expectAccessible(window, 'the wizard: ways');
  await goOn(page);
  await enterToken(page, 'sk-not-a-token-of-this-service');
  const dialog = page.getByRole('dialog', { name: setupText.titles.token });
  await expect(dialog.getByRole('alert')).toContainText(describeFailure(failure('token-refused', { said: '' })).message.replace(/\.$/, ''));
  expect(await own.list()).toEqual([]);
  await expectAccessible(window, 'the wizard: a wrong token');
  await enterToken(page, service.demo.token);
  await expect(page.getByRole('dialog', { name: setupText.connectedTitle })).toContainText(
    setupText.models(['alpha-R1', 'beta-4-scout', 'gamma-oss-120b']),
  );
  await expectAccessible(window, 'the wizard: models found');
  await page.getByRole('button', { name: setupText.startConversation }).click();
  await expect(page.getByRole('heading', { name: chatText.newConversation })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.token(service.demo.token.slice(-4)));
  expect(await own.list()).toEqual([[expect.stringMatching(/^API token · https:\/\/localhost:\d+ .* · cloud-/), service.demo.token]]);
  await expect(await ask(page, 'Say: from a token')).toContainText('from a token');
});

test('connects by an entry of the ssh config, and asks for the host key over the setup', async ({ open, testbed }) => {
  const own = await testbed();
  const window = await open({ dialogs: { file: own.service.caFile } });
  const { page } = window;
  await nameService(window, own.service);
  await goOn(page);
  await page.getByRole('radio', { name: setupText.access.instance.title }).click();
  await goOn(page);
  await chooseLab(page);
  await expectAccessible(window, 'the wizard: instance');
  await goOn(page);
  await acceptHostKey(page, own);
  const paths = page.getByRole('group', { name: setupText.enginePath.found(1) });
  await expect(paths.getByRole('checkbox', { name: 'engine-b' })).toBeChecked();
  await expect(paths).toContainText('alpha-R1');
  await expectAccessible(window, 'the wizard: engine paths');
  await expect(page.getByRole('textbox', { name: setupText.enginePath.another })).toBeFocused();
  await page.keyboard.type('/beta-4-scout/'); // as copied from a URL
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: setupText.connectedTitle })).toContainText(setupText.models(['alpha-R1', 'beta-4-scout']));
  await page.getByRole('button', { name: setupText.done }).click();
  await goTo(page, 'Chat');
  const answer = await ask(page, 'Say: through the instance');
  await expect(answer).toContainText('through the instance');
  await expect(answer.getByRole('list', { name: chatText.answer.details })).toContainText(sharedText.modes.direct);
});

test(
  'keeps a typed engine path while the models are loaded again',
  browserOnly('it changes an event of the page'),
  async ({ open, testbed }) => {
    const own = await testbed();
    const window = await open({
      dialogs: { file: own.service.caFile },
      prepare: (opening) =>
        patchBridge(
          opening,
          (bridge) => {
            const { on } = bridge;
            let isRefreshing = false;
            let newest: { readonly event: string; readonly payload?: object } | undefined;
            bridge.on = (listener) => {
              const deliver = (batch: readonly { readonly event: string; readonly payload?: object }[]) => {
                newest = batch.findLast(({ event }) => event === 'connection.changed') ?? newest;
                const mark = (message: { readonly event: string; readonly payload?: object }) =>
                  message.event === 'connection.changed' && isRefreshing
                    ? { ...message, payload: { ...message.payload, isRefreshing } }
                    : message;
                listener(batch.map(mark));
              };
              addEventListener('refreshing', (event) => {
                isRefreshing = (event as CustomEvent<boolean>).detail;
                if (newest) deliver([newest]);
              });
              on(deliver);
            };
          },
          undefined,
        ),
    });
    const { page } = window;
    const refresh = (isRefreshing: boolean) =>
      page.evaluate((detail) => void dispatchEvent(new CustomEvent('refreshing', { detail })), isRefreshing);
    await nameService(window, own.service);
    await goOn(page);
    await page.getByRole('radio', { name: setupText.access.instance.title }).click();
    await goOn(page);
    await chooseLab(page);
    await goOn(page);
    await acceptHostKey(page, own);
    const field = page.getByRole('textbox', { name: /engine path/i });
    await expect(field).toBeFocused();
    await page.keyboard.type('beta-4');
    await page.getByRole('button', { name: setupText.done }).focus();
    await refresh(true);
    await expect(page.getByRole('dialog')).toContainText(setupText.loadingModels);
    await refresh(false);
    await expect(page.getByRole('dialog')).not.toContainText(setupText.loadingModels);
    await expect(field).toHaveValue('beta-4');
    await expect(page.getByRole('button', { name: setupText.done })).toBeFocused();
  },
);

test('connects by both modes, and resumes a closed setup without the token', quick, async ({ open, keyring, testbed, profile }) => {
  const own = await testbed();
  await mkdir(path.join(profile, '.ssh'), { recursive: true, mode: 0o700 });
  await copyFile(own.sshd.keyFile, path.join(profile, '.ssh/id_ed25519'));
  const keys = await keyring();
  const window = await open({ keyring: keys, dialogs: { file: own.service.caFile } });
  const { page } = window;
  await nameService(window, own.service);
  await goOn(page);
  const both = page.getByRole('radio', { name: setupText.access.both.title });
  await both.click();
  await goOn(page);
  await page.getByRole('button', { name: setupText.back, exact: true }).click();
  await expect(both).toBeFocused();
  await goOn(page);
  const { host, port, login } = own.instance;
  await page.getByRole('textbox', { name: profilesText.instance.host.label }).fill(host);
  await page.getByRole('textbox', { name: profilesText.instance.port }).fill(String(port));
  await page.getByRole('textbox', { name: profilesText.instance.username.label }).fill(login);
  await goOn(page);
  await page.getByRole('textbox', { name: profilesText.token.field }).fill('typed, not sent');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await reload(page);
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: profilesText.connect }).click();
  await expect(page.getByRole('dialog', { name: setupText.titles.token })).toBeVisible();
  await expect(page.getByRole('textbox', { name: profilesText.token.field })).toHaveValue('');
  await enterToken(page, own.service.demo.token);
  await acceptHostKey(page, own);
  // the proxy's models are the names of two paths
  const paths = page.getByRole('group', { name: setupText.enginePath.found(3) });
  await paths.getByRole('checkbox', { name: 'gamma-oss-120b' }).click();
  await page.getByRole('button', { name: setupText.enginePath.add }).click();
  await expect(page.getByRole('dialog', { name: setupText.connectedTitle })).toContainText(setupText.models(['beta-4-scout', 'alpha-R1']));
  await page.getByRole('button', { name: setupText.done }).click();
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough(host));
  expect(await keys.list()).toEqual([[expect.stringContaining('API token · https://localhost'), own.service.demo.token]]);
  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.token(own.service.demo.token.slice(-4)));
});

test('starts over for the next service after it was completed (catches a first service overwritten by a second)', async ({
  open,
  service,
}) => {
  const window = await open({ dialogs: { file: service.caFile } });
  const { page } = window;
  await goToTokenStep(window, service);
  await enterToken(page, service.demo.token);
  await expect(page.getByRole('dialog', { name: setupText.connectedTitle })).toContainText(
    setupText.models(['alpha-R1', 'beta-4-scout', 'gamma-oss-120b']),
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: profilesText.connect }).click();
  const dialog = page.getByRole('dialog', { name: setupText.titles.service });
  await expect(dialog.getByRole('textbox', { name: profilesText.service.baseUrl.label })).toHaveValue('');
  await dialog.getByRole('textbox', { name: profilesText.service.baseUrl.label }).fill(service.demo.baseUrl);
  await dialog.getByRole('textbox', { name: profilesText.service.name.label }).fill('Cloud');
  await expect(dialog).toContainText(profilesText.service.nameTaken('Cloud')); // catches an error that is shown two steps later
  await expect(dialog.getByRole('button', { name: setupText.continue })).toBeDisabled();
});

test('starts over after its profile was used without it (catches a working profile overwritten by the next service)', async ({
  open,
  service,
}) => {
  const window = await open({ dialogs: { file: service.caFile } });
  const { page } = window;
  await goToTokenStep(window, service);
  await expect(page.getByRole('dialog', { name: setupText.titles.token })).toBeVisible();
  await page.keyboard.press('Escape');
  const profiles = page.getByRole('combobox', { name: profilesText.profile });
  for (const name of [/^Cloud/, /^Demo/]) {
    await profiles.click();
    await page.getByRole('option', { name }).click();
    await expect(profiles).toContainText(name.source.slice(1));
  }
  await page.getByRole('button', { name: profilesText.connect }).click();
  const dialog = page.getByRole('dialog', { name: setupText.titles.service });
  await expect(dialog.getByRole('textbox', { name: profilesText.service.baseUrl.label })).toHaveValue('');
});

test('tries again after the service has failed at the last step', async ({ open, service }) => {
  const window = await open({ dialogs: { file: service.caFile } });
  const { page } = window;
  await goToTokenStep(window, service);
  const lift = service.demo.fault('status,status=503');
  await enterToken(page, service.demo.token);
  await page.getByRole('button', { name: profilesText.token.saveUnchecked }).click();
  const again = page.getByRole('button', { name: setupText.tryAgain });
  await expect(again).toBeVisible();
  lift();
  await again.click();
  await expect(page.getByRole('dialog', { name: setupText.connectedTitle })).toBeVisible();
});

test('has at most three buttons in one row if the keychain fails', async ({ open, keyring, service }) => {
  const window = await open({ keyring: await keyring('no-service'), dialogs: { file: service.caFile } });
  const { page } = window;
  await goToTokenStep(window, service);
  await enterToken(page, service.demo.token);
  await expect(page.getByRole('button', { name: profilesText.token.saveUntilQuit })).toBeVisible();
  await expectAccessible(window, 'the wizard: no keychain');
  await page.getByRole('button', { name: profilesText.token.saveUntilQuit }).click();
  await expect(page.getByRole('dialog', { name: setupText.connectedTitle })).toBeVisible();
});

const onWindows = browserOnly('the page believes that it runs on Windows; Electron’s bridge can not be changed from the page');

// Catches a user with a security key who learns only from a rejected sign-in that it can't work.
test('says on Windows what can’t sign in there, and what to do instead', onWindows, async ({ open, testbed }) => {
  const own = await testbed();
  const window = await open({ dialogs: { file: own.service.caFile }, prepare: (opening) => describeAppAs(opening, { platform: 'win32' }) });
  const { page } = window;
  await nameService(window, own.service);
  await goOn(page);
  await page.getByRole('radio', { name: setupText.access.instance.title }).click();
  await goOn(page);
  await expect(page.getByRole('dialog')).toContainText(profilesText.instance.systemSsh.notOnWindows);
  await expect(page.getByRole('switch', { name: profilesText.instance.systemSsh.label })).toHaveCount(0);
});
