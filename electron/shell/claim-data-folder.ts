import type { Failure } from '../contract/failure.ts';
import { failure } from '../contract/failures/fail.ts';
import { lockDataFolder } from '../core/program-start.ts';

/** Whether this process may use the data folder, an instance that has it shows its window instead, or neither is possible. */
export type DataFolderClaim =
  | { readonly kind: 'ours'; readonly release: () => void }
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface ClaimOptions {
  readonly folder: string;
  /** Electron's lock, which notifies the instance that has it. It is also refused if its files can't be written. */
  readonly requestInstanceLock: () => boolean;
  /** Waits without returning to the event loop, so that Electron doesn't start meanwhile. */
  readonly wait: (ms: number) => void;
}

const attempts = 8;
const retryMs = 250;

/**
 * Claims the data folder for this process. Call it before anything asynchronous: Electron answers a second start only afterwards, so that
 * the second one always finds the folder locked.
 */
export function claimDataFolder({ folder, requestInstanceLock, wait }: ClaimOptions): DataFolderClaim {
  for (let attempt = 1; ; attempt += 1) {
    const isOnlyInstance = requestInstanceLock();
    const lock = lockDataFolder(folder, 'desktop');
    if (!lock.ok) return { kind: 'refused', failure: lock.failure };
    if (!lock.value.isOurs) {
      const { holder } = lock.value;
      if (!isOnlyInstance && (holder === undefined || holder.program === 'desktop')) return { kind: 'running' };
      return { kind: 'refused', failure: failure('data-folder-in-use-by-server', { pid: holder?.pid ?? null }) };
    }
    if (isOnlyInstance) return { kind: 'ours', release: lock.value.release };
    lock.value.release();
    if (attempt === attempts) return { kind: 'refused', failure: failure('instance-lock-unusable', { folder }) };
    wait(retryMs); // the other instance has released the folder and is about to end
  }
}
