import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';
import { SetUpError } from './set-up-error.mjs';

/** What Electron's window needs. A list within the list: names of one package in different releases. */
const forWindow = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  'libnss3',
  ['libasound2', 'libasound2t64'],
  'libgbm1',
  'libxss1',
  ['libatk-bridge2.0-0', 'libatk-bridge2.0-0t64'],
  ['libcups2', 'libcups2t64'],
  'libdrm2',
  'libxkbcommon0',
  'fonts-dejavu-core',
  'dbus',
];
/** What a machine without a screen needs to open a window all the same. */
const forNoDisplay = ['xvfb', 'xauth'];
/** What keytar needs to run, and to be compiled where its ready-made binary can't be fetched. */
const forKeychain = ['libsecret-1-0'];
const forCompilingKeychain = ['libsecret-1-dev', 'build-essential', 'python3', 'pkg-config'];
/** A real keyring, a real SSH server that can also ask for one-time codes, a security key in software, and the clients that tests drive. */
const forIntegrationTests = ['gnome-keyring', 'openssh-server', 'libpam-oath', 'openssh-tests', 'openssh-client', 'curl'];
/** The window is tested in it too, where no Electron can be had and where one can; without a face of its own it takes half the work. */
const forWindowTests = [['chromium-headless-shell', 'chromium', 'chromium-browser']];

/** Installs missing Debian packages where it may; elsewhere says the command, or does nothing. */
export function installSystemPackages({ forTests, say }) {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !has('dpkg-query')) return;
  const isHeadless = !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  const isKeychainBuilt = existsSync(path.join(root, 'node_modules/keytar/build/Release/keytar.node'));
  const wanted = [
    ...forWindow,
    ...forKeychain,
    ...(isKeychainBuilt ? [] : forCompilingKeychain),
    ...(isHeadless ? forNoDisplay : []),
    ...(forTests ? [...forIntegrationTests, ...forWindowTests] : []),
  ].map((names) => [names].flat());
  const installed = installedPackages(wanted.flat());
  const missing = wanted.filter((names) => !names.some((name) => installed.has(name)));
  if (missing.length === 0) return;

  const privilege = asRoot();
  if (!privilege)
    throw new SetUpError(
      `system packages are missing. Run this, then start again:\n  sudo apt-get install -y ${missing.map(([name]) => name).join(' ')}`,
    );

  say(`system packages: ${missing.map(([name]) => name).join(' ')}…`);
  apt(privilege, ['update', '-qq']);
  const names = missing.map(availableName);
  apt(privilege, ['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

function installedPackages(names) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\\n', ...names], { encoding: 'utf8' });
  return new Set(
    stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
}

function availableName(names) {
  const known = names.find((name) => spawnSync('apt-cache', ['show', name], { encoding: 'utf8' }).stdout?.includes('Package:'));
  return known ?? names[0];
}

/** The words before a command that make it run as root, or nothing where that needs a password. */
function asRoot() {
  if (process.getuid() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

function apt(privilege, words) {
  const [command, ...rest] = [...privilege, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...words];
  const { status } = spawnSync(command, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    throw new SetUpError(
      `apt-get ${words[0]} failed; its own message is above. Mend that (network, another apt running), then run this again.`,
    );
  }
}

function has(command) {
  return spawnSync(command, ['--version']).status === 0;
}
