/**
 * Entry point of every npm script: `node build/run.mjs TASK [arguments]`. Runs the set-up, then build/tasks/TASK.ts on the
 * project's Node. Runs before `npm ci`, so it uses no packages and works on Node 18.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { chooseShell } from './set-up/choose-shell.mjs';
import { passSignals } from './set-up/pass-signals.mjs';
import { projectNode, root } from './set-up/places.mjs';
import { SetUpError, setUp } from './set-up/set-up.mjs';
import { taskNeeds } from './set-up/task-needs.mjs';

const [task = '', ...args] = process.argv.slice(2);

try {
  const chosen = task === 'start' ? await setUpShell() : await setUpTask();
  if (chosen !== 'set-up') runTask(chosen);
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  console.error(`\nset-up: ${error.message}`);
  process.exit(1);
}

async function setUpTask() {
  await setUp(taskNeeds(task, args));
  return task;
}

/** Chooses between Electron and a browser before anything is downloaded, and again if Electron isn't available. */
async function setUpShell() {
  const context = { platform: process.platform, env: process.env, args };
  const wanted = chooseShell(context);
  if (wanted.shell === 'browser') {
    printChoice(wanted);
    await setUp(taskNeeds('browser', args));
    return 'browser';
  }
  const { electronTrouble } = await setUp(taskNeeds('start', args));
  const choice = chooseShell({ ...context, electronTrouble });
  printChoice(choice);
  return choice.shell === 'browser' ? 'browser' : 'start';
}

function printChoice({ shell, reason }) {
  console.error(`Causeway starts in ${shell === 'browser' ? 'a browser' : 'Electron'} because ${reason}.`);
}

function runTask(name) {
  const child = spawn(projectNode(), [path.join(root, 'build/tasks', `${name}.ts`), ...args], { cwd: root, stdio: 'inherit' });
  passSignals(child);
  endWithNpm(child);
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** Ends the child when npm's shell ends on SIGTERM, because this process gets no signal then. */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watching);
    child.kill('SIGTERM');
  }, 500);
}
