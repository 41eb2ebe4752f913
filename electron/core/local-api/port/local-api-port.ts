import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Socket, createServer } from 'node:net';
import { isSameJson } from '../../../contract/json.ts';
import type { LocalApiSettings, LocalApiState } from '../../../contract/local-api.ts';
import { maxAnswerMs } from '../../shared/timeouts.ts';
import type { LocalApiLimits } from '../limits.ts';
import { openListener, type Listener } from './listener.ts';
import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { windowsProgram } from '../../shared/windows-program.ts';
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** A port, and whether it is the demo's. */
interface ListenTarget {
  readonly port: number;
  readonly isDemo: boolean;
}

interface LocalApiPortOptions {
  /** Whether the local API is switched on. */
  readonly isOn: boolean;
  readonly limits: LocalApiLimits;
  readonly onChange: () => void;
  readonly onRequest: (target: ListenTarget, request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => void;
  readonly onConnect: (target: ListenTarget, request: IncomingMessage, socket: Socket, head: Buffer) => void;
  readonly isProven: (socket: Socket) => boolean;
}

/** How long requests may continue after the local API was switched off. On a port that was only left, they may end. */
const offGraceMs = 5_000;
/** A taken port is retried, because the other program may have ended. */
const retryMs = 10_000;

/** Keeps the local API listening on the right port. It opens at the first `sync`. */
export function openLocalApiPort(options: LocalApiPortOptions) {
  let state: LocalApiState = options.isOn ? { kind: 'starting' } : { kind: 'off' };
  let open: { readonly target: ListenTarget; readonly listener: Listener } | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  const closing = new Set<Listener>();

  const setState = (next: LocalApiState): void => {
    if (isSameJson(next, state)) return;
    state = next;
    options.onChange();
  };
  const closeCurrent = (graceMs: number): void => {
    const listener = open?.listener;
    open = undefined;
    if (!listener) return;
    closing.add(listener);
    void listener.close(graceMs).then(() => closing.delete(listener));
  };

  const listenAt = async (target: ListenTarget, settings: LocalApiSettings): Promise<void> => {
    if (open?.target.port === target.port && open.target.isDemo === target.isDemo) return;
    closeCurrent(maxAnswerMs);
    if (state.kind !== 'failed') setState({ kind: 'starting' });
    try {
      const listener = await openListener({
        port: target.port,
        limits: options.limits,
        onRequest: (...args) => options.onRequest(target, ...args),
        onConnect: (...args) => options.onConnect(target, ...args),
        isProven: options.isProven,
      });
      open = { target, listener };
      setState({ kind: 'listening', port: listener.port });
    } catch (error) {
      const [heldBy, freePort] = await Promise.all([
        findPortOwner(target.port),
        nextFreePort(target.port, [settings.port, settings.demoPort]),
      ]);
      setState({ kind: 'failed', failure: portFailure(error, target.port, heldBy, freePort), heldBy, nextFreePort: freePort });
      retry = setTimeout(() => void sync(settings, target.isDemo), retryMs).unref();
    }
  };

  const apply = async (settings: LocalApiSettings, isDemo: boolean | undefined): Promise<void> => {
    clearTimeout(retry);
    if (isClosed) return;
    if (!settings.isOn) {
      closeCurrent(offGraceMs);
      for (const listener of closing) void listener.close(offGraceMs);
      setState({ kind: 'off' });
      return;
    }
    const usesDemo = isDemo ?? open?.target.isDemo ?? false;
    await listenAt({ port: usesDemo ? settings.demoPort : settings.port, isDemo: usesDemo }, settings);
  };

  const sync = (settings: LocalApiSettings, isDemo: boolean | undefined): Promise<void> => {
    const applied = queue.then(() => apply(settings, isDemo)); // one at a time, because two would compete for the port
    queue = applied.catch(() => undefined);
    return applied;
  };

  return {
    state: (): LocalApiState => state,
    number: (): number | null => (state.kind === 'listening' ? state.port : null),
    /** If `isDemo` is undefined, the profile isn't known yet and the listener stays. */
    sync,
    close: async (graceMs: number): Promise<void> => {
      isClosed = true;
      await queue;
      clearTimeout(retry);
      closeCurrent(graceMs);
      state = { kind: 'off' };
      await Promise.all([...closing].map((listener) => listener.close(graceMs)));
    },
  };
}

/** Returns why a port could not be opened. */
function portFailure(error: unknown, port: number, heldBy: string | null, nextFreePort: number | null): Failure {
  return errorCode(error) === 'EADDRINUSE'
    ? failure('local-port-in-use', { port, owner: heldBy, nextFreePort })
    : failure('local-port-unusable', { port, error: errorMessage(error), nextFreePort });
}

const maxAttempts = 100;

/** Returns the next port that is free on all loopback addresses, or null if none nearby is. */
export async function nextFreePort(after: number, except: readonly number[]): Promise<number | null> {
  for (let port = after + 1; port <= Math.min(after + maxAttempts, 65_535); port += 1) {
    if (!except.includes(port) && (await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port;
  }
  return null;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(errorCode(error) === 'EADDRNOTAVAIL' || errorCode(error) === 'EAFNOSUPPORT'));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

const run = promisify(execFile);
const commandTimeoutMs = 2_000;

/** Returns the program that listens on a port, such as `python3 (4711)`, or null if unknown. */
export async function findPortOwner(port: number, platform: NodeJS.Platform = process.platform): Promise<string | null> {
  try {
    if (platform === 'linux') return await ownerOnLinux(port);
    return await (platform === 'win32' ? ownerOnWindows(port) : ownerByLsof(port));
  } catch {
    return null; // only a hint; the port is taken anyway
  }
}

/** Finds the socket's inode, then the process that has it open, as far as permissions allow. */
async function ownerOnLinux(port: number): Promise<string | null> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'latin1').catch(() => '')));
  const inodes = new Set(tables.flatMap((table) => listeningInodes(table, port)));
  if (inodes.size === 0) return null;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${pid}/fd`;
    const files = await readdir(folder).catch(() => []);
    const links = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')));
    if (links.some((link) => inodes.has(link))) return `${await processNameOnLinux(pid)} (${pid})`;
  }
  return null;
}

/** Returns the process name. Uses the executable's name if the main thread has a generic one, such as Node's `MainThread`. */
async function processNameOnLinux(pid: string): Promise<string> {
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
  const file = /thread$/i.test(name) ? await readlink(`/proc/${pid}/exe`).catch(() => '') : '';
  return file === '' ? name : path.basename(file).replace(/ \(deleted\)$/, '');
}

/** Returns the sockets that listen on a port, in the format of /proc links. */
export function listeningInodes(table: string, port: number): readonly string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return local.endsWith(end) && state === '0A' ? [`socket:[${inode}]`] : [];
  });
}

async function ownerByLsof(port: number): Promise<string | null> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { timeout: commandTimeoutMs });
  const pid = /^p(\d+)$/m.exec(stdout)?.[1];
  const name = /^c(.+)$/m.exec(stdout)?.[1];
  return name === undefined ? null : `${name} (${pid})`;
}

async function ownerOnWindows(port: number): Promise<string | null> {
  const { stdout } = await run(windowsProgram('netstat.exe'), ['-ano', '-p', 'TCP'], { timeout: commandTimeoutMs, windowsHide: true });
  const pid = new RegExp(`^\\s*TCP\\s+\\S+:${port}\\s+\\S+:0\\s+\\S+\\s+(\\d+)\\s*$`, 'm').exec(stdout)?.[1];
  if (pid === undefined) return null;
  const list = await run(windowsProgram('tasklist.exe'), ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], {
    timeout: commandTimeoutMs,
    windowsHide: true,
  });
  const name = /^"([^"]+)"/.exec(list.stdout.trim())?.[1];
  return name === undefined ? null : `${name} (${pid})`;
}
