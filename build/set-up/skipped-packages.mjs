import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';
import { SetUpError } from './set-up-error.mjs';

/**
 * npm leaves out optional packages that ask for a newer Node than the one npm itself runs on, and among them
 * are native parts of our tools. Those tools run on the project's own Node, so what was left out is fetched
 * after all, by the lock file's integrity.
 */
export function installSkippedPackages({ say }) {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const skipped = Object.entries(lock.packages).filter(
    ([place, entry]) => entry.optional && isForHere(entry) && !existsSync(path.join(root, place)),
  );
  for (const [place, entry] of skipped) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    say(`${name}, which npm left out for the age of this Node…`);
    install(place, `${name}@${entry.version}`, entry.integrity);
  }
}

/** Only native parts name a machine; what belongs to another platform's part names none, and is rightly left out. */
function isForHere({ os, cpu, libc }) {
  return (os ?? cpu) !== undefined && allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, ownLibc());
}

/** A list, or a single name, of what is allowed (`linux`) or not (`!win32`). */
function allows(names, own) {
  const list = [names ?? []].flat();
  const isForbidden = list.includes(`!${own}`);
  return !isForbidden && (list.includes(own) || list.every((name) => name.startsWith('!')));
}

function ownLibc() {
  return existsSync('/etc/alpine-release') ? 'musl' : 'glibc';
}

function install(place, name, integrity) {
  const folder = mkdtempSync(path.join(root, 'node_modules/.skipped-'));
  try {
    execFileSync('npm', ['pack', name, '--pack-destination', folder, '--loglevel=error'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    const archive = path.join(folder, readdirSync(folder)[0]);
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (found !== integrity)
      throw new SetUpError(`${name} is not the file of the lock file. Clear the npm cache (npm cache clean --force), then run this again.`);
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    mkdirSync(path.dirname(path.join(root, place)), { recursive: true });
    renameSync(path.join(folder, 'package'), path.join(root, place));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
