import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hasDisplay } from './choose-shell.mjs';
import { isKeychainBuilt } from './keychain.mjs';

/** What Electron's window needs. A list within the list: names of one package in different releases. */
const ofWindow = [
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
const ofVirtualDisplay = ['xvfb', 'xauth'];
/** What keytar needs to run, and to be compiled where its ready-made binary can't be fetched. */
const ofKeychain = ['libsecret-1-0'];
const ofKeychainCompiler = ['libsecret-1-dev', 'build-essential', 'python3', 'pkg-config'];
/** A real keyring, a real SSH server that can also ask for one-time codes, a security key in software, and the clients that tests drive. */
const ofIntegrationTests = ['gnome-keyring', 'openssh-server', 'libpam-oath', 'openssh-tests', 'openssh-client', 'curl'];
/** A real reverse proxy; any flavour will do. */
const ofProxyTests = [['nginx-light', 'nginx', 'nginx-core', 'nginx-full', 'nginx-extras']];
/** Services that begin with their packages; the tests start their own, so that nobody wants these. */
const unwantedServices = { 'nginx-light': 'nginx', nginx: 'nginx' };
/** The window is tested in it too, where no Electron can be had and where one can; without a face of its own it takes half the work. */
const ofWindowTests = [['chromium-headless-shell', 'chromium', 'chromium-browser']];
/** A second engine. Debian alone has it as a package; Ubuntu's is a snap. */
const ofFirefoxTests = ['firefox-esr'];

/**
 * Installs missing Debian packages where it may. Of those that stay missing it gives the command that installs them,
 * whether the window needs any, and a sentence.
 */
export function installSystemPackages({ forWindow, forTests, say }) {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !has('dpkg-query')) return undefined;
  const windowPackages = forWindow ? [...ofWindow, ...(hasDisplay() ? [] : ofVirtualDisplay)] : [];
  const wanted = [
    ...windowPackages,
    ...ofKeychain,
    ...(isKeychainBuilt() ? [] : ofKeychainCompiler),
    ...(forTests ? [...ofIntegrationTests, ...ofProxyTests, ...ofWindowTests, ...(isDebianItself() ? ofFirefoxTests : [])] : []),
  ];
  const installed = installedPackages(wanted.flat());
  const missing = wanted.filter((names) => ![names].flat().some((name) => installed.has(name)));
  if (missing.length === 0) return undefined;

  const firstNames = missing.map((names) => [names].flat()[0]).join(' ');
  const command = `sudo apt-get install -y ${firstNames}`;
  const giveUp = (sentence) => ({ command, forWindow: missing.some((names) => windowPackages.includes(names)), sentence });
  const privilege = asRoot();
  if (!privilege) return giveUp(`system packages are missing. Run this, then start again:\n  ${command}`);

  say(`system packages: ${firstNames}…`);
  const isUpdated = apt(privilege, ['update', '-qq']);
  const names = missing.map((alternatives) => availableName([alternatives].flat()));
  const hasInstalled = isUpdated && apt(privilege, ['install', '-y', '-qq', '--no-install-recommends', ...names]);
  for (const name of names) if (name in unwantedServices) stopService(privilege, unwantedServices[name]);
  if (hasInstalled) return undefined;
  return giveUp('apt-get failed; its own message is above. Mend that (network, another apt running), then run this again.');
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
  return spawnSync(command, rest, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** Stops a service, and keeps it from starting with the computer. */
function stopService(privilege, name) {
  for (const words of [
    ['/usr/sbin/invoke-rc.d', '--quiet', name, 'stop'],
    ['/usr/sbin/update-rc.d', name, 'disable'],
  ]) {
    const [command, ...rest] = [...privilege, ...words];
    spawnSync(command, rest, { stdio: 'ignore' });
  }
}

function isDebianItself() {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function has(command) {
  return spawnSync(command, ['--version']).status === 0;
}
