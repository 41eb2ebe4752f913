import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure, Result } from '../../electron/contract/failure.ts';

/** A value from the main process. */
export interface Query<T> {
  /** The last value. It stays while the value is read again. */
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
  /** Whether the value belongs to the current key. */
  readonly isCurrent: boolean;
  readonly reload: () => void;
}

/** Reads a value, and reads it again if the key changes. Reads nothing while the key is null. */
export function useQuery<T>(key: string | null, read: (signal: AbortSignal) => Promise<Result<T>>, delayMs = 0): Query<T> {
  const [reloads, setReloads] = useState(0);
  const [result, setResult] = useState<{ readonly key: string; readonly value?: T; readonly failure?: Failure }>();
  const current = key === null ? null : `${reloads} ${key}`;
  const readNow = useEffectEvent(read);
  const readDelay = useEffectEvent(() => delayMs);
  useEffect(() => {
    if (current === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const start = async () => {
      const answer = await readNow(signal);
      if (signal.aborted) return;
      if (answer.ok) setResult({ key: current, value: answer.value });
      else if (answer.failure.code !== 'cancelled') setResult({ key: current, failure: answer.failure });
    };
    const timer = setTimeout(() => void start(), readDelay());
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [current]);
  return {
    value: result?.value,
    failure: result?.failure,
    isCurrent: result !== undefined && result.key === current,
    reload: () => {
      setReloads(reloads + 1);
    },
  };
}
