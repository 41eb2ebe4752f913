import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';
import { SetUpError } from './set-up-error.mjs';

const binary = path.join(root, 'node_modules/keytar/build/Release/keytar.node');
/** Lists the build tools that were present when keytar could not be built. Deleted together with node_modules. */
const stamp = path.join(root, 'node_modules/.causeway-keychain-failed');

/** Returns whether keytar, which saves secrets in the system's keychain, is built. */
export function isKeychainBuilt() {
  return existsSync(binary);
}

/**
 * Downloads or compiles keytar's native part. If that fails, throws if the task needs it, and otherwise prints a line.
 * Tries again once the machine has other build tools.
 */
export async function buildKeychain({ isNeeded, begin, say }) {
  if (isKeychainBuilt() || !existsSync(path.join(root, 'node_modules/keytar'))) return;
  const buildTools = findBuildTools();
  const hasFailed = existsSync(stamp) && readFileSync(stamp, 'utf8') === buildTools;
  if (isNeeded || !hasFailed) {
    if (await rebuild(begin('keytar, which saves tokens and passwords in the system’s keychain'), isNeeded)) return;
    writeFileSync(stamp, buildTools);
  }
  if (isNeeded) {
    throw new SetUpError(
      'keytar could not be built; its own message is above. It needs a C++ compiler, Python 3 and, on Linux, the headers of libsecret (libsecret-1-dev).',
    );
  }
  say(`the keychain of the system can't be used (${explain()}), so secrets last only as long as the program.`);
}

async function rebuild(run, isShown) {
  const args = ['rebuild', 'keytar', '--ignore-scripts=false', '--foreground-scripts', '--loglevel=error'];
  const { status } = await run('npm', args, {
    cwd: root,
    isQuiet: !isShown,
    shell: process.platform === 'win32',
    env: { ...process.env, ...localHeaders() },
  });
  return status === 0 && isKeychainBuilt();
}

/** Returns the names of the machine's tools for compiling keytar. */
function findBuildTools() {
  const found = { headers: hasHeaders(), compiler: canRun('c++', '--version'), python: canRun('python3', '--version') };
  return Object.keys(found)
    .filter((name) => found[name])
    .join(' ');
}

function hasHeaders() {
  return process.platform !== 'linux' || canRun('pkg-config', '--exists', 'libsecret-1');
}

function canRun(command, ...args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function explain() {
  return hasHeaders() ? 'npm run set-up shows why' : 'libsecret-1-dev is missing';
}

/** Points node-gyp to the headers of this Node, which saves a download. Any version works, because keytar uses N-API. */
function localHeaders() {
  const prefix = path.resolve(path.dirname(process.execPath), '..');
  return existsSync(path.join(prefix, 'include/node/node_api.h')) ? { npm_config_nodedir: prefix } : {};
}
