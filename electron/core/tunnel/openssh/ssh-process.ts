import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { askpassPath } from './askpass-files.ts';
import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import type { Hop } from '../types.ts';
import { jumpFailure, openFailure, sshFailure, lostFailure } from '../ssh2/ssh-failure.ts';
import type { DialTarget } from '../../shared/dial.ts';
import { keyText, lossDetails } from '../text.ts';

/** A running ssh. */
export interface SshProcess {
  /** Returns the end of its error output. */
  readonly stderr: () => string;
  /** Resolves when it exits. `startError` is set if it could not be started. */
  readonly exited: Promise<{ readonly startError: string | undefined }>;
  readonly kill: () => void;
}

interface SshProcessOptions {
  /** Takes each line of error output and the time it was read. Lines for which it returns true are left out of `stderr`. */
  readonly onLine?: (line: string, at: number) => boolean;
  /** The folder with its sockets and askpass script. Without it, ssh can't ask. */
  readonly folder?: string;
  /** Variables besides those of this process. */
  readonly variables?: NodeJS.ProcessEnv | undefined;
}

/**
 * Runs ssh with our askpass script, ends it with us and removes the folder. Our end of the pipe closes however we end, even by a
 * crash. The whole group is ended, because a jump host's ssh and an askpass script outlive an ssh that is asking.
 */
const wrapperScript = `folder=$1
askpass=$2
shift 2
[ -z "$folder" ] || export SSH_ASKPASS="$askpass" SSH_ASKPASS_REQUIRE=force DISPLAY="\${DISPLAY:-:0}"
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
trap 'kill "$child" 2>/dev/null' HUP INT TERM
{ cat <&3 >/dev/null 2>&1; trap '' TERM; kill 0; [ -z "$folder" ] || rm -rf "$folder"; } 2>/dev/null &
wait "$child"
exit $?`;
const notFound = 127;
const notAllowed = 126;
const maxStderrLength = 8192;
/** Error output may arrive slightly after the exit. */
const stderrGraceMs = 20;

/** Starts ssh without a terminal. Its questions go to the askpass script. */
export function startSsh(
  program: string,
  sshArguments: readonly string[],
  { onLine, folder, variables }: SshProcessOptions = {},
): SshProcess {
  const askpassArguments = folder === undefined ? ['', ''] : [folder, askpassPath(folder)];
  const child: ChildProcess = spawn('/bin/sh', ['-c', wrapperScript, 'sh', ...askpassArguments, program, ...sshArguments], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...variables },
    // In its own session and process group, so that it has no terminal and its jump hosts and scripts end with it.
    detached: true,
  });
  let output = '';
  let partialLine = '';
  let hasEnded = false;
  // Both are missing if there are no free file descriptors.
  child.stdin?.on('error', () => undefined);
  child.stderr?.on('data', (chunk: Buffer) => {
    const at = performance.now();
    const lines = (partialLine + chunk.toString()).split('\n');
    partialLine = lines.pop() ?? '';
    for (const line of lines) if (!onLine?.(line, at)) output = `${output}${line}\n`.slice(-maxStderrLength);
  });
  const end = (): void => {
    if (hasEnded || child.pid === undefined) return;
    hasEnded = true;
    child.stdin?.destroy();
    signalGroup(child.pid);
  };
  const exited = new Promise<Awaited<SshProcess['exited']>>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve({ startError: error.code ?? error.message }));
    // Not "close", because the master process may keep our pipe open long after this one has exited.
    child.once('exit', (code) => {
      end(); // a jump host's ssh may be left
      const startError = code === notFound ? 'ENOENT' : code === notAllowed ? 'EACCES' : undefined;
      setTimeout(() => resolve({ startError }), stderrGraceMs);
    });
  });
  return { stderr: () => output + partialLine, exited, kill: end };
}

function signalGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // the group has already exited
  }
}

/** Returns whether a process listens on a socket. The socket file of a dead process stays, but refuses. */
export function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const finish = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}

/** Resolves when ssh greets us on its control socket, which it does at once unless it hangs, or when it has ended. */
export function awaitGreeting(controlSocket: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(controlSocket);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.once('data', () => socket.destroy());
    socket.once('error', () => undefined);
    socket.once('close', resolve);
  });
}

const codes: readonly (readonly [RegExp, string])[] = [
  [/could not resolve/i, 'ENOTFOUND'],
  [/connection refused/i, 'ECONNREFUSED'],
  [/timed out|timeout/i, 'ETIMEDOUT'],
  [/network is unreachable/i, 'ENETUNREACH'],
  [/no route to host/i, 'EHOSTUNREACH'],
];

/** Converts ssh's error output to a failure: it could not reach a hop, or the next one from there, or has ended before the login. */
export function sshErrorFailure(stderr: string, hop: Hop, next?: Hop): Failure {
  const refusal = next && /stdio forwarding failed/i.test(stderr) ? parseOpenRefusal(stderr) : undefined;
  if (next && refusal) return jumpFailure(refusal, hop, next);
  if (/bad configuration option: knownhostscommand/i.test(stderr)) return failure('system-ssh-too-old');
  const line = findConfigError(stderr);
  if (line !== undefined) return failure('system-ssh-config-invalid', { line });
  if (/IDENTIFICATION HAS CHANGED/.test(stderr)) return failure('host-key-differs', { hop: hop.name });
  if (/host key verification failed/i.test(stderr)) return failure('system-ssh-key-not-trusted', { hop: hop.name });
  if (/permission denied|authentication failures/i.test(stderr)) {
    return failure('system-ssh-rejected', { hop: hop.name, login: hop.login, detail: lastLine(stderr) });
  }
  const [, code] = codes.find(([pattern]) => pattern.test(stderr)) ?? [];
  if (code !== undefined) return sshFailure(Object.assign(new Error(lastLine(stderr)), { code }), hop);
  // Differs from ssh2's failure, because here the system's ssh can't be the remedy.
  if (/no matching/i.test(stderr)) return failure('system-ssh-no-common-algorithm', { hop: hop.name, detail: lastLine(stderr) });
  return lostFailure(hop, lastLine(stderr));
}

/** Returns the line in which ssh rejects its config. */
export function findConfigError(stderr: string): string | undefined {
  const line = /^.*(?:bad configuration option|bad owner or permissions|garbage at end of line|terminating, \d+ bad).*$/im.exec(stderr);
  return line?.[0].trim().replace(/\.$/, '');
}

/** Returns why ssh could not open a connection to the target, if its output says so. */
export function sshOpenFailure(stderr: string, hop: Hop, target: DialTarget): Failure | undefined {
  const refusal = parseOpenRefusal(stderr);
  return refusal && openFailure(refusal, hop, target);
}

/** Converts a refused channel to the error that ssh2 would give. */
function parseOpenRefusal(stderr: string): Error | undefined {
  const match = /open failed: (administratively prohibited|connect failed|[^:\n]+): ?([^\n]*)/i.exec(stderr);
  if (!match) return undefined;
  const reason = match[1] === 'administratively prohibited' ? 1 : 2;
  return Object.assign(new Error(match[2]?.trim() ?? ''), { reason });
}

/** Returns ssh's messages about keys it did not use, as sentences. */
export function describeKeyErrors(stderr: string): readonly string[] {
  const lines = stderr.split(/\r?\n/).filter((line) => /^(?:Load key |no such identity: |sign_and_send_pubkey: )/.test(line));
  return [...new Set(lines)].map((line) => keyText.systemSshSays(line.trim().replace(/\.$/, '')));
}

/** Returns the last line of ssh's output, or that it said nothing. */
export function lastLine(stderr: string): string {
  const line = stderr.trim().split('\n').at(-1)?.trim().replace(/\.$/, '');
  return line?.replace(/^\w+\.c:\S+ \(pid=\d+\): /, '') || lossDetails.silentExit;
}
