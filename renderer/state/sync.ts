import type { Failure, Result } from '../../electron/contract/failure.ts';

/** What listens to something the main process keeps. */
export interface SyncOptions<T> {
  /** Takes the newest value from the answer to a call of our own. */
  readonly take: (value: T) => void;
  /** Asks once more, as after a failure. */
  readonly readAgain: () => Promise<void>;
}

/** Asks for a value and listens for its changes from then on; an event is newer than the answer it overtook. */
export function syncValue<T>(
  ask: () => Promise<Result<T>>,
  listen: (listener: (value: T) => void) => unknown,
  onValue: (value: T) => void,
  onFailure: (failure: Failure) => void,
): SyncOptions<T> {
  let heard = 0;
  const take = (value: T) => {
    heard += 1;
    onValue(value);
  };
  listen(take);

  const readAgain = async () => {
    const before = heard;
    const result = await ask();
    if (heard !== before) return;
    if (result.ok) onValue(result.value);
    else onFailure(result.failure);
  };
  void readAgain();
  return { take, readAgain };
}
