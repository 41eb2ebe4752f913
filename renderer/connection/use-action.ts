import { useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../electron/contract/failure.ts';

/** One thing the user set going: whether it is under way, and how it failed. */
export interface Action {
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  /** Starts it, unless it is under way; gives its value if it went well. */
  readonly run: <T>(work: (signal: AbortSignal) => Promise<Result<T>>) => Promise<T | undefined>;
  readonly cancel: () => void;
  readonly forget: () => void;
}

/** Keeps the state of one action at a time; what is under way is withdrawn when the component goes. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  return {
    isBusy,
    failure,
    run: async (work) => {
      if (current.current !== undefined) return undefined;
      const controller = new AbortController();
      current.current = controller;
      setBusy(true);
      setFailure(undefined);
      const result = await work(controller.signal);
      current.current = undefined;
      setBusy(false);
      if (result.ok) return result.value;
      if (result.failure.code !== 'cancelled') setFailure(result.failure);
      return undefined;
    },
    cancel: () => current.current?.abort(),
    forget: () => {
      setFailure(undefined);
    },
  };
}
