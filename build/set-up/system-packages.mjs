import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hasDisplay } from './choose-shell.mjs';
import { isKeychainBuilt } from './keychain.mjs';
import { percent } from './progress.mjs';

/** Packages for Electron's window. A nested list has the names of one package in different releases. */
const forElectron = [
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
/** Packages for a window on a machine without a display. */
const forVirtualDisplay = ['xvfb', 'xauth'];
/** Packages that keytar needs to run, and to be compiled if its binary can't be downloaded. */
const forKeychain = ['libsecret-1-0'];
const forKeychainCompiler = ['libsecret-1-dev', 'build-essential', 'python3', 'pkg-config'];
/** A keyring, an SSH server with one-time codes, a software security key, and the clients that tests use. */
const forIntegrationTests = ['gnome-keyring', 'openssh-server', 'libpam-oath', 'openssh-tests', 'openssh-client', 'curl'];
/** A reverse proxy, in any variant. */
const forProxyTests = [['nginx-light', 'nginx', 'nginx-core', 'nginx-full', 'nginx-extras']];
/** Services that start when their package is installed. They are stopped, because the tests start their own. */
const unwantedServices = { 'nginx-light': 'nginx', nginx: 'nginx' };
/** A browser for the window tests. The headless shell needs half the processor time. */
const forWindowTests = [['chromium-headless-shell', 'chromium', 'chromium-browser']];
/** A second browser engine. Only Debian has it as a package; Ubuntu's is a snap. */
const forFirefoxTests = ['firefox-esr'];

/** Returns the Debian packages that are missing, if any: { missing, canInstall, isForWindow }. */
export function findMissingSystemPackages({ forWindow, forTests }) {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !has('dpkg-query')) return undefined;
  const windowPackages = forWindow ? [...forElectron, ...(hasDisplay() ? [] : forVirtualDisplay)] : [];
  const wanted = [
    ...windowPackages,
    ...forKeychain,
    ...(isKeychainBuilt() ? [] : forKeychainCompiler),
    ...(forTests ? [...forIntegrationTests, ...forProxyTests, ...forWindowTests, ...(isDebianItself() ? forFirefoxTests : [])] : []),
  ];
  const installed = installedPackages(wanted.flat());
  const missing = wanted.filter((names) => ![names].flat().some((name) => installed.has(name)));
  if (missing.length === 0) return undefined;

  return { missing, canInstall: rootPrefix() !== undefined, isForWindow: missing.some((names) => windowPackages.includes(names)) };
}

/**
 * Installs missing packages if it has the rights. If some stay missing, returns the command that installs them,
 * whether the window needs any, and a sentence.
 */
export async function installSystemPackages({ missing, isForWindow, begin }) {
  const privilege = rootPrefix();
  const knownNames = availableNames(missing);
  if (!privilege) {
    const command = installCommand(knownNames);
    return { command, forWindow: isForWindow, sentence: `system packages are missing. Run this, then start again:\n  ${command}` };
  }

  const run = begin(`system packages for ${isForWindow ? 'the window and ' : ''}the keychain (${knownNames.join(' ')})`);
  const isUpdated = await apt(run, privilege, ['update']);
  const names = availableNames(missing); // again, because a new machine has no lists before
  const hasInstalled = isUpdated && (await apt(run, privilege, ['install', '-y', '--no-install-recommends', ...names]));
  for (const name of names) if (name in unwantedServices) stopService(privilege, unwantedServices[name]);
  if (hasInstalled) return undefined;
  return {
    command: installCommand(names),
    forWindow: isForWindow,
    sentence: 'apt-get failed; its own message is above. Mend that (network, another apt running), then run this again.',
  };
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

function installCommand(names) {
  return `sudo apt-get install -y ${names.join(' ')}`;
}

/** Returns a name of each package that this release has, because apt refuses a list with an unknown one. */
function availableNames(packages) {
  return packages.map((names) => (Array.isArray(names) ? availableName(names) : names));
}

function availableName(names) {
  const known = names.find((name) => spawnSync('apt-cache', ['show', name], { encoding: 'utf8' }).stdout?.includes('Package:'));
  return known ?? names[0];
}

/** Returns the arguments that run a command as root, or undefined if that needs a password. */
function rootPrefix() {
  if (process.getuid() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

async function apt(run, privilege, args) {
  const settings = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'APT::Status-Fd=1'];
  const [command, ...rest] = [...privilege, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...settings, ...args];
  const { status } = await run(command, rest, { readProgress: readAptStatus });
  return status === 0;
}

/** Reads a line such as `pmstatus:libnss3:12.5:Unpacking libnss3`. */
export function readAptStatus(line) {
  const [, kind, share] = /^(dl|pm)status:[^:]*:([\d.]+):/.exec(line) ?? [];
  return kind && `${kind === 'dl' ? 'downloaded' : 'installed'} ${percent(Number(share), 100)}`;
}

/** Stops a service, and disables its start at boot. */
function stopService(privilege, name) {
  for (const args of [
    ['/usr/sbin/invoke-rc.d', '--quiet', name, 'stop'],
    ['/usr/sbin/update-rc.d', name, 'disable'],
  ]) {
    const [command, ...rest] = [...privilege, ...args];
    spawnSync(command, rest, { stdio: 'ignore' });
  }
}

function isDebianItself() {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function has(command) {
  return spawnSync(command, ['--version']).status === 0;
}
