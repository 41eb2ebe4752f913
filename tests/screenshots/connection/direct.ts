import { startTestbed } from '../../support/testbed.ts';
import { connectTo, startTestService } from '../../support/test-service.ts';
import { goTo } from '../../support/window.ts';
import { runCheck } from './run-check.ts';
import type { Scene } from '../scene.ts';

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
    await foot().getByText('Connected without a tunnel').waitFor();
    await goTo(page(), 'Connection');
    await shoot('road-on-the-network');
    await tab('Tunnel');
    await shoot('tunnel-not-needed');

    await testbed.trustHostKey();
    await connectTo(window().core, testbed.service, { name: 'Lab', mode: 'direct', hasToken: false, instance: testbed.instance });
    await foot().getByText('Connected through lab').waitFor();
    await shoot('tunnel-up', 'in both sizes');
    await tab('Models');
    await shoot('models-direct', 'in both sizes');
    await tab('Road');
    testbed.network.drop();
    await window().wakeUp();
    await foot()
      .getByText(/no answer|reconnecting/)
      .waitFor({ timeout: 60_000 });
    await shoot('road-network-lost', 'in both sizes');
    await button('Check the connection').click();
    await button('Stop').waitFor();
    await shoot('diagnosis-running', 'in both sizes');
    await button('Stop').click();
    await button('Check again').waitFor();
    await shoot('diagnosis-cancelled');
    testbed.network.heal();

    await connectTo(window().core, service, { name: 'Asking', mode: 'direct', hasToken: false });
    await button('It is the same: connect').click();
    await page().getByRole('dialog').getByLabel('Password').waitFor();
    await shoot('tunnel-login-asked');
    await leave();
    await foot().getByText('Not connected').waitFor();
    await shoot('tunnel-login-given-up', 'in both sizes');

    const refused = { ...testbed.instance, alias: null, login: 'nobody-here' };
    await connectTo(window().core, testbed.service, { name: 'Refused', mode: 'direct', hasToken: false, instance: refused });
    await foot().getByText('nobody-here').waitFor();
    await tab('Tunnel');
    await shoot('tunnel-login-refused', 'in both sizes');
    await tab('Road');
    await runCheck(page());
    await shoot('diagnosis-login-refused', 'in both sizes');
  } finally {
    await testbed.close();
    await inside.close();
  }
};
