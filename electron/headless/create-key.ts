import { replaceLocalKey } from '../core/create-core.ts';
import { systemClock } from '../core/program-start.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import type { Reporter } from './reporter.ts';

/** Makes a local key and shows it, this once; one of the same name ends. */
export async function createKey(folder: string, name: string, report: Reporter): Promise<ExitCode> {
  const made = await replaceLocalKey(folder, name, systemClock);
  if (!made.ok) {
    report.failure(made.failure);
    return exitCodeFor(made.failure.code);
  }
  report.say(made.value, { event: 'key', name, key: made.value });
  return exitCodes.done;
}
