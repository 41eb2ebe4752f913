import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../../build/set-up/places.mjs';
import { checks, type CheckName } from '../../build/steps/checks.ts';

/** A copy of the sources in which something can be broken. */
export interface HouseCopy {
  /** Changes or adds one file. */
  readonly plant: (file: string, change: (content: string) => string) => void;
  readonly check: (check: CheckName) => Promise<Outcome>;
  readonly remove: () => void;
}

export interface Outcome {
  readonly status: number;
  /** Without colours, which some checks put in wherever CI is set. */
  readonly output: string;
}

/** Copies what git knows or would add. */
export function copyHouse(): HouseCopy {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'causeway-house-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  execFileSync('git', ['init', '-q'], { cwd: copy });

  return {
    plant: (file, change) => {
      const place = path.join(copy, file);
      const before = existsSync(place) ? readFileSync(place, 'utf8') : '';
      const after = change(before);
      if (after === before) throw new Error(`Nothing was planted in ${file}: what was to be changed is not there.`);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, after);
    },
    check: (name) =>
      new Promise((resolve) => {
        const [file, ...words] = checks[name];
        const node = [path.join(copy, 'node_modules', file), ...words];
        execFile(process.execPath, node, { cwd: copy, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
          resolve({ status: error ? Number(error.code ?? 1) : 0, output: stripVTControlCharacters(stdout + stderr) });
        });
      }),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
