import { readFile } from 'node:fs/promises';
import { descendants } from './descendants.ts';

const everyMs = 40;

/** Starts to sample all descendants of this process. */
export function watchProcesses() {
  const seen = new Set<string>();
  let running: Promise<void> | undefined;
  const look = (): Promise<void> => (running ??= collect(seen).finally(() => (running = undefined)));
  const timer = setInterval(() => void look(), everyMs);
  return {
    /** Takes a sample now. */
    look,
    /** Returns the arguments and the environment of each process so far. */
    seen: () => [...seen],
    stop: () => clearInterval(timer),
  };
}

/** Records the arguments and environments of all processes below this one. */
export type ProcessWatch = ReturnType<typeof watchProcesses>;

async function collect(seen: Set<string>): Promise<void> {
  for (const pid of await descendants(process.pid)) {
    // It may have exited.
    for (const part of ['cmdline', 'environ']) seen.add(await readFile(`/proc/${pid}/${part}`, 'utf8').catch(() => ''));
  }
}
