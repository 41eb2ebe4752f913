import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packagedNode, root } from './places.mjs';
import { deleteMovedNodes, moveRunningNode } from './running-node.mjs';
import { SetUpError } from './set-up-error.mjs';
import { installSkippedPackages } from './skipped-packages.mjs';

const stamp = path.join(root, 'node_modules/.causeway-installed');

/**
 * Runs `npm ci` unless node_modules was completely installed from this lock file. Skips install scripts, because the only
 * needed one compiles keytar, which may fail (keychain.mjs).
 */
export function installNpmPackages({ say }) {
  deleteMovedNodes({ root });
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  say('npm packages by the lock file…');
  rmSync(stamp, { force: true });
  const moveNodeBack = moveRunningNode({ root });
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
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
  writeFileSync(stamp, wanted);
}

function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(readFileSync(path.join(root, 'package.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}
