import { spawn } from 'node:child_process';
import { connect } from 'node:net';

/** A running ssh. */
export interface SshProcess {
  /** The last of what it has said on stderr. */
  readonly said: () => string;
  /** Settles with its end; the system's code where it could not even be started. */
  readonly ended: Promise<{ readonly code: number | undefined; readonly trouble: string | undefined }>;
  readonly kill: () => void;
}

const keptCharacters = 8192;
/** What it said before it went may arrive a little later. */
const lastWordsMs = 20;

/** Starts ssh without a terminal and without a way to ask. */
export function startSsh(program: string, words: readonly string[], onSaid: (text: string) => void = () => undefined): SshProcess {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    const text = chunk.toString();
    said = (said + text).slice(-keptCharacters);
    onSaid(text);
  });
  const ended = new Promise<Awaited<SshProcess['ended']>>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve({ code: undefined, trouble: error.code ?? error.message }));
    // Not "close": a jump's own ssh, or the master of a session, may hold our pipe long after this one has gone.
    child.once('exit', (code) => setTimeout(() => resolve({ code: code ?? undefined, trouble: undefined }), lastWordsMs));
  });
  return { said: () => said, ended, kill: () => void child.kill() };
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
