import { exitCodes } from './exit-code.ts';

/** When a program in a terminal is to end. */
export interface ShutdownSignals {
  /** Aborted by SIGTERM or Ctrl+C: what is under way may end, nothing new begins. */
  readonly shutdown: AbortSignal;
  /** Aborted by a second one: what is under way is broken off. */
  readonly forceShutdown: AbortSignal;
}

/** Runs a program until it gives its exit code; what it throws is a bug, and is told as one. */
export async function runProcess(program: (signals: ShutdownSignals) => Promise<number>): Promise<number> {
  const [shutdown, forceShutdown] = [new AbortController(), new AbortController()];
  const onSignal = (): void => (shutdown.signal.aborted ? forceShutdown : shutdown).abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  try {
    return await program({ shutdown: shutdown.signal, forceShutdown: forceShutdown.signal });
  } catch (error) {
    process.stderr.write(`A mistake of Causeway's: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return exitCodes.bug;
  }
}
