import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../build/set-up/places.mjs';
import { checks, type CheckName } from '../../build/steps/checks.ts';

/** A copy of the sources in which something can be broken. */
export interface HouseCopy {
  /** Changes or adds one file, runs a check, and puts the file back. */
  readonly checkWith: (check: CheckName, file: string, change: (content: string) => string) => Outcome;
  readonly check: (check: CheckName) => Outcome;
  readonly remove: () => void;
}

export interface Outcome {
  readonly status: number;
  readonly output: string;
}

/** Copies what git knows or would add. */
export function copyHouse(): HouseCopy {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'causeway-house-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  execFileSync('git', ['init', '-q'], { cwd: copy });

  const check = (name: CheckName): Outcome => {
    const [file, ...words] = checks[name];
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(copy, 'node_modules', file), ...words], {
      cwd: copy,
      encoding: 'utf8',
    });
    return { status: status ?? 1, output: stdout + stderr };
  };

  return {
    check,
    checkWith: (name, file, change) => {
      const place = path.join(copy, file);
      const before = readIfThere(place);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, change(before ?? ''));
      try {
        return check(name);
      } finally {
        if (before === undefined) rmSync(place);
        else writeFileSync(place, before);
      }
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
