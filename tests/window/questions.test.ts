import { connectTo, knowInstance, playService } from '../support/played-service.ts';
import { expect, expectAccessible, goTo, test } from '../support/window.ts';

test('host key, password and code are asked for and answered by keyboard alone', async ({ window }) => {
  const service = await playService({ oneTimeCode: '271828' });
  try {
    const { core, page } = window;
    await connectTo(core, service, { mode: 'direct', hasToken: false });
    const hostKey = page.getByRole('dialog', { name: /^Is this / });
    await expect(hostKey).toContainText(service.demo.instance.fingerprint());
    await expectAccessible(window, 'the host key question');
    const same = hostKey.getByRole('button', { name: 'It is the same: connect' });
    for (let presses = 0; presses < 6 && !(await same.evaluate((element) => element === document.activeElement)); presses += 1) {
      await page.keyboard.press('Tab');
    }
    await expect(same).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(hostKey).toBeHidden();

    const prompts = page.getByRole('dialog');
    await expect(prompts.getByLabel('Password')).toBeFocused();
    await expectAccessible(window, 'the password prompt');
    await page.keyboard.type(service.demo.instance.password);
    await page.keyboard.press('Enter');
    await expect(prompts.getByLabel('Verification code')).toBeFocused();
    await page.keyboard.type('271828');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('contentinfo')).toContainText('through tunnel to');
  } finally {
    await service.close();
  }
});

test('a question that is given up ends in words, not in a hanging window', async ({ window, service }) => {
  const { core, page } = window;
  await connectTo(core, service, { mode: 'direct', hasToken: false });
  await expect(page.getByRole('dialog', { name: /^Is this / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText('tunnel failed');
  await goTo(page, 'Connection');
  await expect(page.getByRole('alert').first()).toBeVisible();
});

test('a host key that changed is refused until the user confirms the new instance', async ({ window, service, profile }) => {
  const { core, page } = window;
  await knowInstance(profile, service);
  service.demo.instance.changeHostKey();
  await connectTo(core, service, { mode: 'direct', hasToken: false });
  await expect(page.getByRole('contentinfo')).toContainText('tunnel failed');
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await page.getByRole('button', { name: 'This is a new instance…' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(window, 'confirming a new instance');
  await dialog.getByRole('textbox').fill(service.demo.instance.fingerprint());
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText('through tunnel to');
});
