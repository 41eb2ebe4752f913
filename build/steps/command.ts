import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { passSignals } from '../set-up/pass-signals.mjs';
import { root } from '../set-up/places.mjs';

/** Runs a command to its end with our own input and output; the answer is its exit status. */
export function run(command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return statusOf(spawn(command, words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }));
}

/** As `run`, for commands that run side by side: what each says goes to a file, and is shown in one piece when it has failed. */
export async function runQuietly(command: string, words: readonly string[], file: string): Promise<number> {
  const log = openSync(file, 'w'); // not a pipe, which whoever is left behind could hold open
  try {
    const status = await statusOf(spawn(command, words, { cwd: root, stdio: ['ignore', log, log] }));
    if (status !== 0) process.stdout.write(readFileSync(file));
    return status;
  } finally {
    closeSync(log);
  }
}

function statusOf(child: ChildProcess): Promise<number> {
  const stopPassing = passSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      stopPassing();
      resolve(code ?? 1);
    });
  });
}

/** The JavaScript file behind a package's command, to be run on this very Node. */
export function binary(name: string): string {
  return path.join(root, 'node_modules', name);
}

/** Runs the command of a package on this very Node. */
export function runPackage(file: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return run(process.execPath, [binary(file), ...words], env);
}
