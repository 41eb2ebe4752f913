/**
 * The door of every npm script: `node build/run.mjs TASK [arguments]`.
 * Sets the machine up, then hands over to build/tasks/TASK.ts on the project's own Node.
 * Runs before `npm ci`, so: no packages, Node 18.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectNode, root } from './set-up/places.mjs';
import { SetUpError, setUp } from './set-up/set-up.mjs';

/** Tasks that go on without Electron where it can't be had, and those that never use it. */
const electronFor = { test: 'wanted', bench: 'wanted', demo: 'unused', headless: 'unused', soak: 'unused', format: 'unused' };

const [task = '', ...rest] = process.argv.slice(2);

try {
  setUp({ forTests: task === 'test', electron: electronFor[task] ?? 'needed' });
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  console.error(`\nset-up: ${error.message}`);
  process.exit(1);
}

if (task !== 'set-up') {
  const child = spawn(projectNode(), [path.join(root, 'build/tasks', `${task}.ts`), ...rest], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm runs a script under a shell, which dies of a signal without passing it on.
  if (process.env['npm_lifecycle_event'] !== undefined && process.platform !== 'win32') {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 250);
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}
