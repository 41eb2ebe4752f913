import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { rootSwitches, runtime } from '../../build/steps/electron-command.ts';
import { trayImageName, trayBadges } from '../../electron/shell/desktop/tray-badge.ts';
import { chat, place, start, type Running } from '../integration/headless/headless-fixture.ts';
import { ask, useLink } from '../support/browser-shell.ts';
import { freePort } from '../support/free-port.ts';
import { assignFreePorts } from '../support/assign-free-ports.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const output = mkdtempSync(path.join(os.tmpdir(), 'causeway-dist-'));
let unpacked = '';
let executable = '';

/** Starts the packaged program in a terminal, without a display. */
async function headless(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Running> {
  const isolated = { HOME: await temporaryFolder(), DISPLAY: '', WAYLAND_DISPLAY: '', ...environment };
  return start(args, isolated, [], [executable, ...rootSwitches(), '--headless']);
}

function dist(...args: string[]): ReturnType<typeof spawnSync> {
  return spawnSync(process.execPath, ['build/tasks/dist.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
  });
}

beforeAll(() => {
  const { status, stdout, stderr } = dist('--dir', '--output', output);
  if (status !== 0) throw new Error(`${String(stdout)}${String(stderr)}`);
  unpacked = path.join(output, readdirSync(output).find((name) => name.endsWith('unpacked')) ?? '');
  executable = path.join(unpacked, 'causeway');
});
// Removed, because a package made with the stand-in Electron must not remain.
afterAll(() => removeFolder(output));

describe('the packaged program', () => {
  test('contains only built output and native modules', () => {
    const files = listPackage(path.join(unpacked, 'resources/app.asar'), { isPack: false }).map((file) => file.replaceAll('\\', '/'));
    const unexpected = files.filter(
      (file) => !/^\/(package\.json|build(\/out(\/(main|preload|renderer|tray)(\/.*)?)?)?|node_modules(\/.*)?)$/.test(file),
    );
    expect(unexpected).toEqual([]);
    expect(files.filter((file) => /\.tsx?$|\.map$|\/tests?\/|gallery/.test(file))).toEqual([]);
    const images = trayBadges.map((sign) => `/build/out/tray/${trayImageName(sign, process.platform)}`);
    expect(files).toEqual(expect.arrayContaining(images));
    const about = JSON.parse(extractFile(path.join(unpacked, 'resources/app.asar'), 'package.json').toString()) as { name: string };
    expect(about.name).toBe('causeway');
  });

  // catches packages of the main process, the page or its workers whose licences are missing, and the pages of tests
  test('has the notices of what it contains', () => {
    const notices = readFileSync(path.join(unpacked, 'resources/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['electron', 'keytar', 'ssh2', 'react', 'mermaid', 'highlight.js', '@fontsource-variable/inter'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(notices).not.toMatch(/^react-markdown \d/m);
  });

  test('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(executable);
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.EnableCookieEncryption]).toBe(FuseState.ENABLE);
    expect(wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.EnableNodeCliInspectArguments]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(FuseState.ENABLE);
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE);
    // Electron ships without that snapshot, and a program that needs it would not start.
    expect(wire[FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.GrantFileProtocolExtraPrivileges]).toBe(FuseState.DISABLE);
  });

  test('starts and opens its window', async () => {
    const profile = mkdtempSync(path.join(os.tmpdir(), 'causeway-packaged-'));
    const app = spawn(executable, [...rootSwitches(), `--user-data-dir=${profile}`], { stdio: 'ignore' });
    const ended = new Promise((resolve) => app.once('exit', (code, signal) => resolve(code ?? signal)));
    const log = path.join(profile, 'logs/causeway.log');
    const opened = vi.waitFor(() => expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toContain('"window.ready"'), {
      timeout: 60_000,
      interval: 100,
    });
    try {
      expect(await Promise.race([opened.then(() => 'opened'), ended])).toBe('opened');
    } finally {
      app.kill();
      await ended;
      await removeFolder(profile);
    }
  });

  test('runs in a terminal without a display, and finishes a running answer before it exits', async () => {
    const { demo, words } = await place('direct');
    const running = await headless([...words, '--host-key', demo.instance.fingerprint(), '--password-env', 'PW'], {
      PW: demo.instance.password,
    });
    const { port } = await running.line('local-api', { state: 'listening' });
    await running.line('connection', { tunnel: 'ready' });
    const release = demo.fault({ kind: 'stall', after: 2, endpoint: 'chat' });
    const answer = await chat(port, { stream: true });
    running.child.kill('SIGTERM');
    expect(await running.line('ending')).toMatchObject({ underWay: 1 });
    release();
    expect(await answer.text()).toMatch(/\[DONE\]\s*$/);
    expect(await running.ended).toBe(0);
  });

  test('exits in a terminal with codes that scripts can use', async () => {
    const { demo, words } = await place('proxy');
    const check = await headless([...words, '--check', '--token-env', 'LAB_TOKEN'], { LAB_TOKEN: demo.token });
    expect(await check.line('check')).toMatchObject({ mode: 'proxy' });
    expect(await check.ended).toBe(0);
    expect(await (await headless(['--porty'])).ended).toBe(64);
    expect(await (await headless(['--profile', 'nobody', '--data', await temporaryFolder()])).ended).toBe(78);
  });

  test('serves its window to a browser without a display', async () => {
    const [home, data] = [await temporaryFolder(), await temporaryFolder()];
    await assignFreePorts(data);
    const environment = { PATH: process.env['PATH'], HOME: home, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
    const args = ['--data', data, '--browser-port', String(await freePort())];
    const program = await startServerProcess(args, environment, [executable, ...rootSwitches()]);
    const { origin } = new URL(program.link);
    const { status, headers } = await useLink(origin, program.link);
    expect(status).toBe(204);
    const cookie = (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
    expect((await ask(origin, '/', { headers: { cookie } })).body).toContain('id="root"');
    expect(await program.close()).toBe(0);
  });

  test('prints its size', () => {
    const size = (folder: string): number =>
      readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
    const whole = size(unpacked);
    const ours = statSync(path.join(unpacked, 'resources/app.asar')).size;
    console.log(`unpacked: ${(whole / 2 ** 20).toFixed(0)} MiB, of which ours: ${(ours / 2 ** 20).toFixed(1)} MiB`);
    expect(ours).toBeLessThan(whole);
  });

  test.runIf(!runtime().isOfficial)('is never built for distribution with the stand-in Electron', () => {
    for (const args of [[], ['--linux', 'AppImage'], ['--linux', 'deb']]) {
      const { status, stderr } = dist(...args);
      expect(status).toBe(1);
      expect(String(stderr)).toContain('never packaged');
    }
  });
});
