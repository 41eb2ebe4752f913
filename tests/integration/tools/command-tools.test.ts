import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findProgramEnvironment, reducedEnvironment } from '../../../electron/core/tools/bindings/process-environment.ts';
import { runCommand } from '../../../electron/core/tools/bindings/run-command.ts';
import { eventually } from '../../support/eventually.ts';
import { isAlive } from '../../support/is-alive.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { approve, command, never, toolsWith } from '../../support/toolbox.ts';
import { toolsText } from '../../../electron/core/tools/text.ts';

const runCommandModule = new URL('../../../electron/core/tools/bindings/run-command.ts', import.meta.url).href;
const environment = reducedEnvironment(process.env);
const script = (source: string): readonly string[] => [process.execPath, '-e', source];

test('runs programs from the PATH of the user’s shell if started from the desktop (catches npx that isn’t found)', async () => {
  const folder = await temporaryFolder();
  writeFileSync(path.join(folder, 'own-program'), '#!/bin/sh\necho found\n', { mode: 0o755 });
  const readLoginShell = async () => ({ PATH: `${folder}:/usr/bin:/bin` });
  const desktop = { ...process.env, TERM: undefined, PATH: '/usr/bin:/bin' };
  const { tools, id } = await toolsWith(command('own-program'), { environment: desktop, readLoginShell });
  await approve(tools, id);
  expect(await tools.run(id, '{"city":"Oslo"}', never)).toMatchObject({ isError: false, text: expect.stringContaining('found') });
  expect(await findProgramEnvironment({ ...desktop, TERM: 'xterm' }, readLoginShell)).toMatchObject({ PATH: '/usr/bin:/bin' });
});

test('passes each argument unchanged, without a shell', async () => {
  const { tools, id } = await toolsWith(command(...script('console.log(JSON.stringify(process.argv.slice(1)))'), '--', 'a b', '{{city}}'));
  await approve(tools, id);
  const hostile = '$(touch x); `id` && echo "*" \\ \n| cat';
  const { text } = await tools.run(id, JSON.stringify({ city: hostile }), never);
  expect(JSON.parse(text)).toEqual(['a b', hostile]);
});

test('passes no token of the environment', async () => {
  const clean = reducedEnvironment({
    PATH: '/bin',
    HOME: '/home/x',
    LC_ALL: 'C',
    API_TOKEN: 's',
    AWS_SECRET: 's',
    LANG: '() { :; }; x',
    SSH_AUTH_SOCK: '/x',
  });
  expect(clean).toEqual({ PATH: '/bin', HOME: '/home/x', LC_ALL: 'C' });
  const ran = await runCommand({
    argv: script('console.log(JSON.stringify(process.env))'),
    environment: { ...environment, LANG: 'C' },
    signal: never,
  });
  expect(JSON.parse(ran.ok ? ran.value.text : '')).not.toHaveProperty('VITEST');
});

test('runs in an empty folder that is removed afterwards', async () => {
  const source = "fs.writeFileSync('left', ''); console.log(process.cwd() + '\\n' + fs.readdirSync('.').length)";
  const ran = await runCommand({ argv: script(source), environment, signal: never });
  const [folder = '', entries] = ran.ok ? ran.value.text.split('\n') : [];
  expect(entries).toBe('1');
  expect(await readdir(path.dirname(folder))).not.toContain(path.basename(folder));
  expect(folder).not.toBe(os.homedir());
});

test('returns the output even if the folder can’t be removed', async () => {
  const parent = path.join(await temporaryFolder(), 'temporary');
  await mkdir(parent);
  vi.stubEnv('TMPDIR', parent);
  onTestFinished(() => void vi.unstubAllEnvs());
  // a file in place of the folder above: a real failure, also for root
  const source = "const up = path.dirname(process.cwd()); fs.renameSync(up, up + '-moved'); fs.writeFileSync(up, ''); console.log('done')";
  const ran = await runCommand({ argv: script(source), environment, signal: never });
  expect(ran).toEqual({ ok: true, value: { text: 'done\n', isError: false } });
});

test('reports an exit code as an error with the output', async () => {
  const ran = await runCommand({ argv: script("console.log('out'); console.error('why'); process.exit(3)"), environment, signal: never });
  expect(ran).toEqual({ ok: true, value: { text: `${toolsText.exitCode(3)}\nout\n\nwhy\n`, isError: true } });
});

test('reports a missing program with a remedy', async () => {
  const ran = await runCommand({ argv: ['causeway-no-such-program'], environment, signal: never });
  expect(ran).toMatchObject({ ok: false, failure: { reason: 'tool-program-not-found', params: { program: 'causeway-no-such-program' } } });
});

/** A shell that starts a child, which writes its process id and would run forever. */
async function family(): Promise<{ readonly argv: readonly string[]; readonly child: () => Promise<number> }> {
  const file = path.join(await temporaryFolder(), 'pid');
  const inner = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
  const source = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
  const child = (): Promise<number> =>
    vi.waitUntil(async () => Number(await readFile(file, 'utf8').catch(() => '')) || undefined, waitOptions);
  return { argv: script(source), child };
}

test('ends the program and its children on abort', async () => {
  const { argv, child } = await family();
  const controller = new AbortController();
  const running = runCommand({ argv, environment, signal: controller.signal });
  const pid = await child();
  expect(await isAlive(pid)).toBe(true);
  controller.abort();
  expect(await running).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  await vi.waitUntil(async () => !(await isAlive(pid)), waitOptions);
});

test('starts nothing for a call that was cancelled before it began', async () => {
  const file = path.join(await temporaryFolder(), 'ran');
  const ran = await runCommand({ argv: script(`fs.writeFileSync(${JSON.stringify(file)}, '')`), environment, signal: AbortSignal.abort() });
  expect(ran).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});

test('asks a program to end on abort, and kills it if it ignores that', async () => {
  // on a busy machine, the program may not get its turn before it is killed
  await eventually(async () => {
    const folder = await temporaryFolder();
    const [up, asked] = [path.join(folder, 'up'), path.join(folder, 'asked')];
    const source = `process.on('SIGTERM', () => fs.writeFileSync(${JSON.stringify(asked)}, ''));
      fs.writeFileSync(${JSON.stringify(up)}, ''); setInterval(() => {}, 1000)`;
    const controller = new AbortController();
    const running = runCommand({ argv: script(source), environment, signal: controller.signal });
    await vi.waitUntil(() => existsSync(up), waitOptions);
    controller.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(existsSync(asked)).toBe(true);
  });
});

test('waits for the end of a running command that ignores SIGTERM (catches one that outlives us)', async () => {
  const file = path.join(await temporaryFolder(), 'pid');
  const source = `process.on('SIGTERM', () => {}); fs.writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
  const { tools, id } = await toolsWith(command(...script(source)));
  await approve(tools, id);
  const running = tools.run(id, '{"city":"Bern"}', never);
  const pid = await vi.waitUntil(async () => Number(await readFile(file, 'utf8').catch(() => '')) || undefined, waitOptions);
  await tools.close();
  expect(await isAlive(pid)).toBe(false);
  expect(await running).toMatchObject({ isError: true });
});

test('ends a program at its time limit, and reports the limit', async () => {
  const ran = await runCommand({ argv: script('setInterval(() => {}, 1000)'), environment, signal: never, limitMs: 500 });
  expect(ran).toMatchObject({ ok: false, failure: { code: 'idle-timeout', reason: 'tool-command-timeout', params: { seconds: 0.5 } } });
});

test('reports the time limit of a program that can’t be signalled, for example one of sudo', async () => {
  const kill = process.kill.bind(process);
  const groups = new Set<number>();
  const refused = vi.spyOn(process, 'kill').mockImplementation((group) => {
    groups.add(group);
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  onTestFinished(() => {
    refused.mockRestore();
    groups.forEach((group) => kill(group, 'SIGKILL'));
  });
  const ran = await runCommand({ argv: script('setInterval(() => {}, 1000)'), environment, signal: never, limitMs: 500 });
  expect(ran).toMatchObject({ ok: false, failure: { reason: 'tool-command-timeout' } });
});

test('reports a program that can’t be started because too many files are open', async () => {
  const source = `const { runCommand } = await import(${JSON.stringify(runCommandModule)});
    const { openSync } = await import('node:fs');
    const options = { argv: ['true'], environment: { PATH: '/usr/bin:/bin' }, signal: new AbortController().signal };
    await runCommand(options); // loads everything that needs files
    try { for (;;) openSync('/dev/null'); } catch {}
    console.log(JSON.stringify(await runCommand(options)));`;
  const limited = ['-c', 'ulimit -n 100; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', source];
  // can’t remove its folder
  const { stdout } = await promisify(execFile)('sh', limited, { env: { ...process.env, TMPDIR: await temporaryFolder() } });
  const params = { program: 'true', detail: expect.stringContaining('EMFILE') as string };
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, failure: { reason: 'tool-program-not-started', params } });
});

test('neither hangs on a child left behind nor lets it run on', async () => {
  const file = path.join(await temporaryFolder(), 'pid');
  const inner = 'setInterval(() => {}, 1000)';
  const source = `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' }); fs.writeFileSync(${JSON.stringify(file)}, String(c.pid)); console.log('done'); process.exit(0)`;
  const ran = await runCommand({ argv: script(source), environment, signal: never });
  expect(ran).toEqual({ ok: true, value: { text: 'done\n', isError: false } });
  const pid = Number(await readFile(file, 'utf8'));
  await vi.waitUntil(async () => !(await isAlive(pid)), waitOptions);
});

test('doesn’t hang on a child that left the process group and keeps the pipes open', async () => {
  const file = path.join(await temporaryFolder(), 'pid');
  const inner = 'setInterval(() => {}, 1000)';
  const source = `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit', detached: true }); fs.writeFileSync(${JSON.stringify(file)}, String(c.pid)); console.log('done'); process.exit(0)`;
  const ran = await runCommand({ argv: script(source), environment, signal: never });
  process.kill(Number(await readFile(file, 'utf8')), 'SIGKILL');
  expect(ran).toEqual({ ok: true, value: { text: 'done\n', isError: false } });
});

test('truncates endless output and stops the program', async () => {
  const source = "const more = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', more); }; more()";
  const ran = await runCommand({ argv: script(source), environment, signal: never });
  expect(ran).toMatchObject({ ok: true, value: { isError: true } });
  expect(ran.ok ? ran.value.text.length : 0).toBeLessThan(1_000_100);
});

test('asks a program with endless output to end only once', async () => {
  const file = path.join(await temporaryFolder(), 'requests');
  const source = `process.on('SIGTERM', () => fs.appendFileSync(${JSON.stringify(file)}, 'x')); process.stdout.on('error', () => {});
    setInterval(() => process.stdout.write('x'.repeat(65536)), 1)`;
  const ran = await runCommand({ argv: script(source), environment, signal: never });
  expect(ran).toMatchObject({ ok: true, value: { isError: true } });
  expect((await readFile(file, 'utf8').catch(() => '')).length).toBeLessThanOrEqual(1);
});

test('returns output that this thread was too busy to read in time', async () => {
  const folder = await temporaryFolder();
  const [go, written, pid] = ['go', 'written', 'pid'].map((name) => path.join(folder, name));
  // leaves the group, so that it still writes after the end of its parent, and then keeps the pipe open
  const inner = `fs.writeFileSync('${pid}', String(process.pid)); const timer = setInterval(() => {
      if (!fs.existsSync('${go}')) return;
      clearInterval(timer); fs.writeSync(1, 'the end'); fs.writeFileSync('${written}', ''); setInterval(() => {}, 1000);
    }, 5)`;
  const source = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit', detached: true }).unref();
    const timer = setInterval(() => { if (fs.existsSync('${pid}')) process.exit(0); }, 5)`;
  const kill = process.kill.bind(process);
  const block = (): void => {
    writeFileSync(String(go), '');
    while (!existsSync(String(written))) sleep(5);
    sleep(1500); // longer than it waits for the pipes
  };
  // called when the parent has ended
  const blocked = vi.spyOn(process, 'kill').mockImplementation((...target) => {
    process.nextTick(block);
    return kill(...target);
  });
  onTestFinished(() => blocked.mockRestore());
  const ran = await runCommand({ argv: script(source), environment, signal: never });
  kill(Number(await readFile(String(pid), 'utf8')), 'SIGKILL');
  expect(ran).toEqual({ ok: true, value: { text: 'the end', isError: false } });
});

/** Blocks this thread. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
