import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appArguments, runtime } from '../../build/steps/electron-command.ts';
import { expect, launchPausedApp, quick, resumeApp, startApp, test, type RunningApp } from '../support/app.ts';
import { composer } from '../support/window-chat.ts';
import { shellText } from '../../electron/shell/text.ts';
import { settingsText } from '../../renderer/settings/text.ts';
import { noticesText } from '../../electron/core/notices/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { exitCodes } from '../../electron/command-line/exit-code.ts';
import { layoutText } from '../../renderer/layout/text.ts';

const message = (app: RunningApp) => composer(app.page);

async function logLines(profile: string): Promise<string[]> {
  const text = await readFile(path.join(profile, 'logs/causeway.log'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event);
}

async function bounds(app: RunningApp): Promise<{ x: number; y: number; width: number; height: number }> {
  return app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 });
}

test('restores the draft, the theme and the window’s bounds after a restart, and quits cleanly', quick, async ({ profile }) => {
  const first = await startApp(profile);
  await message(first).fill('half a thought');
  await first.page.keyboard.press('ControlOrMeta+7');
  await first.page.getByRole('radio', { name: sharedText.themes.dark }).click();
  await first.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 120, y: 90, width: 1000, height: 700 }),
  );
  await expect.poll(() => readFile(path.join(profile, 'settings.json'), 'utf8')).toContain('dark');
  await first.close();
  expect(await logLines(profile)).toEqual(expect.arrayContaining(['core.ready', 'window.ready', 'app.quit']));

  const second = await startApp(profile);
  await expect(message(second)).toHaveValue('half a thought');
  expect(await second.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
  expect(await bounds(second)).toEqual({ x: 120, y: 90, width: 1000, height: 700 });
  await second.close();
});

test('opens the window in view when its saved display is gone', async ({ profile }) => {
  await writeFile(
    path.join(profile, 'window.json'),
    JSON.stringify({ version: 1, data: { x: 9000, y: 9000, width: 900, height: 700, isMaximized: false } }),
  );
  const app = await startApp(profile);
  const { x, y } = await bounds(app);
  expect(x).toBeLessThan(1600);
  expect(y).toBeLessThan(1000);
  await app.close();
});

test('focuses the running window on a second start, which exits', quick, async ({ app, profile }) => {
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide()); // without a window manager, it can't be minimized
  const second = spawn(runtime().executable, [...appArguments(), `--user-data-dir=${profile}`], { stdio: 'ignore' });
  const status = await new Promise((resolve) => second.once('exit', resolve));
  expect(status).toBe(0);
  await expect
    .poll(() => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible())))
    .toEqual([true]);
});

test(
  'reopens a crashed window once with a notice and the draft, and shows a plain page after another crash',
  quick,
  async ({ app, profile }) => {
    await message(app).fill('do not lose me');
    await expect.poll(() => readFile(path.join(profile, 'drafts.json'), 'utf8').catch(() => '')).toContain('do not lose me');
    const crash = async (): Promise<void> => {
      const renderer = await app.electron.evaluate(
        ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
      );
      process.kill(renderer, 'SIGKILL');
    };
    // Runs in the main process, because Playwright closes a crashed page. In a dead page a script never returns.
    const inWindow = (script: string): Promise<string> =>
      app.electron.evaluate(({ BrowserWindow }, code) => {
        const answer: Promise<string> | undefined = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code);
        return Promise.race([answer?.catch(() => '') ?? '', new Promise<string>((resolve) => setTimeout(resolve, 2000, ''))]);
      }, script);

    // Stops the clock, because on a busy machine the crashes may be too far apart to count as a loop.
    await app.electron.evaluate(() => {
      const now = Date.now();
      Date.now = () => now;
    });
    await crash();
    await expect.poll(() => inWindow('document.body.innerText')).toContain(shellText.crash.reloaded);
    await expect.poll(() => inWindow("document.querySelector('textarea').value")).toBe('do not lose me');

    await crash();
    await expect.poll(() => inWindow('document.body.innerText')).toContain(shellText.crash.title);
    expect(await inWindow('document.body.innerText')).toContain(path.join(profile, 'logs'));
    await inWindow("document.querySelector('a').click()");
    await expect.poll(() => inWindow("document.querySelector('textarea')?.value ?? ''")).toBe('do not lose me');
  },
);

test('sets a damaged settings file aside, and says so in the window', async ({ profile }) => {
  await writeFile(path.join(profile, 'settings.json'), '{ "version": 1, "da');
  const app = await startApp(profile);
  await expect(app.page.getByText(noticesText.damaged(noticesText.documents.settings, 'initial'))).toBeVisible();
  await app.page.getByRole('button', { name: layoutText.dismissNotice }).click();
  await expect(app.page.getByText(noticesText.damaged(noticesText.documents.settings, 'initial'))).toBeHidden();
  await app.close();
});

// Catches a process without a window that keeps the data folder locked.
test('shows why a start failed, exits, and releases the data folder for the next start', async ({ profile }) => {
  const electron = await launchPausedApp(profile);
  await electron.evaluate(({ dialog, session }) => {
    dialog.showErrorBox = (title, reason) => void process.stderr.write(`shown: ${title}: ${reason}\n`); // nobody could close the box here
    session.defaultSession.setPermissionRequestHandler = () => {
      throw new Error('planted');
    };
  });
  const errors: string[] = [];
  electron.process().stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString('utf8')));
  const exited = once(electron.process(), 'exit');
  await resumeApp(electron);
  expect(await exited).toEqual([exitCodes.bug, null]);
  expect(errors.join('')).toContain(`shown: Causeway: ${shellText.startFailed('planted')}`);

  const next = await startApp(profile);
  await next.close();
});

test('saves the support bundle to the chosen file', async ({ app, profile }) => {
  const file = path.join(profile, 'bundle.zip');
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await app.page.keyboard.press('ControlOrMeta+7');
  await app.page.getByRole('button', { name: settingsText.about.saveSupportBundle }).click();
  await expect
    .poll(() =>
      readFile(file).then(
        (content) => content.subarray(0, 2).toString(),
        () => '',
      ),
    )
    .toBe('PK');
});
