import type { Page } from 'playwright/test';
import { ok } from '../../electron/contract/failure.ts';
import type { PlayedService } from '../support/played-service.ts';
import { ask } from '../support/window-chat.ts';
import { expect, expectAccessible, goTo, test, type TestWindow } from '../support/window.ts';

const shellFor = ({ caFile }: PlayedService) => ({ 'shell.chooseAuthorities': () => ok({ file: caFile }) });

/** The steps up to the question how one wants in. */
async function nameService({ page }: TestWindow, service: PlayedService): Promise<void> {
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: 'Connect to your service…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which service?' });
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(service.demo.baseUrl);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cloud');
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await expect(dialog).toContainText(service.caFile);
}

async function goOn(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
}

async function enterToken(page: Page, token: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API token' }).fill(token);
  await page.keyboard.press('Enter');
}

/** The instance asks who it is, and for the password. */
async function letIn(page: Page, { demo: { instance } }: PlayedService): Promise<void> {
  await expect(page.getByRole('dialog', { name: /^Is this / })).toContainText(instance.fingerprint());
  await page.getByRole('button', { name: 'It is the same: connect' }).click();
  await page.getByLabel('Password').fill(instance.password);
  await page.keyboard.press('Enter');
}

test('from a token to an answer; a wrong one is named first', async ({ open, service }) => {
  const window = await open({ shell: shellFor(service) });
  const { page } = window;
  await nameService(window, service);
  await expectAccessible(window, 'the wizard: service');
  await page.getByRole('textbox', { name: 'Base URL' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'With an API token' }).click();
  await expectAccessible(window, 'the wizard: ways');
  await goOn(page);
  await enterToken(page, 'sk-not-a-token-of-this-service');
  const dialog = page.getByRole('dialog', { name: 'Your API token' });
  await expect(dialog.getByRole('alert')).toContainText(/token/i);
  await expectAccessible(window, 'the wizard: a wrong token');
  await enterToken(page, service.demo.token);
  await expect(page.getByRole('dialog', { name: 'Connecting' })).toContainText('3 models');
  await expectAccessible(window, 'the wizard: models found');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('contentinfo')).toContainText(`token ends …${service.demo.token.slice(-4)}`);
  await goTo(page, 'Chat');
  await expect(await ask(page, 'Say: from a token')).toContainText('from a token');
});

test('from an instance to an answer, with its questions over the wizard', async ({ open, service }) => {
  const window = await open({ shell: shellFor(service) });
  const { page } = window;
  await nameService(window, service);
  await goOn(page);
  await page.getByRole('radio', { name: 'Through my instance' }).click();
  await goOn(page);
  const { host, port, login } = service.demo.instance;
  await page.getByRole('textbox', { name: 'Host' }).fill(host);
  await page.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await page.getByRole('textbox', { name: 'Login' }).fill(login);
  await expectAccessible(window, 'the wizard: instance');
  await goOn(page);
  const segment = page.getByRole('textbox', { name: /Which segment/ });
  await segment.fill('beta-4-scout');
  await page.keyboard.press('Enter');
  await letIn(page, service);
  await expect(page.getByRole('dialog', { name: 'Connecting' })).toContainText('One model: beta-4-scout');
  await page.getByRole('button', { name: 'Done' }).click();
  await goTo(page, 'Chat');
  const answer = await ask(page, 'Say: through the instance');
  await expect(answer).toContainText('through the instance');
  await expect(answer.getByRole('list', { name: 'About this answer' })).toContainText('Direct');
});

test('by both ways; left in the middle, it is resumed where it was, without the token', async ({ open, service }) => {
  const window = await open({ shell: shellFor(service) });
  const { page } = window;
  await nameService(window, service);
  await goOn(page);
  await page.getByRole('radio', { name: 'Both' }).click();
  await goOn(page);
  const { host, port, login } = service.demo.instance;
  await page.getByRole('textbox', { name: 'Host' }).fill(host);
  await page.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await page.getByRole('textbox', { name: 'Login' }).fill(login);
  await goOn(page);
  await page.getByRole('textbox', { name: 'API token' }).fill('typed, not sent');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: 'Connect to your service…' }).click();
  await expect(page.getByRole('dialog', { name: 'Your API token' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'API token' })).toHaveValue('');
  await enterToken(page, service.demo.token);
  await expect(page.getByRole('dialog', { name: 'Connecting' })).toBeVisible();
  const segment = page.getByRole('textbox', { name: /Which segment/ });
  const hostKey = page.getByRole('dialog', { name: /^Is this / });
  await expect(segment.or(hostKey)).toBeVisible();
  if (await segment.isVisible()) {
    await segment.fill('beta-4-scout');
    await page.keyboard.press('Enter');
  }
  await letIn(page, service);
  await expect(page.getByRole('dialog', { name: 'Connecting' })).toContainText('beta-4-scout');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('through tunnel to');
  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(page.getByRole('contentinfo')).toContainText('token ends');
});
