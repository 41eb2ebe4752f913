import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appArguments, runtime } from '../../build/steps/electron-command.ts';
import type { LocalApiStatus } from '../../electron/contract/local-api.ts';
import type { Profile } from '../../electron/contract/profile.ts';
import { trayImageName, trayBadges } from '../../electron/shell/desktop/tray-badge.ts';
import { expect, homeFolder, launchApp, launchPausedApp, quick, resumeApp, startApp, test, type RunningApp } from '../support/app.ts';
import { answerDialogs, callRoute, shownDialogs } from '../support/app-bridge.ts';
import { clickTray, notified, trayMenu, watchNotifications, watchTray } from '../support/app-desktop.ts';
import { context } from '../support/call-context.ts';
import { must } from '../support/must.ts';
import { createPageCore } from '../support/page-core.ts';
import { startTestbed, type Testbed } from '../support/testbed.ts';
import { anyNumbers } from '../support/text-pattern.ts';
import { createDraft } from '../support/window-runs.ts';
import { hostText } from '../../electron/host/text.ts';
import { shellText } from '../../electron/shell/text.ts';
import { sshQuestionsText } from '../../renderer/connection/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';
import { demoText } from '../../electron/core/connection/text.ts';

const foot = ({ page }: RunningApp) => page.getByRole('contentinfo');

function isVisible({ electron }: RunningApp): Promise<boolean> {
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
}

async function closeWindow({ electron }: RunningApp): Promise<void> {
  await electron.evaluate(({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()));
}

/** Waits until the local API listens, and returns its address. */
async function localApiAddress(app: RunningApp): Promise<string> {
  const read = async () => (await callRoute<LocalApiStatus>(app, 'localApi.read')).value.state;
  await expect.poll(async () => (await read()).kind).toBe('listening');
  const state = await read();
  return `http://127.0.0.1:${state.kind === 'listening' ? state.port : 0}`;
}

/** Starts a second process, which exits at once because the first one runs. */
async function startAgain(profile: string, options: readonly string[]): Promise<void> {
  const second = spawn(runtime().executable, [...appArguments(), `--user-data-dir=${profile}`, ...options], { stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
}

/** Emits power events, as the desktop does on sleep and wake. */
async function emitPowerEvents({ electron }: RunningApp, ...events: readonly string[]): Promise<void> {
  await electron.evaluate(({ powerMonitor }, all) => {
    for (const event of all) setImmediate(() => powerMonitor.emit(event));
  }, events);
}

/** Moves the program's clock forward. */
async function moveClock({ electron }: RunningApp, milliseconds: number): Promise<void> {
  await electron.evaluate((_electron, added) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + added;
  }, milliseconds);
}

/** Adds a profile with the testbed's instance and activates it, as the setup does. */
async function connectTo(app: RunningApp, { service, instance }: Testbed): Promise<void> {
  await answerDialogs(app, { button: 1 }); // a stand-in Electron asks before it connects to a service
  const draft = {
    service: { ...service.demo.profile().service, name: 'Cloud', caFile: service.caFile, inferenceServer: service.inferenceServer },
    instance: { ...instance, alias: null },
    mode: 'direct',
  };
  const added = await callRoute<Profile>(app, 'profiles.add', draft);
  expect(await callRoute(app, 'profiles.activate', { id: added.value.id })).toMatchObject({ ok: true });
}

/** Starts a real sshd as the user's instance, and writes its key to the default path. */
async function startInstance(profile: string): Promise<Testbed> {
  const testbed = await startTestbed(profile);
  await mkdir(path.join(homeFolder(profile), '.ssh'), { recursive: true, mode: 0o700 });
  await writeFile(path.join(homeFolder(profile), '.ssh/id_ed25519'), testbed.sshd.privateKey, { mode: 0o600 });
  return testbed;
}

test('shows the state in the tray, and switches modes, copies the address and shows the window from there', quick, async ({ app }) => {
  const { modes } = shellText.tray;
  const address = await localApiAddress(app);
  await watchTray(app);
  await expect.poll(async () => (await trayMenu(app))[0]?.label).toBe(`Demo · ${modes.proxy} · ${connectionStateText.demoToken}`);
  expect((await trayMenu(app)).filter(({ checked }) => checked).map(({ label }) => label)).toEqual([modes.proxy]);

  await clickTray(app, modes.direct);
  await expect(foot(app)).toContainText(connectionStateText.connectedThrough(demoText.instance));
  await expect
    .poll(async () => (await trayMenu(app))[0]?.label)
    .toContain(`Demo · ${modes.direct} · ${connectionStateText.connectedThrough(demoText.instance)}`);
  expect((await trayMenu(app)).filter(({ checked }) => checked).map(({ label }) => label)).toEqual([modes.direct]);

  await clickTray(app, shellText.tray.copy(`${address}/v1`));
  await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(`${address}/v1`);

  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await expect.poll(() => isVisible(app)).toBe(false);
  await clickTray(app, shellText.tray.show);
  await expect.poll(() => isVisible(app)).toBe(true);
});

// Catches an image that Electron can't read, and one that is blurred on a high-density screen.
test('has an image for every tray badge, in both resolutions', async ({ app: { electron } }) => {
  for (const name of trayBadges.map((sign) => trayImageName(sign, process.platform))) {
    const picture = await electron.evaluate(({ app, nativeImage }, file) => {
      const image = nativeImage.createFromPath(`${app.getAppPath()}/build/out/tray/${file}`);
      return { size: image.getSize(), scales: image.getScaleFactors() };
    }, name);
    expect(picture, name).toEqual({ size: { width: 16, height: 16 }, scales: [1, 2] });
  }
});

test('asks once when the window is closed, and runs without it until Quit in the tray', quick, async ({ profile }) => {
  const app = await startApp(profile);
  const address = await localApiAddress(app);
  await watchTray(app);
  await app.electron.evaluate(({ dialog }) => {
    const question: { buttons: unknown[]; answer: (button: number) => void } = { buttons: [], answer: () => undefined };
    Object.assign(globalThis, { question });
    dialog.showMessageBox = (...given: unknown[]) => {
      question.buttons.push((given.at(-1) as { buttons: unknown }).buttons); // the options come last
      return new Promise((resolve) => (question.answer = (response) => resolve({ response, checkboxChecked: false })));
    };
  });
  const question = () =>
    app.electron.evaluate(() => (globalThis as unknown as { question: { buttons: readonly unknown[] } }).question.buttons);
  await closeWindow(app);
  await expect.poll(question).toEqual([[shellText.close.keepRunning, shellText.close.quit, shellText.close.cancel]]);
  await closeWindow(app);
  expect(await question()).toHaveLength(1);
  await app.electron.evaluate(() => (globalThis as unknown as { question: { answer: (button: number) => void } }).question.answer(2));
  await closeWindow(app);
  await expect.poll(question).toHaveLength(2); // cancelling is no answer
  await app.electron.evaluate(() => (globalThis as unknown as { question: { answer: (button: number) => void } }).question.answer(2));
  expect(await isVisible(app)).toBe(true);

  await answerDialogs(app, { button: 0 });
  await closeWindow(app);
  await expect.poll(() => isVisible(app)).toBe(false);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await clickTray(app, shellText.tray.show);
  await expect.poll(() => isVisible(app)).toBe(true);
  await closeWindow(app);
  await expect.poll(() => isVisible(app)).toBe(false);
  expect(await shownDialogs(app)).toHaveLength(1);

  const ended = once(app.electron.process(), 'exit');
  await clickTray(app, 'Quit');
  expect(await ended).toEqual([0, null]);
  expect(await readFile(path.join(profile, 'logs/causeway.log'), 'utf8')).toContain('"app.quit"');
});

test('doesn’t ask again when the user chose to quit on closing', async ({ profile }) => {
  const first = await startApp(profile);
  await answerDialogs(first, { button: 1 });
  const ended = once(first.electron.process(), 'exit');
  await closeWindow(first);
  expect(await ended).toEqual([0, null]);

  const second = await startApp(profile);
  const endedAgain = once(second.electron.process(), 'exit');
  await closeWindow(second);
  expect(await endedAgain).toEqual([0, null]);
});

test('opens no window when started hidden, until it is started normally', async ({ profile }) => {
  const electron = await launchApp(profile, ['--hidden']);
  const windows = (): Promise<number> => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await expect.poll(() => readFile(path.join(profile, 'logs/causeway.log'), 'utf8').catch(() => '')).toContain('"app.hidden"');
  expect(await windows()).toBe(0);

  await electron.evaluate(({ app }) => {
    const starts = { count: 0 };
    Object.assign(globalThis, { starts });
    app.on('second-instance', () => (starts.count += 1)); // runs after Causeway's own listener
  });
  await startAgain(profile, ['--hidden']);
  await expect.poll(() => electron.evaluate(() => (globalThis as unknown as { starts: { count: number } }).starts.count)).toBe(1);
  expect(await windows()).toBe(0);

  await startAgain(profile, []);
  await expect.poll(windows).toBe(1);
  await electron.close();
});

test('notifies the user when the tunnel needs them and when it is back after a long outage, and never otherwise', async ({ profile }) => {
  const testbed = await startInstance(profile);
  const app = await startApp(profile);
  try {
    await watchNotifications(app);
    await connectTo(app, testbed);
    const question = app.page.getByRole('dialog', { name: sshQuestionsText.hostKey.title('') });
    await expect(question).toBeVisible();
    await expect.poll(() => notified(app)).toEqual([hostText.notifications.signIn('127.0.0.1').title]);
    await question.getByRole('button', { name: sshQuestionsText.hostKey.accept }).click();
    await expect(foot(app)).toContainText(connectionStateText.connectedThrough('127.0.0.1'));

    await testbed.sshd.kill();
    await expect(foot(app)).not.toContainText(connectionStateText.connectedThrough(''));
    await testbed.sshd.start();
    await expect(foot(app)).toContainText(connectionStateText.connectedThrough('127.0.0.1'));
    expect(await notified(app)).toHaveLength(1);

    await testbed.sshd.kill();
    await expect(foot(app)).toContainText(connectionStateText.reconnecting);
    await moveClock(app, 61_000);
    await testbed.sshd.start();
    await expect
      .poll(() => notified(app))
      .toEqual([hostText.notifications.signIn('127.0.0.1').title, hostText.notifications.reconnected('127.0.0.1').title]);
  } finally {
    await app.close();
    await testbed.close();
  }
});

test('shows the progress of a run in the tray, and notifies the user when it is finished', async ({ app }) => {
  await watchTray(app);
  await watchNotifications(app);
  const core = createPageCore(app.page);
  const rows = Array.from({ length: 40 }, (_, index) => `row ${index + 1} of a short table`);
  const { id } = await createDraft({ core }, ['text', ...rows].join('\n'), { name: 'Table', concurrency: 1 });
  must(await core.handlers['runs.start']({ id }, context));
  const labels = async () => (await trayMenu(app)).map(({ label }) => label).join('\n');
  await expect.poll(labels).toMatch(new RegExp(anyNumbers(hostText.runs.progress('Table', 20, false))));
  await moveClock(app, 61_000); // a short run causes no notification
  await expect.poll(() => notified(app)).toEqual([hostText.runs.finished('Table', 40, 0).title]);
  await expect.poll(labels).not.toContain('Table');
});

test('shows the window when a notification is clicked', async ({ profile }) => {
  const testbed = await startInstance(profile);
  const app = await startApp(profile);
  try {
    await watchNotifications(app);
    await connectTo(app, testbed);
    await expect.poll(() => notified(app)).toHaveLength(1);
    await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await expect.poll(() => isVisible(app)).toBe(false);
    await app.electron.evaluate(() => {
      const { notifications } = globalThis as unknown as { notifications: { emit: (event: string) => void }[] };
      setImmediate(() => notifications[0]?.emit('click'));
    });
    await expect.poll(() => isVisible(app)).toBe(true);
  } finally {
    await app.close();
    await testbed.close();
  }
});

test('detects a silently dead tunnel after sleep, and reconnects', async ({ profile }) => {
  const testbed = await startInstance(profile);
  await testbed.trustHostKey();
  const app = await startApp(profile);
  try {
    await connectTo(app, testbed);
    await expect(foot(app)).toContainText(connectionStateText.connectedThrough('127.0.0.1'));
    testbed.network.drop();
    await emitPowerEvents(app, 'suspend', 'resume');
    await expect(foot(app)).not.toContainText(connectionStateText.connectedThrough(''));
    testbed.network.heal();
    await emitPowerEvents(app, 'unlock-screen');
    await expect(foot(app)).toContainText(connectionStateText.connectedThrough('127.0.0.1'));
  } finally {
    await app.close();
    await testbed.close();
  }
});

// catches a program that never connects behind an institute's proxy, because a start from the desktop has no HTTPS_PROXY
test('connects through the proxy of the system’s settings', async ({ profile }) => {
  const connected = Promise.withResolvers<string>();
  const proxy = createServer().on('connect', (request: IncomingMessage, socket: Duplex) => {
    connected.resolve(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // listening, so it has one
  const script = `function FindProxyForURL(url, host) { return host === 'models.invalid' ? 'PROXY 127.0.0.1:${port}' : 'DIRECT'; }`;
  const settings = `--proxy-pac-url=data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`;
  const unset = Object.fromEntries(
    ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'].map((name) => [name, '']),
  );
  const electron = await launchPausedApp(profile, [settings], unset);
  await resumeApp(electron);
  const app = { electron, page: await electron.firstWindow(), close: () => electron.close() };
  await answerDialogs(app, { button: 1 });
  const service = { name: 'Institute', baseUrl: 'https://models.invalid', catalog: [], caFile: null, inferenceServer: null };
  const added = await callRoute<Profile>(app, 'profiles.add', { service, instance: null, mode: 'proxy', directRoute: 'auto' });
  const token = { profileId: added.value.id, token: 'sk-1', keeping: 'until-quit', isUnchecked: false };
  expect(await callRoute(app, 'token.set', token)).toMatchObject({ ok: false, failure: { code: 'http-proxy' } });
  expect(await connected.promise).toBe('models.invalid:443');
  await app.close();
  proxy.close();
});
