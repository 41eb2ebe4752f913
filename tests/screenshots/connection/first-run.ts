import { goTo } from '../../support/window.ts';
import type { Scene } from '../scene.ts';
import { setupText, profilesText } from '../../../renderer/connection/profiles/text.ts';
import { chatText } from '../../../renderer/chat/text.ts';

/** The setup from its first step: completed with a token, and with an unreachable instance. */
export const firstRun: Scene = async ({ open, page, shoot, button, leave, service }) => {
  await open({ dialogs: { file: service.caFile } });
  await shoot('first-run');
  const dialog = () => page().getByRole('dialog');
  const field = (name: string) => page().getByRole('textbox', { name });
  const goOn = () => dialog().getByRole('button', { name: setupText.continue }).click();
  const nameService = async () => {
    await button(profilesText.connect).click();
    await shoot('setup-service', 'in both sizes');
    await field(profilesText.service.baseUrl.label).fill(service.demo.baseUrl);
    await dialog().getByText(profilesText.service.more).click();
    await button(profilesText.service.chooseFile).click();
    await dialog().getByText('.pem').waitFor();
  };
  await goTo(page(), 'Connection');
  await nameService();
  await goOn();
  await page().getByRole('radio', { name: setupText.access.token.title }).click();
  await goOn();
  const lift = service.demo.fault('slow-first-byte');
  await field(profilesText.token.field).fill(service.demo.token);
  await page().keyboard.press('Enter');
  await button(profilesText.token.stop).waitFor();
  await shoot('setup-token-asking');
  await button(profilesText.token.stop).click();
  lift();
  await button(profilesText.token.checkAndSave).click();
  await page().getByRole('dialog', { name: setupText.connectedTitle }).waitFor();
  await shoot('setup-connected', 'in both sizes');
  await button(setupText.startConversation).click();
  await page().getByRole('heading', { name: chatText.newConversation }).waitFor();
  await shoot('chat-connected');

  await goTo(page(), 'Connection');
  await nameService();
  await shoot('setup-name-taken', 'in both sizes');
  await field(profilesText.service.name.label).fill('By my instance');
  await goOn();
  await page().getByRole('radio', { name: setupText.access.instance.title }).click();
  await goOn();
  await field(profilesText.instance.host.label).fill('127.0.0.1');
  await field(profilesText.instance.port).fill('1');
  await field(profilesText.instance.username.label).fill('ada');
  await shoot('setup-instance-typed', 'in both sizes');
  await goOn();
  await button(setupText.tryAgain).waitFor({ timeout: 60_000 });
  await shoot('setup-connect-trouble', 'in both sizes');
  await leave();
};
