import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure, Result } from '../../electron/contract/failure.ts';

/** A value that is read from the main process. */
export interface Reading<T> {
  /** The last value that was read, also while it is read again. */
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
  /** Whether the value is that of the current key. */
  readonly isCurrent: boolean;
  readonly reload: () => void;
}

/** Reads a value, and again whenever the key changes. Nothing is read while the key is null. */
export function useReading<T>(key: string | null, read: (signal: AbortSignal) => Promise<Result<T>>, pauseMs = 0): Reading<T> {
  const [tries, setTries] = useState(0);
  const [result, setResult] = useState<{ readonly key: string; readonly value?: T; readonly failure?: Failure }>();
  const current = key === null ? null : `${tries} ${key}`;
  const readNow = useEffectEvent(read);
  const pauseNow = useEffectEvent(() => pauseMs);
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
    const timer = setTimeout(() => void start(), pauseNow());
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
      setTries(tries + 1);
    },
  };
}
