import { spawn, execFile } from 'node:child_process';
import { connect } from 'node:net';
import { askpassPath } from './askpass-files.ts';

/** A running ssh. */
export interface SshProcess {
  /** The last of what it has stderr on stderr. */
  readonly stderr: () => string;
  /** Settles with its end; what kept it from being started, if anything. */
  readonly exited: Promise<{ readonly startError: string | undefined }>;
  readonly kill: () => void;
}

export interface SshProcessOptions {
  /** Takes a line of what it says and when it was read, and keeps it out of its last words where it says so. */
  readonly onLine?: (line: string, at: number) => boolean;
  /** Where its sockets and the program that asks for it are; left out: it may not ask. */
  readonly folder?: string;
}

/** Has ssh ask through its helper, ends it with us, and clears up: our end of the pipe closes however we end, also by a crash. */
const wrapperScript = `folder=$1
askpass=$2
shift 2
[ -z "$folder" ] || export SSH_ASKPASS="$askpass" SSH_ASKPASS_REQUIRE=force DISPLAY="\${DISPLAY:-:0}"
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
trap 'kill "$child" 2>/dev/null' HUP INT TERM
{ cat <&3 >/dev/null 2>&1; kill "$child" 2>/dev/null; [ -z "$folder" ] || rm -rf "$folder"; } 2>/dev/null &
wait "$child"
exit $?`;
const notFound = 127;
const notAllowed = 126;
const maxStderrLength = 8192;
/** What it stderr before it went may arrive a little later. */
const stderrGraceMs = 20;

/** Starts ssh without a terminal; what it has to ask goes to the helper. */
export function startSsh(program: string, sshArguments: readonly string[], { onLine, folder }: SshProcessOptions = {}): SshProcess {
  const asking = folder === undefined ? ['', ''] : [folder, askpassPath(folder)];
  const child = spawn('/bin/sh', ['-c', wrapperScript, 'sh', ...asking, program, ...sshArguments], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // A session and a group of its own: no terminal to ask at, and its jumps and helpers end with it.
    detached: true,
  });
  let output = '';
  let partialLine = '';
  let hasEnded = false;
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk: Buffer) => {
    const at = performance.now();
    const lines = (partialLine + chunk.toString()).split('\n');
    partialLine = lines.pop() ?? '';
    for (const line of lines) if (!onLine?.(line, at)) output = `${output}${line}\n`.slice(-maxStderrLength);
  });
  const end = (): void => {
    if (hasEnded || child.pid === undefined) return;
    hasEnded = true;
    child.stdin.destroy();
    signalGroup(child.pid);
  };
  const exited = new Promise<Awaited<SshProcess['exited']>>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve({ startError: error.code ?? error.message }));
    // Not "close": the master of a session may hold our pipe long after this one has gone.
    child.once('exit', (code) => {
      end(); // a jump's own ssh may be left
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
    // all of it has ended
  }
}

/** Whether someone listens at a socket: a dead process's socket file stays, but refuses. */
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

/** The first that lets us judge host keys (KnownHostsCommand) and says what becomes of its channels (LogVerbose). */
const minVersion = [8, 5] as const;
const versionTimeoutMs = 5000;

/** Whether this system has an ssh that can carry a tunnel. */
export function isSystemSshUsable(program = 'ssh'): Promise<boolean> {
  // That of Windows forwards no unix sockets.
  if (process.platform === 'win32') return Promise.resolve(false);
  return new Promise((resolve) => {
    execFile(program, ['-V'], { timeout: versionTimeoutMs }, (error, _out, stderr) => resolve(!error && isNewEnough(stderr)));
  });
}

/** Reads what `ssh -V` says. */
export function isNewEnough(stderr: string): boolean {
  const [, major, minor] = /^OpenSSH\D*(\d+)\.(\d+)/.exec(stderr) ?? [];
  const [first, second] = [Number(major), Number(minor)];
  return first > minVersion[0] || (first === minVersion[0] && second >= minVersion[1]);
}
