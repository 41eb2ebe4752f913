import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../../build/set-up/places.mjs';
import { checks, type CheckName } from '../../build/steps/checks.ts';

/** A deliberate violation, in a file of its own or under a name that the check prints. */
export interface Planted {
  readonly what: string;
  readonly file: string;
  /** The content of a new file, or a change to an existing one. */
  readonly change: string | ((content: string) => string);
  /** What the check must print about this file. */
  readonly says: RegExp;
}

/** A copy of the sources, for planting violations. */
export interface ProjectCopy {
  /** Changes or adds a file. Throws if the change has no effect. */
  readonly plant: (file: string, change: (content: string) => string) => void;
  readonly check: (check: CheckName) => Promise<Outcome>;
  readonly remove: () => void;
}

export interface Outcome {
  readonly status: number;
  /** Without colours, which some checks print if CI is set. */
  readonly output: string;
}

/** Copies all files that git tracks or would add, or those outside the given folder. */
export function copyProject(omitted?: string): ProjectCopy {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'causeway-project-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const isCopied = (name: string): boolean => name !== '' && name.split('/')[0] !== omitted && existsSync(path.join(root, name));
  const folders = new Set<string>();
  for (const file of files.split('\0').filter(isCopied)) {
    const folder = path.dirname(file);
    if (!folders.has(folder)) mkdirSync(path.join(copy, folder), { recursive: true });
    folders.add(folder);
    copyFileSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  execFileSync('git', ['init', '-q'], { cwd: copy });

  return {
    plant: (file, change) => {
      const target = path.join(copy, file);
      const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
      const after = change(before);
      if (after === before) throw new Error(`Nothing was planted in ${file}: the text to change is missing.`);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, after);
    },
    check: (name) =>
      new Promise((resolve) => {
        const [file, ...options] = checks[name];
        const args = [path.join(copy, file), ...options];
        execFile(process.execPath, args, { cwd: copy, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
          resolve({ status: error ? Number(error.code ?? 1) : 0, output: stripVTControlCharacters(stdout + stderr) });
        });
      }),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
