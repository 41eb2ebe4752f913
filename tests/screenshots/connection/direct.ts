import { startTestbed } from '../../support/testbed.ts';
import { connectTo, startTestService } from '../../support/test-service.ts';
import { goTo } from '../../support/window.ts';
import { runCheck } from './run-check.ts';
import type { Scene } from '../scene.ts';
import { connectionText, sshQuestionsText, checkText } from '../../../renderer/connection/text.ts';
import { connectionStateText } from '../../../electron/presentation/connection-text.ts';

/** Direct mode without a tunnel, with a stalled tunnel, and with instances that ask for a password or reject every login. */
export const direct: Scene = async ({ profile, open, window, page, shoot, button, leave, service }) => {
  const foot = () => page().getByRole('contentinfo');
  const tab = (name: string) => page().getByRole('tab', { name }).click();
  const inside = await startTestService();
  inside.demo.setBehaviour({ isInsideNetwork: true });
  const testbed = await startTestbed(profile);
  try {
    await open();
    await connectTo(window().core, inside, { name: 'Inside', mode: 'direct', hasToken: false });
    await foot().getByText(connectionStateText.withoutTunnel).waitFor();
    await goTo(page(), 'Connection');
    await shoot('overview-on-the-network');
    await tab(connectionText.tabs.tunnel);
    await shoot('tunnel-not-needed');

    await testbed.trustHostKey();
    await connectTo(window().core, testbed.service, { name: 'Lab', mode: 'direct', hasToken: false, instance: testbed.instance });
    await foot().getByText(connectionStateText.connectedThrough('lab')).waitFor();
    await shoot('tunnel-up', 'in both sizes');
    await tab(connectionText.tabs.models);
    await shoot('models-direct', 'in both sizes');
    await tab(connectionText.tabs.overview);
    testbed.network.drop();
    await window().wakeUp();
    await foot()
      .getByText(new RegExp(`${connectionStateText.checking('lab')}|${connectionStateText.reconnecting}`))
      .waitFor({ timeout: 60_000 });
    await shoot('overview-network-lost', 'in both sizes');
    await button(checkText.check).click();
    await button(checkText.stop).waitFor();
    await shoot('check-running', 'in both sizes');
    await button(checkText.stop).click();
    await button(checkText.checkAgain).waitFor();
    await shoot('check-cancelled');
    testbed.network.heal();

    await connectTo(window().core, service, { name: 'Asking', mode: 'direct', hasToken: false });
    await button(sshQuestionsText.hostKey.accept).click();
    await page().getByRole('dialog').getByLabel('Password').waitFor();
    await shoot('tunnel-login-asked');
    await leave();
    await foot().getByText(connectionStateText.notConnected).waitFor();
    await shoot('tunnel-login-given-up', 'in both sizes');

    const refused = { ...testbed.instance, alias: null, login: 'nobody-here' };
    await connectTo(window().core, testbed.service, { name: 'Refused', mode: 'direct', hasToken: false, instance: refused });
    await foot().getByText('nobody-here').first().waitFor();
    await tab(connectionText.tabs.tunnel);
    await shoot('tunnel-login-refused', 'in both sizes');
    await tab(connectionText.tabs.overview);
    await runCheck(page());
    await shoot('check-login-refused', 'in both sizes');
  } finally {
    await testbed.close();
    await inside.close();
  }
};
