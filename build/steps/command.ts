import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { passSignals } from '../set-up/pass-signals.mjs';
import { root } from '../set-up/places.mjs';

/** Runs a command with our own input and output. Returns its exit status. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return exitStatus(spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }));
}

/** Runs a command with its output in a file, for commands in parallel. The output is shown if it fails. */
export async function runQuietly(command: string, args: readonly string[], file: string): Promise<number> {
  const log = openSync(file, 'w'); // not a pipe, which an orphaned process could keep open
  try {
    const status = await exitStatus(spawn(command, args, { cwd: root, stdio: ['ignore', log, log] }));
    if (status !== 0) process.stdout.write(readFileSync(file));
    return status;
  } finally {
    closeSync(log);
  }
}

function exitStatus(child: ChildProcess): Promise<number> {
  const stopPassing = passSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      stopPassing();
      reject(error);
    });
    child.once('exit', (code) => {
      stopPassing();
      resolve(code ?? 1);
    });
  });
}

/** Returns the JavaScript file of a package's command. */
export function binary(name: string): string {
  return path.join(root, 'node_modules', name);
}

/** Runs a package's command on this Node. */
export function runPackage(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return run(process.execPath, [binary(file), ...args], env);
}
