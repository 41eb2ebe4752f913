import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appArguments, runtime } from '../../build/steps/electron-command.ts';
import { resumeApp, expect, launchPausedApp, startApp, test, type RunningApp } from '../support/app.ts';
import { composer } from '../support/window-chat.ts';

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

test('a draft, the theme and the window’s place survive a restart, and quitting is orderly', async ({ profile }) => {
  const first = await startApp(profile);
  await message(first).fill('half a thought');
  await first.page.keyboard.press('ControlOrMeta+7');
  await first.page.getByRole('radio', { name: 'Dark' }).click();
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

test('a window saved on a display that is gone opens where it can be seen', async ({ profile }) => {
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

test('a second start focuses the first and ends', async ({ app, profile }) => {
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const second = spawn(runtime().executable, [...appArguments(), `--user-data-dir=${profile}`], { stdio: 'ignore' });
  const status = await new Promise((resolve) => second.once('exit', resolve));
  expect(status).toBe(0);
  await expect
    .poll(() => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized())))
    .toEqual([false]);
});

test('a crashed window comes back once with a notice and the draft; one that crashes again gets a plain page', async ({ app, profile }) => {
  await message(app).fill('do not lose me');
  await expect.poll(() => readFile(path.join(profile, 'drafts.json'), 'utf8').catch(() => '')).toContain('do not lose me');
  const crash = async (): Promise<void> => {
    const renderer = await app.electron.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    );
    process.kill(renderer, 'SIGKILL');
  };
  // asked of the main process, since Playwright gives a crashed page up; in a dead page a script never answers
  const inWindow = (script: string): Promise<string> =>
    app.electron.evaluate(({ BrowserWindow }, code) => {
      const answer: Promise<string> | undefined = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code);
      return Promise.race([answer?.catch(() => '') ?? '', new Promise<string>((resolve) => setTimeout(resolve, 2000, ''))]);
    }, script);

  // two crashes are a loop when they are close together, and on a busy machine they would not be
  await app.electron.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });
  await crash();
  await expect.poll(() => inWindow('document.body.innerText')).toContain('The window crashed and was opened again');
  await expect.poll(() => inWindow("document.querySelector('textarea').value")).toBe('do not lose me');

  await crash();
  await expect.poll(() => inWindow('document.body.innerText')).toContain('keeps crashing');
  expect(await inWindow('document.body.innerText')).toContain(path.join(profile, 'logs'));
  await inWindow("document.querySelector('a').click()");
  await expect.poll(() => inWindow("document.querySelector('textarea')?.value ?? ''")).toBe('do not lose me');
});

test('a damaged settings file is set aside, and the window says so', async ({ profile }) => {
  await writeFile(path.join(profile, 'settings.json'), '{ "version": 1, "da');
  const app = await startApp(profile);
  await expect(app.page.getByText('The settings could not be read')).toBeVisible();
  await app.page.getByRole('button', { name: /dismiss/i }).click();
  await expect(app.page.getByText('The settings could not be read')).toBeHidden();
  await app.close();
});

// catches a process without a window that holds the data folder until somebody finds it
test('says why a start failed, ends, and lets the next one in', async ({ profile }) => {
  const electron = await launchPausedApp(profile);
  await electron.evaluate(({ dialog, session }) => {
    dialog.showErrorBox = (title, reason) => void process.stderr.write(`shown: ${title}: ${reason}\n`); // nobody could close it here
    session.defaultSession.setPermissionRequestHandler = () => {
      throw new Error('planted');
    };
  });
  const said: string[] = [];
  electron.process().stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const exited = once(electron.process(), 'exit');
  await resumeApp(electron);
  expect(await exited).toEqual([1, null]);
  expect(said.join('')).toContain('shown: Causeway: Causeway could not start: planted.');

  const next = await startApp(profile);
  await next.close();
});

test('the diagnostics bundle is saved where the user says', async ({ app, profile }) => {
  const file = path.join(profile, 'bundle.zip');
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await app.page.keyboard.press('ControlOrMeta+7');
  await app.page.getByRole('button', { name: /save diagnostics/i }).click();
  await expect
    .poll(() =>
      readFile(file).then(
        (content) => content.subarray(0, 2).toString(),
        () => '',
      ),
    )
    .toBe('PK');
});
