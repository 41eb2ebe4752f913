import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appArguments, runtime } from '../../build/steps/electron-command.ts';
import { expect, homeFolder, quick, test } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { startServerProcess } from '../support/server-process.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';

// Catches two programs that write the same history, and a window that never opens.
test('refuses to start on a data folder that the browser shell uses, and says so', quick, async ({ profile }) => {
  const environment = { PATH: process.env['PATH'], HOME: homeFolder(profile), DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const program = await startServerProcess(['--data', profile, '--browser-port', String(await freePort())], environment);
  try {
    const electron = spawn(runtime().executable, [...appArguments(), `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const errors: string[] = [];
    electron.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString('utf8')));
    await expect
      .poll(() => errors.join(''))
      .toContain(describeFailure(failure('data-folder-in-use-by-server', { pid: program.child.pid ?? 0 })).message);
    electron.kill('SIGKILL'); // its dialog waits for a click
    await once(electron, 'exit');
  } finally {
    await program.close();
  }
});
