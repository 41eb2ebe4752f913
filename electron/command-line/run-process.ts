import { exitCodes } from './exit-code.ts';
import { commandLineText } from './text.ts';

/** Signals that end a command-line program. */
export interface ShutdownSignals {
  /** Aborted by SIGTERM or Ctrl+C. Active work may finish, but nothing new starts. */
  readonly shutdown: AbortSignal;
  /** Aborted by a second signal, or when the time for shutting down is over. Active work is cancelled. */
  readonly forceShutdown: AbortSignal;
}

/** How long active work may take to finish. Containers are killed after 30 s. */
export const shutdownTimeoutMs = 25_000;

/** Runs a program and returns its exit code. An exception is reported as a bug. */
export async function runProcess(program: (signals: ShutdownSignals) => Promise<number>): Promise<number> {
  const [shutdown, forceShutdown] = [new AbortController(), new AbortController()];
  const onSignal = (): void => {
    if (shutdown.signal.aborted) return forceShutdown.abort();
    shutdown.abort();
    setTimeout(() => forceShutdown.abort(), shutdownTimeoutMs).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // a closed pipe (`| tee log`) must not end the program before its answers are finished
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    return await program({ shutdown: shutdown.signal, forceShutdown: forceShutdown.signal });
  } catch (error) {
    process.stderr.write(`${commandLineText.bug(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
    return exitCodes.bug;
  }
}
