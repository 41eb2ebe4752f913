import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connectTo } from '../support/test-service.ts';
import { watchProcesses } from '../support/process-watch.ts';
import { findSecrets } from '../support/secret-scan.ts';
import { ask } from '../support/window-chat.ts';
import { expect, goTo, quick, test } from '../support/window.ts';
import { connectionText, pathText, sshQuestionsText, checkText } from '../../renderer/connection/text.ts';
import { profilesText } from '../../renderer/connection/profiles/text.ts';
import { localApiText } from '../../renderer/connection/local-api/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';

test('leaves no secret in files, processes, reports or the page’s memory', quick, async ({ open, keyring, testbed, profile }) => {
  test.slow(); // takes two snapshots of the page's memory
  const passphrase = 'swift-otter-opens-7261';
  const own = await keyring();
  const { service, instance, trustHostKey } = await testbed({ passphrase });
  await trustHostKey();
  const window = await open({ keyring: own });
  const { core, page } = window;
  await window.context.tracing.stop(); // a trace would record typed text
  const processes = watchProcesses();
  const { token } = service.demo;
  await connectTo(core, service, { hasToken: false, instance: { ...instance, transport: 'openssh' } });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Connection');
  await expect(page.getByRole('region', { name: pathText.title }).getByRole('alert')).toBeVisible(); // the button moves to it
  await page.getByRole('button', { name: profilesText.token.enter }).click();
  await page.getByRole('textbox', { name: profilesText.token.field }).focus();
  await page.keyboard.insertText(token);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.token(token.slice(-4)));
  await goTo(page, 'Chat');
  await ask(page, 'Say: by the proxy');

  await page.keyboard.press('ControlOrMeta+Shift+d');
  const question = page.getByRole('dialog', { name: sshQuestionsText.passphrase.title });
  for (const typed of ['swift-otter-mistypes-7261', passphrase]) {
    await question.getByLabel(sshQuestionsText.passphrase.label).focus();
    await page.keyboard.insertText(typed);
    await processes.look();
    await page.keyboard.press('Enter');
    if (typed !== passphrase) await expect(question).toContainText(sshQuestionsText.passphrase.wrong);
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough('lab'));
  await ask(page, 'Say: by the tunnel');

  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.localApi }).click();
  await page.getByRole('textbox', { name: localApiText.keys.name }).fill('notebook');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: localApiText.keys.newKey.title });
  const key = await dialog.locator('code').innerText();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: connectionText.tabs.overview }).click();
  await page.getByRole('button', { name: checkText.check }).click();
  await expect(page.getByRole('button', { name: checkText.copy })).toBeVisible();

  const secrets = { 'the token': token, 'the passphrase': passphrase, 'a mistyped one': 'swift-otter-mistypes-7261', 'the key': key };
  const places = { window, folder: profile, processes };
  expect(
    processes.seen().some((words) => /\bssh\0.*\blab\b/s.test(words)),
    'ssh was started',
  ).toBe(true);
  const inPage = { 'the conversation': 'by the tunnel' };
  const foundAtFirst = await findSecrets({ ...secrets, ...inPage }, places);
  expect(foundAtFirst).toContain('the conversation in the memory of the page');
  expect(foundAtFirst.filter((place) => !place.startsWith('the conversation'))).toEqual([]);

  // Proves that the scan finds a secret.
  await page.evaluate((planted) => Object.assign(window, { planted }), token);
  await writeFile(path.join(profile, 'logs/planted.log'), passphrase);
  const child = spawn('sleep', ['60'], { env: { PLANTED: key } });
  const found = await findSecrets(secrets, places).finally(() => child.kill());
  processes.stop();
  expect(found.toSorted()).toEqual(
    ['the token in the memory of the page', 'the passphrase in logs/planted.log', 'the key in a process'].toSorted(),
  );
});
