import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { rootSwitches, runtime } from '../../build/steps/electron-command.ts';

const output = mkdtempSync(path.join(os.tmpdir(), 'causeway-dist-'));
let unpacked = '';
let executable = '';

function dist(...words: string[]): ReturnType<typeof spawnSync> {
  return spawnSync(process.execPath, ['build/tasks/dist.ts', ...words], {
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
// on a machine with only the stand-in Electron this folder must not stay
afterAll(() => rmSync(output, { recursive: true, force: true }));

describe('the packaged program', () => {
  test('holds built output and native parts only', () => {
    const files = listPackage(path.join(unpacked, 'resources/app.asar'), { isPack: false });
    const strangers = files.filter(
      (file) =>
        !/^\/(package\.json|build(\/out(\/(main|preload|renderer)(\/.*)?)?)?|node_modules(\/.*)?)$/.test(file.replaceAll('\\', '/')),
    );
    expect(strangers).toEqual([]);
    expect(files.filter((file) => /\.tsx?$|\.map$|\/tests?\/|gallery/.test(file))).toEqual([]);
    const about = JSON.parse(extractFile(path.join(unpacked, 'resources/app.asar'), 'package.json').toString()) as { name: string };
    expect(about.name).toBe('causeway');
  });

  test('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(executable);
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.EnableCookieEncryption]).toBe(FuseState.ENABLE);
    expect(wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.EnableNodeCliInspectArguments]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation]).toBe(FuseState.ENABLE);
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE);
    expect(wire[FuseV1Options.GrantFileProtocolExtraPrivileges]).toBe(FuseState.DISABLE);
  });

  test('starts and opens its window', async () => {
    const profile = mkdtempSync(path.join(os.tmpdir(), 'causeway-packaged-'));
    const app = spawn(executable, [...rootSwitches(), `--user-data-dir=${profile}`], { stdio: 'ignore' });
    const log = path.join(profile, 'logs/causeway.log');
    try {
      await vi.waitFor(() => expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toContain('"window.ready"'), {
        timeout: 60_000,
        interval: 100,
      });
    } finally {
      app.kill();
      await new Promise((resolve) => app.once('exit', resolve));
      rmSync(profile, { recursive: true, force: true });
    }
  });

  test('says its size', () => {
    const size = (folder: string): number =>
      readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
    const whole = size(unpacked);
    const ours = statSync(path.join(unpacked, 'resources/app.asar')).size;
    console.log(`unpacked: ${(whole / 2 ** 20).toFixed(0)} MiB, of which ours: ${(ours / 2 ** 20).toFixed(1)} MiB`);
    expect(ours).toBeLessThan(whole);
  });

  test.runIf(!runtime().isOfficial)('is never made for anyone from the stand-in Electron', () => {
    for (const words of [[], ['--linux', 'AppImage'], ['--linux', 'deb']]) {
      const { status, stderr } = dist(...words);
      expect(status).toBe(1);
      expect(String(stderr)).toContain('never packaged');
    }
  });
});
