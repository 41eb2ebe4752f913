import { readFile } from 'node:fs/promises';
import { descendants } from './descendants.ts';

/** What the processes below this one were started with, for as long as it watches. */
export interface ProcessWatch {
  /** Looks once more, now. */
  readonly look: () => Promise<void>;
  /** The words and the surroundings of each process that was seen. */
  readonly seen: () => readonly string[];
  readonly stop: () => void;
}

const everyMs = 40;

/** Watches all that this process starts, and what those start. */
export function watchProcesses(): ProcessWatch {
  const seen = new Set<string>();
  let looking: Promise<void> | undefined;
  const look = (): Promise<void> => (looking ??= collect(seen).finally(() => (looking = undefined)));
  const timer = setInterval(() => void look(), everyMs);
  return { look, seen: () => [...seen], stop: () => clearInterval(timer) };
}

async function collect(seen: Set<string>): Promise<void> {
  for (const pid of await descendants(process.pid)) {
    // it may have ended meanwhile
    for (const part of ['cmdline', 'environ']) seen.add(await readFile(`/proc/${pid}/${part}`, 'utf8').catch(() => ''));
  }
}
