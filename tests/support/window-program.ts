import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../build/set-up/places.mjs';
import { openBrowserShell } from '../../electron/browser/browser-shell.ts';
import { createCore, type Core, type CoreOptions } from '../../electron/core/create-core.ts';
import { systemClock } from '../../electron/core/program-start.ts';
import { shellText } from '../../electron/shell/text.ts';
import { freePort } from './free-port.ts';
import { must } from './must.ts';
import { startServerProcess } from './server-process.ts';
import type { HostCall } from './window-host-process.ts';

/** The program's environment, with its home folder and keychain. */
export type ProgramEnvironment = Readonly<Record<string, string>>;

/** A program that serves its window to a browser. */
export interface WindowProgram {
  readonly link: string;
  readonly port: number;
  /** Simulates that the computer wakes up. */
  readonly wakeUp: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** Starts the program on a profile folder. */
export type StartProgram = (profile: string, environment: ProgramEnvironment) => Promise<WindowProgram>;

/** A process in which a worker's tests start the program, one after the other. */
export interface WindowHost {
  readonly start: StartProgram;
  readonly close: () => Promise<void>;
}

/** Changes to the core that can't be passed to another process. */
export interface CoreChange extends Pick<CoreOptions, 'vault' | 'sshEnvironment'> {
  readonly change?: (core: Core) => Partial<Core>;
}

/** Sleep this long counts as sleep rather than as load. */
const sleepMs = 8000;

/** Starts the shipped program. */
export const startShippedProgram: StartProgram = async (profile, environment) => {
  const port = await freePort();
  const { child, link, close } = await startServerProcess(programArguments(profile, port), environment);
  const wakeUp = async (): Promise<void> => {
    child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, sleepMs));
    child.kill('SIGCONT');
  };
  return { link, port, wakeUp, close };
};

/** Starts the host. Its programs use one port, so that the browser's cache has their files. */
export async function startWindowHost(environment: ProgramEnvironment): Promise<WindowHost> {
  const port = await freePort();
  const child = fork(path.join(import.meta.dirname, 'window-host-process.ts'), {
    env: environment,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const call = async (request: HostCall): Promise<unknown> => {
    child.send(request);
    const ended = exited.then(() => Promise.reject(new Error('The host of the windows has ended.')));
    const [reply] = (await Promise.race([once(child, 'message'), ended])) as [
      { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string },
    ];
    if (reply.ok) return reply.value;
    throw new Error(reply.message);
  };
  return {
    start: async (profile, programEnvironment) => ({
      link: String(await call({ verb: 'start', args: programArguments(profile, port), environment: programEnvironment })),
      port,
      wakeUp: () => call({ verb: 'wakeUp' }),
      close: async () => {
        const leftovers = (await call({ verb: 'stop' })) as readonly string[];
        if (leftovers.length > 0) throw new Error(`The program has left open: ${leftovers.join(', ')}`);
      },
    }),
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}

function programArguments(profile: string, port: number): readonly string[] {
  return ['--data', profile, '--browser-port', String(port)];
}

/** Starts the program in this process, with changes to its core. */
export function startChangedProgram({ change = () => ({}), ...options }: CoreChange): StartProgram {
  return async (profile, environment) => {
    const port = await freePort();
    const folders = { data: profile, logs: path.join(profile, 'logs') };
    const core = await createCore({
      clock: systemClock,
      environment,
      app: { version: '0.0.0', shell: 'browser', platform: process.platform, electron: 'none', isOfficialRuntime: true, folders },
      ...options,
    });
    const shell = must(
      await openBrowserShell({
        port,
        basePath: '/',
        allowedHosts: [],
        allowedUsers: [],
        opensWindow: false,
        core: { ...core, ...change(core) },
        clock: systemClock,
        folders,
        pages: path.join(root, 'build/out/renderer'),
      }),
    );
    return {
      link: shell.createLink('anyone'),
      port,
      wakeUp: async () => core.networkMayHaveChanged(shellText.networkChanges.wake),
      close: async () => {
        await shell.close();
        await core.dispose();
      },
    };
  };
}
