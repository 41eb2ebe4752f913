import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';
import { SetUpError } from './set-up-error.mjs';

const binary = path.join(root, 'node_modules/keytar/build/Release/keytar.node');
/** Gone with node_modules, and so is what it remembers: what the machine had when keytar could not be built. */
const stamp = path.join(root, 'node_modules/.causeway-keychain-failed');

/** Whether keytar, by which secrets are saved in the system's keychain, is ready. */
export function isKeychainBuilt() {
  return existsSync(binary);
}

/**
 * Fetches or compiles keytar's native part. Where that fails, a task that can do without is told so, and it is tried
 * again when the machine has got the headers.
 */
export function buildKeychain({ isNeeded, say }) {
  if (isKeychainBuilt() || !existsSync(path.join(root, 'node_modules/keytar'))) return;
  const ingredients = findIngredients();
  const hasFailed = existsSync(stamp) && readFileSync(stamp, 'utf8') === ingredients;
  if (isNeeded || !hasFailed) {
    say('keytar, for the keychain of the system…');
    if (rebuild(isNeeded)) return;
    writeFileSync(stamp, ingredients);
  }
  if (isNeeded) {
    throw new SetUpError(
      'keytar could not be built; its own message is above. It needs a C++ compiler, Python 3 and, on Linux, the headers of libsecret (libsecret-1-dev).',
    );
  }
  say(`the keychain of the system can't be used (${explain()}), so secrets last only as long as the program.`);
}

function rebuild(isShown) {
  const words = ['rebuild', 'keytar', '--ignore-scripts=false', '--foreground-scripts', '--loglevel=error'];
  const { status } = spawnSync('npm', words, {
    cwd: root,
    stdio: ['ignore', isShown ? 'inherit' : 'ignore', isShown ? 'inherit' : 'ignore'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...localHeaders() },
  });
  return status === 0 && isKeychainBuilt();
}

/** What of the machine decides whether keytar can be compiled. */
function findIngredients() {
  const ways = { headers: hasHeaders(), compiler: canRun('c++', '--version'), python: canRun('python3', '--version') };
  return Object.keys(ways)
    .filter((name) => ways[name])
    .join(' ');
}

function hasHeaders() {
  return process.platform !== 'linux' || canRun('pkg-config', '--exists', 'libsecret-1');
}

function canRun(command, ...words) {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}

function explain() {
  return hasHeaders() ? 'npm run set-up shows why' : 'libsecret-1-dev is missing';
}

/** Native modules use N-API, so the headers beside this Node do, and save node-gyp a download. */
function localHeaders() {
  const prefix = path.resolve(path.dirname(process.execPath), '..');
  return existsSync(path.join(prefix, 'include/node/node_api.h')) ? { npm_config_nodedir: prefix } : {};
}
