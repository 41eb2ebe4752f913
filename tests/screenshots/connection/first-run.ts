import { goTo } from '../../support/window.ts';
import type { Scene } from '../scene.ts';

/** The setup from its first step: completed with a token, and with an unreachable instance. */
export const firstRun: Scene = async ({ open, page, shoot, button, leave, service }) => {
  await open({ dialogs: { file: service.caFile } });
  await shoot('first-run');
  const dialog = () => page().getByRole('dialog');
  const field = (name: string) => page().getByRole('textbox', { name });
  const goOn = () => dialog().getByRole('button', { name: 'Go on' }).click();
  const nameService = async () => {
    await button('Connect to your service…').click();
    await shoot('wizard-service', 'in both sizes');
    await field('Base URL').fill(service.demo.baseUrl);
    await dialog().getByText('More', { exact: true }).click();
    await button('Choose a file…').click();
  };
  await goTo(page(), 'Connection');
  await nameService();
  await goOn();
  await page().getByRole('radio', { name: 'With an API token' }).click();
  await goOn();
  const lift = service.demo.fault('slow-first-byte');
  await field('API token').fill(service.demo.token);
  await page().keyboard.press('Enter');
  await button('Stop').waitFor();
  await shoot('wizard-token-asking');
  await button('Stop').click();
  lift();
  await button('Check and keep').click();
  await page().getByRole('dialog', { name: 'Connected' }).waitFor();
  await shoot('wizard-connected', 'in both sizes');
  await button('Start a conversation').click();
  await page().getByRole('heading', { name: 'New conversation' }).waitFor();
  await shoot('chat-connected');

  await goTo(page(), 'Connection');
  await nameService();
  await shoot('wizard-name-taken', 'in both sizes');
  await field('Name').fill('By my instance');
  await goOn();
  await page().getByRole('radio', { name: 'Through my instance' }).click();
  await goOn();
  await field('Host').fill('127.0.0.1');
  await field('Port').fill('1');
  await field('Login').fill('ada');
  await shoot('wizard-instance-typed', 'in both sizes');
  await goOn();
  await button('Try again').waitFor({ timeout: 60_000 });
  await shoot('wizard-connect-trouble', 'in both sizes');
  await leave();
};
