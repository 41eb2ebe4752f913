import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, usesMusl } from './places.mjs';
import { SetUpError } from './set-up-error.mjs';

/**
 * Installs optional packages that npm skipped because they require a newer Node than npm's. Among them are native parts of
 * our tools, which run on the project's Node. Verifies the lock file's integrity.
 */
export function installSkippedPackages({ say }) {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const skipped = Object.entries(lock.packages).filter(
    ([location, entry]) => entry.optional && isForThisMachine(entry) && !existsSync(path.join(root, location)),
  );
  for (const [location, entry] of skipped) {
    const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
    say(`${name}, which npm left out for the age of this Node…`);
    install(location, `${name}@${entry.version}`, entry.integrity);
  }
}

/** Returns whether a package is a native part for this machine. Dependencies of other platforms' parts name no platform. */
export function isForThisMachine({ os, cpu, libc }) {
  return (os ?? cpu) !== undefined && allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, ownLibc());
}

/** Returns whether a list or a single name allows a value. Names are allowed (`linux`) or excluded (`!win32`) values. */
function allows(names, own) {
  const list = [names ?? []].flat();
  const isForbidden = list.includes(`!${own}`);
  return !isForbidden && (list.includes(own) || list.every((name) => name.startsWith('!')));
}

function ownLibc() {
  return usesMusl() ? 'musl' : 'glibc';
}

function install(location, name, integrity) {
  const folder = mkdtempSync(path.join(root, 'node_modules/.skipped-'));
  try {
    // in the folder, because Windows' shell splits a path with a space, and GNU tar takes C: as the name of a host
    execFileSync('npm', ['pack', name, '--pack-destination', '.', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    const archive = readdirSync(folder)[0];
    const found = `sha512-${createHash('sha512')
      .update(readFileSync(path.join(folder, archive)))
      .digest('base64')}`;
    if (found !== integrity)
      throw new SetUpError(`${name} is not the file of the lock file. Clear the npm cache (npm cache clean --force), then run this again.`);
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    mkdirSync(path.dirname(path.join(root, location)), { recursive: true });
    renameSync(path.join(folder, 'package'), path.join(root, location));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
