/**
 * Program: serves Causeway's window to a worker's tests, one after the other. Each start has a data folder, an environment and a
 * core of its own. Only the process and the port are shared.
 */
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { root } from '../../build/set-up/places.mjs';
import { runBrowser } from '../../electron/browser/start-browser.ts';
import { descendants } from './descendants.ts';

/** A call of the worker. */
export type HostCall =
  | { readonly verb: 'start'; readonly args: readonly string[]; readonly environment: Readonly<Record<string, string>> }
  | { readonly verb: 'wakeUp' }
  | { readonly verb: 'stop' };

interface RunningProgram {
  readonly stop: AbortController;
  readonly exit: Promise<number>;
}

const processEvents = ['uncaughtException', 'unhandledRejection'] as const;
const leftoverTimeoutMs = 10_000;
const realNow = Date.now.bind(Date);

void [process.stdin, process.stdout, process.stderr]; // opens them, because they are not leaks

let running: RunningProgram | undefined;
/** How far the clock has jumped in this test. */
let jumpMs = 0;
let resourcesBefore: readonly string[] = [];

/** Starts the program, and returns its link. */
async function start({ args, environment }: Extract<HostCall, { readonly verb: 'start' }>): Promise<string> {
  jumpMs = 0;
  Object.assign(process.env, environment);
  resourcesBefore = countedResources();
  const stop = new AbortController();
  const output = new PassThrough();
  const errors: string[] = [];
  const errorOutput = new PassThrough();
  errorOutput.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const exit = runBrowser({
    args: ['--browser', '--no-open', ...args],
    version: '0.0.0',
    pages: path.join(root, 'build/out/renderer'),
    environment,
    input: process.stdin,
    output,
    errorOutput,
    shutdown: stop.signal,
    forceShutdown: new AbortController().signal,
  });
  running = { stop, exit };
  return new Promise((resolve, reject) => {
    createInterface({ input: output }).on('line', (line) => {
      const [link] = /http:\/\/127\.0\.0\.1:\d+\/open#[\w-]+/.exec(line) ?? [];
      if (link !== undefined) resolve(link);
    });
    exit.then((code) => reject(new Error(`The program ended with ${code} before it gave a link:\n${errors.join('')}`)), reject);
  });
}

/** Stops the program. Returns the child processes, servers and other resources that it has left open, which are leaks. */
async function stop(): Promise<readonly string[]> {
  running?.stop.abort();
  await running?.exit;
  running = undefined;
  for (const event of processEvents) process.removeAllListeners(event); // each core adds its own
  const deadline = performance.now() + leftoverTimeoutMs;
  for (;;) {
    const leftovers = await findLeftovers();
    if (leftovers.length === 0 || performance.now() > deadline) return leftovers;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function findLeftovers(): Promise<readonly string[]> {
  const children = await descendants(process.pid).catch(() => []); // no /proc on other systems
  const before = [...resourcesBefore];
  const opened = countedResources().filter((name) => {
    const index = before.indexOf(name);
    if (index >= 0) before.splice(index, 1);
    return index < 0;
  });
  return [...children.map((pid) => `process ${pid}`), ...opened];
}

/** What a program must have closed at its end. Timers and requests end by themselves. */
const closable: ReadonlySet<string> = new Set(['TCPServerWrap', 'TCPSocketWrap', 'PipeWrap', 'ProcessWrap', 'MessagePort', 'FSEventWrap']);

/** Lists the servers, connections, processes, threads and watchers of this process. */
function countedResources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => closable.has(name));
}

/** Lets the clock jump, as it does when a computer wakes up. */
function wakeUp(): void {
  jumpMs += 10_000;
  Date.now = () => realNow() + jumpMs;
}

async function answer(call: HostCall): Promise<unknown> {
  switch (call.verb) {
    case 'start':
      return start(call);
    case 'wakeUp':
      return wakeUp();
    case 'stop':
      return stop();
  }
}

process.on('message', (call: HostCall) => {
  answer(call).then(
    (value) => process.send?.({ ok: true, value }),
    (error: unknown) => process.send?.({ ok: false, message: String(error instanceof Error ? error.stack : error) }),
  );
});
process.on('disconnect', () => process.exit());
