import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Machine {
  readonly run: (user?: number) => { readonly status: number | null; readonly output: string };
  /** What the set-up asked of the machine's commands. */
  readonly asked: () => string[];
  readonly checkout: string;
}

/**
 * A fresh checkout on a machine whose apt, sudo, npm and id are ours to decide:
 * the set-up itself runs as it is, in a process of its own.
 */
async function machine(commands: Readonly<Record<string, string>>, lock: object = { packages: {} }): Promise<Machine> {
  const folder = await temporaryFolder();
  const checkout = path.join(folder, 'checkout');
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const file of ['build/run.mjs', 'build/set-up', 'package.json']) {
    cpSync(path.join(root, file), path.join(checkout, file), { recursive: true });
  }
  writeFileSync(path.join(checkout, 'package-lock.json'), JSON.stringify(lock));
  for (const [name, script] of Object.entries(commands)) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\necho "${name} $*" >> "${folder}/asked"\n${script}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  symlinkSync('/usr/bin/env', path.join(bin, 'env'));
  return {
    checkout,
    asked: () => (existsSync(`${folder}/asked`) ? readFileSync(`${folder}/asked`, 'utf8').trim().split('\n') : []),
    run: (user) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(checkout, 'build/run.mjs'), 'set-up'], {
        encoding: 'utf8',
        ...(user === undefined ? {} : { uid: user }),
        env: { PATH: `${bin}:/bin:/usr/bin`, HOME: folder, DISPLAY: ':9', CAUSEWAY_CACHE: path.join(folder, 'cache') },
      });
      return { status, output: stdout + stderr };
    },
  };
}

const allInstalled = 'for name in "$@"; do case "$name" in -*|*Package*) ;; *) echo "$name installed" ;; esac; done';
const isDebian = existsSync('/etc/debian_version');

describe.runIf(isDebian)('the set-up on Debian', () => {
  test('installs just the missing packages', async () => {
    const debian = await machine({
      'dpkg-query': allInstalled.replace('*Package*)', '*Package*|libnss3|libgbm1)'),
      sudo: 'shift; exec "$@"',
      'apt-get': 'exit 0',
      'apt-cache': 'echo "Package: $2"',
      npm: 'exit 1',
    });
    debian.run();
    const installed = debian.asked().find((line) => line.startsWith('apt-get') && line.includes(' install '));
    expect(installed?.split(' ').slice(-2)).toEqual(['libnss3', 'libgbm1']);
  });

  test('asks apt for nothing when nothing is missing', async () => {
    const debian = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm: 'exit 1' });
    debian.run();
    expect(debian.asked().filter((line) => line.startsWith('apt-get'))).toEqual([]);
  });

  test('stops with one sentence when apt fails', async () => {
    const debian = await machine({
      'dpkg-query': 'exit 0',
      sudo: 'shift; exec "$@"',
      'apt-get': 'exit 100',
      'apt-cache': 'exit 0',
      npm: 'exit 0',
    });
    const { status, output } = debian.run();
    expect(status).toBe(1);
    expect(output).toContain('set-up: apt-get update failed');
    expect(output).not.toContain('    at '); // a stack is no remedy
  });
});

const nobody = 65534;
/** Another user may not be allowed to look where this project or what is temporary lies. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1], fs.constants.X_OK)', os.tmpdir()], { uid: nobody, cwd: '/' })
    .status === 0;

test.runIf(isDebian && canBeNobody)('a user who may not install is shown the exact command', async () => {
  const debian = await machine({
    'dpkg-query': allInstalled.replace('*Package*)', '*Package*|libnss3)'),
    sudo: 'exit 1',
    'apt-get': 'exit 0',
  });
  execFileSync('chmod', ['-R', 'a+rwX', path.dirname(debian.checkout)]);
  const { status, output } = debian.run(nobody);
  expect(status).toBe(1);
  expect(output).toContain('sudo apt-get install -y libnss3\n');
  expect(debian.asked().filter((line) => line.startsWith('apt-get'))).toEqual([]);
});

describe('the npm packages', () => {
  test('are installed again after an npm ci that was cut short', async () => {
    const fresh = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm: 'mkdir -p node_modules; exit 1' });
    const { status, output } = fresh.run();
    expect(status).toBe(1);
    expect(output).toContain('npm could not install the packages');
    fresh.run();
    expect(fresh.asked().filter((line) => line.startsWith('npm ci'))).toHaveLength(2);
  });

  test('are left alone when the lock file has not changed, and renewed when it has', async () => {
    const fresh = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm: 'mkdir -p node_modules; exit 0' });
    fresh.run();
    fresh.run();
    expect(fresh.asked().filter((line) => line.startsWith('npm ci'))).toHaveLength(1);
    writeFileSync(path.join(fresh.checkout, 'package-lock.json'), '{ "packages": {}, "changed": true }');
    fresh.run();
    expect(fresh.asked().filter((line) => line.startsWith('npm ci'))).toHaveLength(2);
  });

  test('that npm left out for the age of its Node are fetched, if they are for this machine and the very files of the lock file', async () => {
    const folder = await temporaryFolder();
    mkdirSync(path.join(folder, 'package'));
    writeFileSync(path.join(folder, 'package/part.node'), 'native');
    execFileSync('tar', ['-czf', 'part.tgz', 'package'], { cwd: folder });
    const archive = readFileSync(path.join(folder, 'part.tgz'));
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const part = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch], integrity };
    const npm = `case "$1" in pack) cp ${folder}/part.tgz "$4" ;; *) mkdir -p node_modules ;; esac`;
    const lock = {
      packages: {
        'node_modules/native-part': part,
        'node_modules/part-for-others': { ...part, os: ['plan9'] },
        'node_modules/of-a-part-for-others': { version: '1.0.0', optional: true },
      },
    };
    const old = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm }, lock);
    old.run();
    expect(readFileSync(path.join(old.checkout, 'node_modules/native-part/part.node'), 'utf8')).toBe('native');
    expect(old.asked().filter((line) => line.startsWith('npm pack'))).toHaveLength(1);

    const forged = await machine(
      { 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm },
      { packages: { 'node_modules/native-part': { ...part, integrity: 'sha512-other' } } },
    );
    expect(forged.run().output).toContain('native-part@1.0.0 is not the file of the lock file');
    expect(existsSync(path.join(forged.checkout, 'node_modules/native-part'))).toBe(false);
  });
});
