import { run } from './command.ts';

/** Statuses of Causeway itself (electron/command-line/exit-code.ts), which Electron doesn't use. */
const ownStatuses = { first: 64, last: 78 };
/** How soon after its start a failure means that Electron can't start here, in milliseconds. */
const startMs = 10_000;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs Electron until it ends. Returns its status, or undefined if it can't start here, for example because a library is missing: it failed
 * right after its start, and nobody stopped it. A status of Causeway's own shows that Electron did start.
 */
export async function runElectron(
  executable: string,
  args: readonly string[],
  now = (): number => performance.now(),
): Promise<number | undefined> {
  let isStopped = false;
  const onStop = (): void => void (isStopped = true);
  for (const signal of stopSignals) process.on(signal, onStop);
  const startedAt = now();
  try {
    const status = await run(executable, args).catch(printError);
    const isAtStart = now() - startedAt < startMs;
    const isOwn = status >= ownStatuses.first && status <= ownStatuses.last;
    return status !== 0 && !isOwn && isAtStart && !isStopped ? undefined : status;
  } finally {
    for (const signal of stopSignals) process.off(signal, onStop);
  }
}

/** The system can't run the file at all, for example because its loader is missing. */
function printError(error: Error): number {
  console.error(error.message);
  return 127;
}
