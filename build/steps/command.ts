import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../set-up/places.mjs';

/** Runs a command to its end with our own input and output; the answer is its exit status. */
export function run(command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(command, words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
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
