import { copyFile, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { EventName } from '../../electron/contract/events.ts';
import type { RouteName } from '../../electron/contract/routes.ts';
import { patchBridge } from '../support/patch-bridge.ts';
import { startTestbed } from '../support/testbed.ts';
import { connectTo, trustInstance } from '../support/test-service.ts';
import { startRelay } from '../support/relay.ts';
import { waitForAnswer, composing, send } from '../support/window-chat.ts';
import {
  browserOnly,
  expect,
  expectAccessible,
  goTo,
  quick,
  readSettings,
  test,
  type TestWindow,
  type WindowOptions,
} from '../support/window.ts';
import { connectionText, pathText, tunnelText, checkText } from '../../renderer/connection/text.ts';
import { setupText, profilesText } from '../../renderer/connection/profiles/text.ts';
import { localApiText } from '../../renderer/connection/local-api/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { checkStepTitles, connectionStateText } from '../../electron/presentation/connection-text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { uiText } from '../../renderer/ui/text.ts';

/** Makes each of these routes fail once. Suppresses their events, which would repair the view. */
const failingOnce = (routes: readonly RouteName[], events: readonly EventName[]): WindowOptions => ({
  prepare: (page) =>
    patchBridge(
      page,
      (bridge, { broken, suppressed }) => {
        const { call, on } = bridge;
        const left = new Set<string>(broken);
        const isSuppressed = new Set<string>(suppressed);
        bridge.call = (request) => {
          if (request.route === undefined || !left.delete(request.route)) return call(request);
          const params = { message: `The disk is full (${request.route}).`, remedy: 'Make room on it.' };
          const failure = { code: 'storage', reason: 'recorded', params };
          return Promise.resolve({ ok: false, failure });
        };
        bridge.on = (listener) => on((batch) => listener(batch.filter(({ event }) => !isSuppressed.has(event))));
      },
      { broken: routes, suppressed: events },
    ),
});

const brokenBridge = browserOnly('a bridge that fails once; Electron’s can not be changed from the page');

// Catches a screen that is empty, or claims to be, when reading failed.
test('shows read failures in place, and reads again on request', brokenBridge, async ({ open }) => {
  const window = await open(failingOnce(['profiles.read', 'localApi.read', 'localApi.requests'], ['profiles.changed', 'localApi.changed']));
  const { page } = window;
  const again = page.getByRole('button', { name: uiText.tryAgain });
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('Demo'); // it is now one of the profiles
  await goTo(page, 'Connection');
  await expect(page.getByText('The disk is full (profiles.read).')).toBeVisible();
  await expectAccessible(window, 'profiles that can not be read');
  await again.click();
  await expect(page.getByRole('combobox', { name: profilesText.profile })).toContainText('Demo');

  await page.getByRole('tab', { name: connectionText.tabs.localApi }).click();
  await expect(page.getByText('The disk is full (localApi.read).')).toBeVisible();
  await expectAccessible(window, 'a local address that can not be read');
  await again.click();
  await expect(page.getByRole('heading', { name: localApiText.keys.title })).toBeVisible();

  await page.getByRole('tab', { name: connectionText.tabs.requests }).click();
  await expect(page.getByText('The disk is full (localApi.requests).')).toBeVisible();
  await expect(page.getByText(localApiText.requests.none)).toHaveCount(0);
  await again.click();
  await expect(page.getByText(localApiText.requests.none)).toBeVisible();
});

test('leads from every screen to the connection screen without a connection, and recovers without a restart', async ({
  open,
  profile,
  service,
}) => {
  const caFile = path.join(profile, 'authority.pem');
  await copyFile(service.caFile, caFile);
  const first = await open();
  await connectTo(first.core, { ...service, caFile });
  await expect(first.page.getByRole('contentinfo')).toContainText(connectionStateText.token(service.demo.token.slice(-4)));
  await first.close();
  await rename(caFile, `${caFile}.away`);

  const window = await open();
  const { page } = window;
  const away = page.getByRole('button', { name: sharedText.connection.open });
  await expect(away).toBeVisible();
  await goTo(page, 'Notebook');
  await expectAccessible(window, 'completing without a connection');
  await away.click();
  await expect(page.getByRole('main')).toContainText('authority.pem');
  await expectAccessible(window, 'a connection that failed');
  const way = page.getByRole('contentinfo').getByRole('radiogroup', { name: connectionText.mode.label });
  await way.getByRole('radio', { name: sharedText.modes.direct }).click();
  await expect(way.getByRole('radio', { name: sharedText.modes.direct })).toBeChecked();
  await page.keyboard.press('ControlOrMeta+Shift+D');
  await expect(way.getByRole('radio', { name: sharedText.modes.proxy })).toBeChecked();
  await page.getByRole('button', { name: connectionText.editProfile('Cloud') }).click();
  // Catches a remedy that names a collapsed field.
  await expect(
    page
      .getByRole('dialog', { name: profilesText.dialog.serviceTitle('Cloud') })
      .getByRole('button', { name: profilesText.service.chooseFile }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await goTo(page, 'Chat');
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /authority\.pem/ })
    .click();
  await rename(`${caFile}.away`, caFile);
  await page.getByRole('button', { name: uiText.tryAgain }).click();
  await expect(page.getByRole('tab', { name: connectionText.tabs.overview })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
});

// Catches a setup that never finishes its last step.
test('shows in the setup why a service can’t be opened, and continues once that is fixed', async ({ open, profile, service, runsIn }) => {
  const chosen = path.join(profile, 'authority.pem');
  await copyFile(service.caFile, chosen);
  const { page } = await open({ dialogs: { file: chosen } });
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: profilesText.connect }).click();
  const form = page.getByRole('dialog', { name: setupText.titles.service });
  await form.getByRole('textbox', { name: profilesText.service.baseUrl.label }).fill(service.demo.baseUrl);
  await form.getByText(profilesText.service.more).click();
  await form.getByRole('button', { name: profilesText.service.chooseFile }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: profilesText.authorities.confirm }).click();
  await expect(form.getByRole('button', { name: profilesText.service.resetAuthorities })).toBeVisible();
  await expect(form).toContainText('.pem');
  // A browser uploads the file, which is saved in the data folder.
  const [copy = ''] = runsIn === 'browser' ? await readdir(path.join(profile, 'authorities')) : [];
  const caFile = copy === '' ? chosen : path.join(profile, 'authorities', copy);
  const dialog = page.getByRole('dialog'); // each step has another title
  const goOn = dialog.getByRole('button', { name: setupText.continue });
  await goOn.click();
  await dialog.getByRole('radio', { name: setupText.access.token.title }).click();
  await goOn.click();
  await expect(dialog.getByRole('textbox', { name: profilesText.token.field })).toBeVisible();
  await rename(caFile, `${caFile}.away`);
  await dialog.getByRole('button', { name: setupText.skip }).click();
  await expect(dialog.getByRole('alert')).toContainText(path.basename(caFile));
  await rename(`${caFile}.away`, caFile);
  await dialog.getByRole('button', { name: setupText.tryAgain }).click();
  await expect(dialog.getByRole('list', { name: pathText.stages(sharedText.modes.proxy) })).toBeVisible();
});

/** Activates a profile whose instance refuses connections, with a short timeout. */
async function connectToClosedPort(window: TestWindow, service: Parameters<typeof connectTo>[1]): Promise<void> {
  const { core, page } = window;
  const { connection } = await readSettings(window);
  await core.call('settings.change', { connection: { ...connection, connectSeconds: 3 } });
  const instance = { host: '127.0.0.1', port: 1, login: 'ada', alias: null, transport: 'ssh2' } as const;
  await connectTo(core, service, { mode: 'direct', hasToken: false, instance });
  await expect(page.getByRole('contentinfo')).toContainText(describeFailure(failure('ssh-refused', { address: '127.0.0.1' })).message);
}

test('leads from a failed answer to the check, which names the instance and opens its form', async ({ window, page, service }) => {
  await connectToClosedPort(window, service);
  await send(page, 'Anybody there?');
  const message = await waitForAnswer(page);
  await message.getByRole('button', { name: checkText.check }).click();

  const bad = page.getByRole('list', { name: checkText.steps }).getByRole('listitem').filter({ hasText: checkText.states.bad });
  await expect(bad).toContainText(describeFailure(failure('ssh-refused', { address: '127.0.0.1' })).message);
  await expect(bad).toContainText(checkStepTitles.instance);
  await expect(page.getByRole('main')).not.toContainText(profilesText.service.baseUrl.label, { ignoreCase: true });
  await page.getByRole('button', { name: connectionText.remedies['edit-instance'] }).click();
  await expect(
    page.getByRole('dialog', { name: profilesText.dialog.instanceTitle('Cloud') }).getByLabel(profilesText.instance.port),
  ).toHaveValue('1');
});

test('leads from the tab of a failed tunnel to the check', async ({ window, page, service }) => {
  await connectToClosedPort(window, service);
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  // the overview has the same button, and disappears a frame later
  const panel = page.getByRole('tabpanel', { name: connectionText.tabs.tunnel });
  await panel.getByRole('button', { name: checkText.check }).click();
  await expect(page.getByRole('tab', { name: connectionText.tabs.overview })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: connectionText.remedies['edit-instance'] })).toBeVisible();
});

test('shows a stopped tunnel at once, and starts it from the path', quick, async ({ window, core, page, profile, service }) => {
  await trustInstance(profile, service);
  await connectTo(core, service, { mode: 'direct', hasToken: false });
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText(connectionStateText.connectedThrough(service.demo.instance.host));
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  await page.getByRole('button', { name: tunnelText.stop }).click();
  await expect(page.getByRole('list', { name: tunnelText.activity }).getByRole('listitem').first()).toContainText(
    tunnelText.states.stopped,
  );
  await expect(page.getByRole('tabpanel', { name: connectionText.tabs.tunnel })).toContainText(tunnelText.facts.notConnected);
  await page.getByRole('tab', { name: connectionText.tabs.overview }).click();
  await expectAccessible(window, 'a tunnel that was stopped');
  await page.getByRole('button', { name: connectionText.remedies['start-tunnel'] }).click();
  await expect(foot).toContainText(connectionStateText.connectedThrough(service.demo.instance.host));
  await expect(page.getByRole('button', { name: connectionText.remedies['start-tunnel'] })).toHaveCount(0);
});

test('offers the system’s ssh, and connects with it after one click', async ({ window, core, page, profile }) => {
  const testbed = await startTestbed(profile, { config: ['KexAlgorithms sntrup761x25519-sha512@openssh.com'] });
  try {
    await testbed.trustHostKey();
    await connectTo(core, testbed.service, { mode: 'direct', hasToken: false, instance: testbed.instance });
    await goTo(page, 'Connection');
    await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
    await expectAccessible(window, 'an offer of the system’s ssh');
    await page.getByRole('button', { name: connectionText.remedies['use-system-ssh'] }).click();
    await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.connectedThrough('lab'));
    expect(await core.call('connection.read')).toMatchObject({ tunnel: { transport: 'openssh' } });
  } finally {
    await testbed.close();
  }
});

test('shows that an answer continues over the earlier connection, until it is complete', async ({ window, profile, service }) => {
  const { core, page } = window;
  const { instance } = service.demo;
  const relay = await startRelay(instance.port);
  try {
    await trustInstance(profile, service, relay.port);
    const { host, login } = instance;
    await connectTo(core, service, {
      mode: 'direct',
      hasToken: false,
      instance: { host, port: relay.port, login, alias: null, transport: 'ssh2' },
    });
    const foot = page.getByRole('contentinfo');
    await expect(foot).toContainText(connectionStateText.connectedThrough(host));
    const continueAnswer = service.demo.fault({ kind: 'stall', after: 2, endpoint: 'chat', count: 'once' });
    await send(page, 'What is Causeway?');
    await expect(composing(page, chatText.stop)).toBeVisible();
    // Only this answer may be under way over the connection that stalls.
    await expect.poll(() => service.demo.requests().some(({ endpoint, tokens }) => endpoint === 'chat' && tokens > 0)).toBe(true);
    await expect.poll(() => core.call('connection.read')).toMatchObject({ isRefreshing: false });
    relay.stall();
    const words = connectionStateText.earlierAnswers(1);
    await expect(foot).toContainText(words);
    await goTo(page, 'Connection');
    await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
    await expect(page.getByRole('tabpanel', { name: connectionText.tabs.tunnel })).toContainText(words);
    await expectAccessible(window, 'an answer over the earlier connection');
    relay.resume();
    continueAnswer();
    await expect(foot).not.toContainText(words);
    await goTo(page, 'Chat');
    await expect(await waitForAnswer(page)).not.toContainText(chatText.answer.interrupted);
  } finally {
    await relay.close();
  }
});

// Catches the same button twice, side by side.
test('shows one button when the remedy is another check', async ({ core, page, service }) => {
  service.demo.fault('expired-certificate');
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: checkText.check }).click();
  await expect(page.getByRole('button', { name: checkText.copy })).toBeVisible();
  await expect(
    page.getByRole('list', { name: checkText.steps }).getByRole('listitem').filter({ hasText: checkText.states.bad }),
  ).toContainText(checkStepTitles.tls);
  await expect(page.getByRole('button', { name: checkText.checkAgain })).toHaveCount(1);
});
