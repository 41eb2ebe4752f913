import { createKeytarVault } from '../../../electron/core/credentials/keytar-vault.ts';
import { connectTo } from '../../support/test-service.ts';
import { goTo } from '../../support/window.ts';
import { runCheck } from './run-check.ts';
import type { Scene } from '../scene.ts';
import { context } from '../../support/call-context.ts';
import { must } from '../../support/must.ts';
import { connectionText } from '../../../renderer/connection/text.ts';
import { profilesText } from '../../../renderer/connection/profiles/text.ts';
import { connectionStateText } from '../../../electron/presentation/connection-text.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

/** The proxy without a token, with an unsaved token, unreachable, and with an unknown certificate authority. */
export const proxy: Scene = async ({ open, window, page, shoot, button, leave, service }) => {
  const no = () => Promise.reject(new Error('User canceled the operation.'));
  const vault = createKeytarVault({
    load: async () => ({ getPassword: async () => null, setPassword: no, deletePassword: async () => false }),
    readLock: async () => 'unlocked',
  });
  await open({ core: { vault } });
  const foot = () => page().getByRole('contentinfo');
  const { id, service: known } = await connectTo(window().core, service, { hasToken: false, hasInstance: false });
  await foot().getByText(connectionStateText.noToken).waitFor();
  await goTo(page(), 'Connection');
  await shoot('overview-no-token', 'in both sizes');
  await runCheck(page());
  await shoot('check-no-token');
  await button(profilesText.token.enter).click();
  await page().getByRole('textbox', { name: profilesText.token.field }).fill(service.demo.token);
  await page().keyboard.press('Enter');
  await button(profilesText.token.saveUntilQuit).waitFor();
  await shoot('keychain-refused-token');
  await button(profilesText.token.saveUntilQuit).click();
  await foot()
    .getByText(connectionStateText.tokenUntilQuit(service.demo.token.slice(-4)))
    .waitFor();
  await shoot('overview-token-until-quit');
  await page().getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  await shoot('tunnel-no-instance');
  await page().getByRole('tab', { name: connectionText.tabs.overview }).click();
  await page().keyboard.press('ControlOrMeta+Shift+d');
  await foot()
    .getByText(describeFailure(failure('network-not-permitted', { host: new URL(service.demo.baseUrl).host })).message)
    .waitFor();
  await shoot('overview-no-instance');
  await runCheck(page());
  await shoot('check-no-instance', 'in both sizes');
  await page().keyboard.press('ControlOrMeta+Shift+d');
  await foot()
    .getByText(connectionStateText.tokenUntilQuit(service.demo.token.slice(-4)))
    .waitFor();

  const change = async (to: Partial<typeof known>) => {
    const { handlers } = window().core;
    must(await handlers['profiles.change']({ id, change: { service: { ...known, ...to } } }, context));
    const token = { profileId: id, token: service.demo.token, keeping: 'until-quit', isUnchecked: true } as const;
    must(await handlers['token.set'](token, context));
  };
  await change({ baseUrl: 'https://localhost:1' });
  await foot()
    .getByText(describeFailure(failure('host-refused', { host: 'localhost:1' })).message)
    .waitFor();
  await shoot('overview-proxy-away', 'in both sizes');
  await runCheck(page());
  await shoot('check-proxy-away');
  await change({ caFile: null });
  await foot().getByText('certificate').waitFor();
  await runCheck(page());
  await shoot('check-authority', 'in both sizes');
  await button(connectionText.remedies['choose-authorities']).click();
  await shoot('profile-authorities', 'in both sizes');
  await leave();
};
