import { readFile } from 'node:fs/promises';
import { descendants } from './descendants.ts';

/** Records the arguments and environments of all processes below this one. */
export interface ProcessWatch {
  /** Takes a sample now. */
  readonly look: () => Promise<void>;
  /** Returns the arguments and the environment of each process so far. */
  readonly seen: () => readonly string[];
  readonly stop: () => void;
}

const everyMs = 40;

/** Starts to sample all descendants of this process. */
export function watchProcesses(): ProcessWatch {
  const seen = new Set<string>();
  let running: Promise<void> | undefined;
  const look = (): Promise<void> => (running ??= collect(seen).finally(() => (running = undefined)));
  const timer = setInterval(() => void look(), everyMs);
  return { look, seen: () => [...seen], stop: () => clearInterval(timer) };
}

async function collect(seen: Set<string>): Promise<void> {
  for (const pid of await descendants(process.pid)) {
    // It may have exited.
    for (const part of ['cmdline', 'environ']) seen.add(await readFile(`/proc/${pid}/${part}`, 'utf8').catch(() => ''));
  }
}
