import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../build/set-up/places.mjs';

/** The built program, which `npm test` builds first. */
export const serverProgram = path.join(root, 'build/out/main/server.js');

/** Starts the built program, or another build of it, and waits for its link. */
export async function startServerProcess(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  [command, ...first]: readonly [string, ...string[]] = [process.execPath, serverProgram],
) {
  const child = spawn(command, [...first, '--browser', '--no-open', ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  const exited = once(child, 'exit');
  killWithThisProcess(child);
  const link = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/open#[\w-]+/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    exited.then(() => reject(new Error(`The program ended before it gave a link:\n${said.join('\n')}`)), reject);
  });
  return {
    child,
    /** Signs in one browser. */
    link: await link,
    /** Shuts it down, and returns the exit code. */
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

/** The shipped program, serving its window to a browser. */
export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/** Kills the program when this process ends, in case a test times out before it can close it. Vitest ends its workers by SIGTERM. */
function killWithThisProcess(child: ChildProcess): void {
  const kill = (): void => void child.kill('SIGKILL');
  const onSignal = (): void => {
    kill();
    process.kill(process.pid, 'SIGTERM'); // without this listener, it ends this process
  };
  process.once('exit', kill).once('SIGTERM', onSignal);
  child.once('exit', () => process.off('exit', kill).off('SIGTERM', onSignal));
}
