import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder } from '../../../electron/core/program-start.ts';
import { ask, useLink } from '../../support/browser-shell.ts';
import { commandLines } from '../../support/descendants.ts';
import { freePort } from '../../support/free-port.ts';
import { must } from '../../support/must.ts';
import { assignFreePorts } from '../../support/assign-free-ports.ts';
import { serverProgram, startServerProcess, type ServerProcess } from '../../support/server-process.ts';
import { readUntil } from '../../support/read-until.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createPendingApprovals } from '../../../electron/browser/approvals/pending-approvals.ts';
import { serveControl } from '../../../electron/browser/control-socket.ts';
import { browserText } from '../../../electron/browser/text.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { failureSentences } from '../../../electron/contract/failures/render-failure.ts';
import type { Failure } from '../../../electron/contract/failure.ts';

const inTerminal = (failed: Failure): string => failureSentences(failed, { surface: 'terminal' });

const environmentOf = (home: string): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  HOME: home,
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
});

/** Creates a data folder and a port for the test. */
async function setUp() {
  const folder = await temporaryFolder();
  await assignFreePorts(folder);
  return { folder, flags: ['--data', folder, '--browser-port', String(await freePort())] };
}

async function start(flags: readonly string[], folder: string): Promise<ServerProcess> {
  const program = await startServerProcess(flags, environmentOf(folder));
  onTestFinished(async () => void (await program.close()));
  return program;
}

/** Runs the program until it exits. */
async function run(flags: readonly string[], folder: string, input = '') {
  const child = spawn(process.execPath, [serverProgram, ...flags], { env: environmentOf(folder) });
  const [output, errorOutput]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk.toString('utf8')));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null]; // after all of its output
  return { code, output: output.join(''), errorOutput: errorOutput.join('') };
}

test('prints a link and the ssh command for another computer, and exits cleanly', async () => {
  const { folder, flags } = await setUp();
  const program = await start(flags, folder);
  const { origin, port } = new URL(program.link);
  expect((await useLink(origin, program.link)).status).toBe(204);
  expect(await program.close()).toBe(0);
  await expect(ask(origin, '/')).rejects.toThrow(/ECONNREFUSED/);
  // the same port again, so that an open page and a running ssh continue
  const again = await start(['--data', folder], folder);
  expect(new URL(again.link).port).toBe(port);
});

test('prints a new link to the running program at a second start', async () => {
  const { folder, flags } = await setUp();
  const program = await start(flags, folder);
  const second = await run(['--browser', '--no-open', '--data', folder], folder);
  expect(second).toMatchObject({ code: 0, errorOutput: '' });
  expect(second.output).toMatch(new RegExp(`^${browserText.link.alreadyRunning}`));
  const port = Number(new URL(program.link).port);
  expect(second.output).toContain(`-L ${port}:127.0.0.1:${port}`);
  const [link = ''] = /http:\S+\/open#\S+/.exec(second.output) ?? [];
  expect(link).not.toBe(program.link);
  expect((await useLink(new URL(link).origin, link)).status).toBe(204);
});

/** Starts the program while this process uses the data folder without a control socket. Returns its output once it waits. */
async function startSecond() {
  const { folder, flags } = await setUp();
  const lock = must(lockDataFolder(folder, 'browser'));
  if (!lock.isOurs) throw new Error('the folder is in use');
  const environment = { ...environmentOf(folder), TMPDIR: os.tmpdir(), XDG_RUNTIME_DIR: process.env['XDG_RUNTIME_DIR'] };
  const child = spawn(process.execPath, [serverProgram, '--browser', '--no-open', ...flags], { env: environment });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await readUntil(child.stdout, (text) => text.includes(browserText.link.waiting));
  return { folder, release: lock.release, child, exited };
}

test('waits at a second start for a program that is closing, then serves the window itself', async () => {
  const { release, child, exited } = await startSecond();
  release();
  expect(await readUntil(child.stdout, (text) => text.includes('/open#'))).not.toContain(browserText.link.alreadyRunning);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('waits at a second start for a program that is starting, then prints its link', async () => {
  const { folder, release, child, exited } = await startSecond();
  onTestFinished(release);
  const link = 'http://127.0.0.1:1/open#secret';
  const output = readUntil(child.stdout, (text) => text.includes(link));
  const controls = await serveControl(folder, { createLink: () => link, approvals: createPendingApprovals() });
  onTestFinished(() => controls.forEach((control) => void control.close()));
  expect(await output).toContain(browserText.link.alreadyRunning);
  expect(await exited).toEqual([0, null]);
});

test('names the program that uses the data folder, and what to do', async () => {
  const { folder, flags } = await setUp();
  const lock = must(lockDataFolder(folder, 'desktop'));
  const ended = await run(['--browser', ...flags], folder);
  expect(ended.code).toBe(69);
  expect(ended.errorOutput).toContain(inTerminal(failure('data-folder-in-use-by-app', { pid: process.pid })));
  if (lock.isOurs) lock.release();
});

test('reports an unusable data folder in a sentence and exits with 73', async () => {
  const folder = await temporaryFolder();
  const ended = await run(['--browser', '--data', '/proc/nowhere'], folder);
  expect(ended.code).toBe(73);
  expect(ended.errorOutput).toMatch(/^Causeway can’t use \/proc\/nowhere: .*--data/);
});

test('reports a requested port that is in use instead of choosing another', async () => {
  const { folder, flags } = await setUp();
  await start(flags, folder);
  const other = await setUp();
  const ended = await run(['--browser', '--data', other.folder, ...flags.slice(2)], other.folder);
  expect(ended).toMatchObject({ code: 69, errorOutput: expect.stringContaining('--browser-port') as string });
});

test('serves the local API and a window from one core with --headless --browser', async () => {
  const { folder, flags } = await setUp();
  const apiPort = await freePort();
  const program = await start(['--headless', '--profile', 'demo', '--port', String(apiPort), ...flags], folder);
  const { origin } = new URL(program.link);
  expect((await useLink(origin, program.link)).status).toBe(204);
  await expect.poll(async () => (await ask(`http://127.0.0.1:${apiPort}`, '/healthz')).status).toBe(200);
  const second = await run(['--headless', '--profile', 'demo', '--data', folder], folder);
  expect(second.code).toBe(69);
  expect(second.output).toContain('Causeway is already running for this profile');
});

test('reports with --approve that no question is pending, or that no program is running', async () => {
  const { folder, flags } = await setUp();
  expect(await run(['--browser', '--approve', '--data', folder], folder)).toMatchObject({
    code: 69,
    errorOutput: `${inTerminal(failure('data-folder-idle'))}\n`,
  });
  await start(flags, folder);
  expect(await run(['--browser', '--approve', '--data', folder], folder)).toMatchObject({
    code: 0,
    output: `${browserText.approve.nothing}\n`,
  });
});

test('writes no secret of a link into the log or the program’s arguments', async () => {
  const { folder, flags } = await setUp();
  const program = await start(flags, folder);
  const { origin, hash } = new URL(program.link);
  await useLink(origin, program.link);
  const seen = (await commandLines(program.child.pid ?? 0)).join('\n');
  expect(seen).toContain(serverProgram);
  expect(seen).not.toContain(hash.slice(1));
  await program.close();
  expect(await readFile(path.join(folder, 'logs/causeway.log'), 'utf8')).not.toContain(hash.slice(1));
});
