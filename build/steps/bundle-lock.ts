import { DatabaseSync } from 'node:sqlite';

export interface BundleUse {
  /** An empty file, whose lock is shared by the processes that run the bundle. The system releases it however they end. */
  readonly lockFile: string;
  readonly state: () => 'current' | 'outdated' | 'missing';
  readonly build: () => Promise<void>;
  /** Called if a running process still needs the outdated bundle. */
  readonly onKept: () => void;
}

/** How long another process may build. */
const buildLimitMs = 2 * 60_000;

/** Builds the bundle if needed, and keeps others from replacing it until the returned function is called. */
export async function useBundle({ lockFile, state, build, onKept }: BundleUse): Promise<() => void> {
  const lock = openLock(lockFile);
  if (!lock) {
    if (state() !== 'current') await build();
    return () => undefined;
  }
  if (state() !== 'current') {
    lock.exec('ROLLBACK');
    const isAlone = takeAlone(lock);
    if (!isAlone) share(lock); // another process may have built it meanwhile
    const found = state();
    if (found === 'outdated' && !isAlone) onKept();
    else if (found !== 'current') await build();
    if (isAlone) {
      lock.exec('ROLLBACK');
      share(lock);
    }
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/** Returns undefined if the folder is read-only or its file system has no locks, as some of a network. */
function openLock(lockFile: string): DatabaseSync | undefined {
  try {
    const lock = new DatabaseSync(lockFile);
    share(lock);
    return lock;
  } catch {
    return undefined;
  }
}

/** Waits while another process builds. */
function share(lock: DatabaseSync): void {
  lock.exec(`PRAGMA busy_timeout = ${buildLimitMs}; BEGIN; SELECT * FROM sqlite_schema`);
}

function takeAlone(lock: DatabaseSync): boolean {
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch {
    return false;
  }
}
