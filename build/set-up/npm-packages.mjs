import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packagedNode, root } from './places.mjs';
import { percent } from './progress.mjs';
import { deleteMovedNodes, moveRunningNode } from './running-node.mjs';
import { SetUpError } from './set-up-error.mjs';
import { installSkippedPackages, isForThisMachine } from './skipped-packages.mjs';

const stamp = path.join(root, 'node_modules/.causeway-installed');

/** Returns whether node_modules was completely installed from this lock file. */
export function areNpmPackagesInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/**
 * Runs `npm ci` unless the packages are installed. Skips install scripts, because the only
 * needed one compiles keytar, which may fail (keychain.mjs).
 */
export async function installNpmPackages({ begin, say }) {
  deleteMovedNodes({ root });
  if (areNpmPackagesInstalled()) return;

  if (isElectronRunning()) {
    throw new SetUpError(
      'Causeway is running from this folder, so npm can’t replace its packages. Quit it in the notification area, then run this again.',
    );
  }
  const run = begin('npm packages, which Causeway is built from');
  rmSync(stamp, { force: true });
  const moveNodeBack = moveRunningNode({ root });
  const { status, error } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    countProgress: progressCounter(),
    shell: process.platform === 'win32',
  });
  if (status !== 0) moveNodeBack();
  if (error) throw new SetUpError(`npm can't be started (${error.message}). Install npm, then run this again.`);
  if (status !== 0) {
    throw new SetUpError(
      'npm could not install the packages; its own message is above. Check the network or the npm proxy settings (npm config get https-proxy), then run this again.',
    );
  }
  installSkippedPackages({ say });
  // npm runs scripts on it, so that the next one would not start
  if (!packagedNode()) rmSync(path.join(root, 'node_modules/.bin/node'), { force: true });
  writeFileSync(stamp, fingerprint());
}

/** Returns whether Electron runs from node_modules, which npm can't delete on Windows then. It would leave half of the packages. */
export function isElectronRunning({ platform = process.platform, open = openSync } = {}) {
  if (platform !== 'win32') return false;
  try {
    closeSync(open(path.join(root, 'node_modules/electron/dist/electron.exe'), 'r+'));
    return false;
  } catch (error) {
    return ['EBUSY', 'EPERM', 'EACCES'].includes(error.code);
  }
}

/** Returns a function that counts the unpacked packages, because npm reports nothing while it installs. */
function progressCounter() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const files = Object.entries(packages)
    .filter(([location, entry]) => location !== '' && (!entry.optional || isForThisMachine(entry)))
    .map(([location]) => path.join(root, location, 'package.json'));
  return () => percent(files.filter((file) => existsSync(file)).length, files.length);
}

function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(readFileSync(path.join(root, 'package.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}
