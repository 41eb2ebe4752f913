import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appArguments, runtime } from '../../build/steps/electron-command.ts';
import type { AgentStatus } from '../../electron/contract/agent.ts';
import type { Profile } from '../../electron/contract/profile.ts';
import { trayImageName, trayBadges } from '../../electron/shell/desktop/tray-badge.ts';
import { expect, homeFolder, launchApp, startApp, test, type RunningApp } from '../support/app.ts';
import { answerDialogs, callRoute, clickPage, shownDialogs } from '../support/app-bridge.ts';
import { clickTray, notified, trayMenu, watchNotifications, watchTray } from '../support/app-desktop.ts';
import { startTestbed, type Testbed } from '../support/testbed.ts';

const foot = ({ page }: RunningApp) => page.getByRole('contentinfo');

function isVisible({ electron }: RunningApp): Promise<boolean> {
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
}

async function closeWindow({ electron }: RunningApp): Promise<void> {
  await electron.evaluate(({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()));
}

/** The agent's address, once it has one. */
async function agentAddress(app: RunningApp): Promise<string> {
  const read = async () => (await callRoute<AgentStatus>(app, 'agent.read')).value.state;
  await expect.poll(async () => (await read()).kind).toBe('listening');
  const state = await read();
  return `http://127.0.0.1:${state.kind === 'listening' ? state.port : 0}`;
}

/** A start beside the one that runs; it ends at once. */
async function startAgain(profile: string, words: readonly string[]): Promise<void> {
  const second = spawn(runtime().executable, [...appArguments(), `--user-data-dir=${profile}`, ...words], { stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
}

/** Has the desktop say what it says of sleep and wake. */
async function tell({ electron }: RunningApp, ...events: readonly string[]): Promise<void> {
  await electron.evaluate(({ powerMonitor }, all) => {
    for (const event of all) setImmediate(() => powerMonitor.emit(event));
  }, events);
}

/** Puts a profile with an instance of its own to use, as the user would in the wizard. */
async function connectTo(app: RunningApp, { service, instance }: Testbed): Promise<void> {
  await answerDialogs(app, { button: 1 }); // a stand-in Electron asks before it meets a service
  const draft = {
    service: { ...service.demo.profile().service, name: 'Cloud', caFile: service.caFile, inferenceServer: service.inferenceServer },
    instance: { ...instance, alias: null },
    mode: 'direct',
  };
  await clickPage(app);
  const added = await callRoute<Profile>(app, 'profiles.add', draft);
  expect(await callRoute(app, 'profiles.activate', { id: added.value.id })).toMatchObject({ ok: true });
}

/** A real sshd as the user's instance, whose key lies where ssh looks for it. */
async function labFor(profile: string): Promise<Testbed> {
  const lab = await startTestbed(profile);
  await mkdir(path.join(homeFolder(profile), '.ssh'), { recursive: true, mode: 0o700 });
  await writeFile(path.join(homeFolder(profile), '.ssh/id_ed25519'), lab.sshd.privateKey, { mode: 0o600 });
  return lab;
}

test('the tray tells the state, switches the way in, copies the address and brings the window back', async ({ app }) => {
  const address = await agentAddress(app);
  await watchTray(app);
  await expect.poll(async () => (await trayMenu(app))[0]?.label).toBe('Demo · Proxy · demo token');
  expect((await trayMenu(app)).filter(({ checked }) => checked).map(({ label }) => label)).toEqual(['Proxy']);

  await clickTray(app, 'Direct');
  await expect(foot(app)).toContainText('through tunnel to');
  await expect.poll(async () => (await trayMenu(app))[0]?.label).toContain('Demo · Direct · through tunnel to');
  expect((await trayMenu(app)).filter(({ checked }) => checked).map(({ label }) => label)).toEqual(['Direct']);

  await clickTray(app, `Copy ${address}/v1`);
  await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(`${address}/v1`);

  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await expect.poll(() => isVisible(app)).toBe(false);
  await clickTray(app, 'Show Causeway');
  await expect.poll(() => isVisible(app)).toBe(true);
});

// catches a picture that Electron can't read, and one that is a blur on a dense screen
test('the pictures for the tray are there', async ({ app: { electron } }) => {
  for (const name of trayBadges.map((sign) => trayImageName(sign, process.platform))) {
    const picture = await electron.evaluate(({ app, nativeImage }, file) => {
      const image = nativeImage.createFromPath(`${app.getAppPath()}/build/out/tray/${file}`);
      return { size: image.getSize(), scales: image.getScaleFactors() };
    }, name);
    expect(picture, name).toEqual({ size: { width: 16, height: 16 }, scales: [1, 2] });
  }
});

test('closing the window asks once; the rest goes on without it until the tray is told to quit', async ({ profile }) => {
  const app = await startApp(profile);
  const address = await agentAddress(app);
  await watchTray(app);
  await app.electron.evaluate(({ dialog }) => {
    const question: { buttons: unknown[]; answer: (button: number) => void } = { buttons: [], answer: () => undefined };
    Object.assign(globalThis, { question });
    dialog.showMessageBox = (...words: unknown[]) => {
      question.buttons.push((words.at(-1) as { buttons: unknown }).buttons); // the last word is what is shownDialogs
      return new Promise((resolve) => (question.answer = (response) => resolve({ response, checkboxChecked: false })));
    };
  });
  const question = () =>
    app.electron.evaluate(() => (globalThis as unknown as { question: { buttons: readonly unknown[] } }).question.buttons);
  await closeWindow(app);
  await expect.poll(question).toEqual([['Keep running', 'Quit', 'Cancel']]);
  await closeWindow(app);
  expect(await question()).toHaveLength(1);
  await app.electron.evaluate(() => (globalThis as unknown as { question: { answer: (button: number) => void } }).question.answer(2));
  await closeWindow(app);
  await expect.poll(question).toHaveLength(2); // who cancels has not answered
  await app.electron.evaluate(() => (globalThis as unknown as { question: { answer: (button: number) => void } }).question.answer(2));
  expect(await isVisible(app)).toBe(true);

  await answerDialogs(app, { button: 0 });
  await closeWindow(app);
  await expect.poll(() => isVisible(app)).toBe(false);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await clickTray(app, 'Show Causeway');
  await expect.poll(() => isVisible(app)).toBe(true);
  await closeWindow(app);
  await expect.poll(() => isVisible(app)).toBe(false);
  expect(await shownDialogs(app)).toHaveLength(1);

  const ended = once(app.electron.process(), 'exit');
  await clickTray(app, 'Quit');
  expect(await ended).toEqual([0, null]);
  expect(await readFile(path.join(profile, 'logs/causeway.log'), 'utf8')).toContain('"app.quit"');
});

test('who chooses to quit on closing is not asked again', async ({ profile }) => {
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

test('started hidden it has no window until somebody starts it to see it', async ({ profile }) => {
  const electron = await launchApp(profile, ['--hidden']);
  const windows = (): Promise<number> => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await expect.poll(() => readFile(path.join(profile, 'logs/causeway.log'), 'utf8').catch(() => '')).toContain('"app.hidden"');
  expect(await windows()).toBe(0);

  await electron.evaluate(({ app }) => {
    const starts = { count: 0 };
    Object.assign(globalThis, { starts });
    app.on('second-instance', () => (starts.count += 1)); // after Causeway's own listener
  });
  await startAgain(profile, ['--hidden']);
  await expect.poll(() => electron.evaluate(() => (globalThis as unknown as { starts: { count: number } }).starts.count)).toBe(1);
  expect(await windows()).toBe(0);

  await startAgain(profile, []);
  await expect.poll(windows).toBe(1);
  await electron.close();
});

test('the user is told when the tunnel needs them and when it is back after a long time, and of nothing else', async ({ profile }) => {
  const lab = await labFor(profile);
  const app = await startApp(profile);
  try {
    await watchNotifications(app);
    await connectTo(app, lab);
    const question = app.page.getByRole('dialog', { name: /^Is this / });
    await expect(question).toBeVisible();
    await expect.poll(() => notified(app)).toEqual(['127.0.0.1 needs you']);
    await question.getByRole('button', { name: 'It is the same: connect' }).click();
    await expect(foot(app)).toContainText('through tunnel to');

    await lab.sshd.kill();
    await expect(foot(app)).not.toContainText('through tunnel to');
    await lab.sshd.start();
    await expect(foot(app)).toContainText('through tunnel to', { timeout: 40_000 });
    expect(await notified(app)).toHaveLength(1);

    await lab.sshd.kill();
    await expect(foot(app)).toContainText('reconnecting');
    await app.electron.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 61_000;
    });
    await lab.sshd.start();
    await expect.poll(() => notified(app), { timeout: 40_000 }).toEqual(['127.0.0.1 needs you', 'Back: 127.0.0.1']);
  } finally {
    await app.close();
    await lab.close();
  }
});

test('a clickPage on a notification brings the window back', async ({ profile }) => {
  const lab = await labFor(profile);
  const app = await startApp(profile);
  try {
    await watchNotifications(app);
    await connectTo(app, lab);
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
    await lab.close();
  }
});

test('after sleep a tunnel that died without a word is found out and built anew', async ({ profile }) => {
  const lab = await labFor(profile);
  await lab.trustHostKey();
  const app = await startApp(profile);
  try {
    await connectTo(app, lab);
    await expect(foot(app)).toContainText('through tunnel to');
    lab.network.drop();
    await tell(app, 'suspend', 'resume');
    await expect(foot(app)).not.toContainText('through tunnel to');
    lab.network.heal();
    await tell(app, 'unlock-screen');
    await expect(foot(app)).toContainText('through tunnel to', { timeout: 40_000 });
  } finally {
    await app.close();
    await lab.close();
  }
});
