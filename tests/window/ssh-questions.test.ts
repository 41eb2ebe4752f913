import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connectTo, startTestService } from '../support/test-service.ts';
import { canAskForCodes, canFakeAccounts, oneTimeCodes, startSshdWithPassword } from '../support/password-sshd.ts';
import { ask } from '../support/window-chat.ts';
import { expect, expectAccessible, goTo, quick, test } from '../support/window.ts';
import { connectionText, sshQuestionsText, tunnelText, checkText } from '../../renderer/connection/text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';

const dismissed = failure('sign-in-dismissed', { hop: '127.0.0.1', tried: [], notes: [] });

/** Matches either sentence that the previous answer was not accepted. */
const notAccepted = new RegExp(`${sshQuestionsText.password.wrong}|${sshQuestionsText.prompts.rejectedRemedy}`);

test('asks for host key, password and code, answered by keyboard alone', quick, async ({ window }) => {
  const service = await startTestService({ oneTimeCode: '271828' });
  try {
    const { core, page } = window;
    await connectTo(core, service, { mode: 'direct', hasToken: false });
    const hostKey = page.getByRole('dialog', { name: sshQuestionsText.hostKey.title('') });
    await expect(hostKey).toContainText(service.demo.instance.fingerprint());
    await expectAccessible(window, 'the host key question');
    await expect.poll(() => hostKey.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const same = hostKey.getByRole('button', { name: sshQuestionsText.hostKey.accept });
    for (let presses = 0; presses < 6 && !(await same.evaluate((element) => element === document.activeElement)); presses += 1) {
      await page.keyboard.press('Tab');
    }
    await expect(same).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(hostKey).toBeHidden();

    const prompts = page.getByRole('dialog', { name: sshQuestionsText.prompts.title(service.demo.instance.host) });
    await expect(prompts).toContainText(
      sshQuestionsText.prompts.said(service.demo.instance.host, 'Causeway demo · This instance is a demo.'),
    );
    await expect(prompts.getByLabel('Password')).toBeFocused();
    await expectAccessible(window, 'the password prompt');
    await page.keyboard.type(service.demo.instance.password);
    await page.keyboard.press('Enter');
    await expect(prompts.getByLabel('Verification code')).toBeFocused();
    await page.keyboard.type('271828');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough(service.demo.instance.host));
  } finally {
    await service.close();
  }
});

// Catches a failure that the question is no longer open, which stays visible.
test('answers a question once if it is answered twice at once', async ({ core, page, service }) => {
  await connectTo(core, service, { mode: 'direct', hasToken: false });
  const accept = page.getByRole('button', { name: sshQuestionsText.hostKey.accept });
  await accept.press('Shift'); // Electron trusts a host key only after a key or click
  await accept.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  const prompts = page.getByRole('dialog', { name: sshQuestionsText.prompts.title(service.demo.instance.host) });
  await prompts.getByLabel('Password').fill(service.demo.instance.password);
  await prompts.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough(service.demo.instance.host));
  await expect(page.getByText(describeFailure(failure('question-closed')).message)).toHaveCount(0);
});

test('reports a dismissed question (catches a window that hangs)', async ({ core, page, testbed }) => {
  const { service, instance } = await testbed();
  await connectTo(core, service, { mode: 'direct', hasToken: false, instance });
  await expect(page.getByRole('dialog', { name: sshQuestionsText.hostKey.title('') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.notConnected);
  await goTo(page, 'Connection');
  await expect(page.getByRole('alert').first()).toBeVisible();
});

// Catches a Cancel after which the next sign-in method asks.
test('shows no further question after one is dismissed', async ({ core, page, service }) => {
  await connectTo(core, service, { mode: 'direct', hasToken: false });
  await page.getByRole('button', { name: sshQuestionsText.hostKey.accept }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(notAccepted);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.notConnected);
  await expect(dialog).toHaveCount(0);
  await goTo(page, 'Connection');
  await expect(page.getByRole('alert')).toContainText(describeFailure(dismissed).message);
  await page.getByRole('button', { name: connectionText.remedies.reconnect, exact: true }).click();
  await expect(dialog.getByLabel('Password')).toBeVisible();
});

test('rejects a changed host key until the user confirms the new instance', async ({ window, core, page, testbed }) => {
  const { service, instance, sshd, trustHostKey, fingerprint } = await testbed();
  await trustHostKey();
  await sshd.kill();
  await sshd.start({ isNewHostKey: true });
  await connectTo(core, service, { mode: 'direct', hasToken: false, instance });
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.notConnected);
  await expect(page.getByRole('dialog')).toHaveCount(0); // no dialog offers to accept it with one click
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  await page.getByRole('button', { name: connectionText.remedies['confirm-new-instance'] }).click();
  const dialog = page.getByRole('dialog', { name: tunnelText.newInstance.title });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: checkText.check }).click();
  await expect(page.getByRole('button', { name: checkText.copy })).toBeVisible(); // until then the tunnel reconnects and the button moves
  await page.getByRole('button', { name: connectionText.remedies['confirm-new-instance'] }).click();
  await expectAccessible(window, 'confirming a new instance');
  await dialog.getByRole('textbox').fill('SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox').fill(await fingerprint());
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough('lab'));
});

test('asks for a key’s passphrase once, saves it as chosen, and doesn’t ask at the next start', async ({ open, keyring, testbed }) => {
  const own = await keyring();
  const { service, instance, trustHostKey } = await testbed({ passphrase: 'correct horse' });
  await trustHostKey();
  const first = await open({ keyring: own });
  await connectTo(first.core, service, { mode: 'direct', hasToken: false, instance });
  const dialog = first.page.getByRole('dialog', { name: sshQuestionsText.passphrase.title });
  await dialog.getByLabel(sshQuestionsText.passphrase.label).fill('wrong horse');
  await first.page.keyboard.press('Enter');
  await expect(dialog).toContainText(sshQuestionsText.passphrase.wrong);
  await expectAccessible(first, 'a wrong passphrase');
  await dialog.getByLabel(sshQuestionsText.passphrase.label).fill('correct horse');
  await dialog.getByRole('switch', { name: sshQuestionsText.save.label }).click();
  await dialog.getByRole('button', { name: sshQuestionsText.continue }).click();
  await expect(first.page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough('lab'));
  await expect(dialog).toBeHidden();
  await expect.poll(own.list).toEqual([[expect.stringMatching(/^Key passphrase · .*client.* · cloud-/), 'correct horse']]);
  await first.close();

  const { page } = await open({ keyring: own });
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough('lab'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(await ask(page, 'Say: unasked')).toContainText('unasked');
});

const wayOfAsking = [
  ['its password', ['UsePAM no', 'PasswordAuthentication yes', 'KbdInteractiveAuthentication no']],
  ['what PAM wants to know', ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes']],
] as const;
for (const [what, config] of wayOfAsking) {
  test(`asks for ${what} of a real sshd, and again after a wrong answer`, async ({ window }) => {
    test.skip(!canFakeAccounts(), 'sshd can’t be given accounts on this machine');
    const asking = await askingInstance(config);
    try {
      const { core, page } = window;
      await connectTo(core, asking.service, { mode: 'direct', hasToken: false, instance: asking.instance });
      await page.getByRole('button', { name: sshQuestionsText.hostKey.accept }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Password')).toBeVisible();
      await expect(dialog).not.toContainText(notAccepted);
      await dialog.getByLabel('Password').fill('wrong');
      await page.keyboard.press('Enter');
      await expect(dialog).toContainText(notAccepted);
      await expect(dialog.getByLabel('Password')).toHaveValue('');
      await expectAccessible(window, `asked again for ${what}`);
      await dialog.getByLabel('Password').fill('pass wörd');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough('127.0.0.1'));
      await expect(dialog).toHaveCount(0);
    } finally {
      await asking.close();
    }
  });
}

test('asks for a one-time code after the password, and for a new one at every login', async ({ window }) => {
  test.skip(!canAskForCodes(), 'sshd can’t be given accounts on this machine, or pam_oath is missing');
  const config = ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes'];
  const asking = await askingInstance(config, true);
  try {
    const { core, page } = window;
    await connectTo(core, asking.service, { mode: 'direct', hasToken: false, instance: asking.instance });
    await page.getByRole('button', { name: sshQuestionsText.hostKey.accept }).click();
    const dialog = page.getByRole('dialog');
    const password = dialog.getByLabel('Password', { exact: true });
    const code = dialog.getByLabel('One-time password');
    await password.fill('pass wörd');
    await page.keyboard.press('Enter');
    await expect(code).toBeFocused();
    await code.fill('000000');
    await page.keyboard.press('Enter');
    // The server doesn't report which of the two was wrong, so both are asked again.
    await expect(password).toBeFocused();
    await expect(dialog).toContainText(notAccepted);
    await password.fill('pass wörd');
    await page.keyboard.press('Enter');
    await expect(code).toBeFocused();
    await code.fill(oneTimeCodes[0]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough('127.0.0.1'));

    await goTo(page, 'Connection');
    await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
    await page.getByRole('button', { name: tunnelText.reconnect, exact: true }).click();
    // The password is remembered while Causeway runs, a code never.
    await expect(code).toBeFocused();
    await expect(dialog).not.toContainText(notAccepted);
    await expectAccessible(window, 'a one-time code');
    await code.fill(oneTimeCodes[1]);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough('127.0.0.1'));
  } finally {
    await asking.close();
  }
});

/** Starts a real sshd with these settings as an instance, and a service behind it. */
async function askingInstance(config: readonly string[], wantsCode = false) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-sshd-'));
  const sshd = await startSshdWithPassword(folder, 'pass wörd', config, wantsCode);
  const service = await startTestService({ insideAddress: '127.0.0.2' });
  return {
    service,
    instance: { host: '127.0.0.1', port: sshd.port, login: sshd.login, alias: null, transport: 'ssh2' } as const,
    close: async () => {
      sshd.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
