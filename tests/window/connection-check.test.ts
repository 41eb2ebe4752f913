import { describeFailure, renderFailure } from '../../electron/contract/failures/render-failure.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import type { Page } from 'playwright/test';
import { connectTo, trustInstance } from '../support/test-service.ts';
import { both, expect, expectAccessible, goTo, quick, test } from '../support/window.ts';
import { connectionText, pathText, tunnelText, checkText } from '../../renderer/connection/text.ts';
import { profilesText } from '../../renderer/connection/profiles/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { checkStepTitles, connectionStateText } from '../../electron/presentation/connection-text.ts';

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: checkText.check }).click();
  await expect(page.getByRole('button', { name: checkText.copy })).toBeVisible();
}

// Catches a problem that the connection path and the check both show, each with its own button.
test('shows the check’s finding once, with one button for its remedy', quick, async ({ window, core, page, service }) => {
  await connectTo(core, service, { hasToken: false, hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.noToken);
  await goTo(page, 'Connection');
  const alerts = page.getByRole('main').getByRole('alert');
  const enter = page.getByRole('button', { name: profilesText.token.enter });
  const path = page.getByRole('region', { name: pathText.title });
  await expect(path.getByRole('alert')).toContainText(describeFailure(failure('token-missing')).remedy);
  await expect(path.getByRole('button', { name: profilesText.token.enter })).toBeVisible();
  await expect(enter).toHaveCount(1);

  await check(page);
  const panel = page.getByRole('region', { name: checkText.title });
  await expect(panel.getByRole('alert')).toContainText(renderFailure(failure('token-missing'), { surface: 'check', site: 'proxy' }).remedy);
  await expect(alerts).toHaveCount(1);
  await expect(enter).toHaveCount(1);
  await expectAccessible(window, 'diagnosis: no token');
  await panel.getByRole('button', { name: profilesText.token.enter }).click();
  const dialog = page.getByRole('dialog', { name: profilesText.token.dialogTitle('Cloud') });
  await dialog.getByRole('textbox', { name: profilesText.token.field }).fill(service.demo.token);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(alerts).toHaveCount(0);
  await expect(page.getByRole('button', { name: profilesText.token.replace })).toBeVisible();
});

test('stops a running check, and can run it again', async ({ core, page, service }) => {
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.token(service.demo.token.slice(-4)));
  await goTo(page, 'Connection');
  const lift = service.demo.fault('slow-first-byte');
  await page.getByRole('button', { name: checkText.check }).click();
  await page.getByRole('button', { name: checkText.stop }).click();
  const again = page.getByRole('button', { name: new RegExp(`^(${checkText.check}|${checkText.checkAgain})$`) });
  await expect(again).toBeVisible();
  await expect(page.getByRole('button', { name: checkText.stop })).toBeHidden();
  lift();
  await again.click();
  await expect(page.getByRole('button', { name: checkText.copy })).toBeVisible();
});

test('starts a stopped tunnel from the check by one button', async ({ core, page, profile, service }) => {
  await trustInstance(profile, service);
  await connectTo(core, service, { mode: 'direct', hasToken: false });
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough(service.demo.instance.host));
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  await page.getByRole('button', { name: tunnelText.stop }).click();
  await page.getByRole('tab', { name: connectionText.tabs.overview }).click();
  await check(page);
  await page.getByRole('button', { name: connectionText.remedies['start-tunnel'] }).click(); // fails if there are two
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough(service.demo.instance.host));
});

test(
  'shows a problem on the path that differs from the check’s finding',
  both('each shell notices a wake-up in its own way'),
  async ({ window, core, page, service }) => {
    const lift = service.demo.fault('expired-certificate');
    await connectTo(core, service, { hasInstance: false });
    const expired = describeFailure(failure('certificate-expired', { host: new URL(service.demo.baseUrl).host })).message;
    const isKnown = page.getByRole('contentinfo').getByRole('button', { name: expired });
    await expect(isKnown).toBeVisible(); // a check ends with its connection
    await goTo(page, 'Connection');
    await check(page);
    const path = page.getByRole('region', { name: pathText.title });
    await expect(path.getByRole('alert')).toHaveCount(0);
    lift();
    service.demo.revokeToken(service.demo.token);
    await window.wakeUp();
    await expect(path.getByRole('alert')).toContainText(describeFailure(failure('token-refused', { said: '' })).message.replace(/\.$/, ''));
  },
);

// Catches events of a cancelled check that are shown for the new mode.
test('ends a check when the mode changes', async ({ core, page, service }) => {
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.token(service.demo.token.slice(-4)));
  service.demo.fault('slow-first-byte');
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: checkText.check }).click();
  await expect(page.getByRole('list', { name: checkText.steps }).locator('[data-state="running"]')).toContainText(
    checkStepTitles.completion,
  );
  await page.keyboard.press('ControlOrMeta+Shift+d');
  const panel = page.getByRole('region', { name: checkText.title });
  await expect(panel).toContainText(checkText.hint(sharedText.modes.direct));
  await expect(panel.getByRole('button', { name: checkText.check })).toBeVisible();
  await expect(panel.getByRole('list', { name: checkText.steps })).toHaveCount(0);
});
