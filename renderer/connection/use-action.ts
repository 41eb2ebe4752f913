import { useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../electron/contract/failure.ts';

/** An action of the user: whether it is running, and how it failed. */
export interface Action {
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  /** Runs it unless it is running. Returns its value if it succeeds. */
  readonly run: <T>(work: (signal: AbortSignal) => Promise<Result<T>>) => Promise<T | undefined>;
  readonly cancel: () => void;
  readonly clearFailure: () => void;
}

/** Runs one action at a time. Aborts it when the component unmounts. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  return {
    isBusy,
    failure,
    run: async (work) => {
      if (running.current !== undefined) return undefined;
      const controller = new AbortController();
      running.current = controller;
      setBusy(true);
      setFailure(undefined);
      const result = await work(controller.signal);
      running.current = undefined;
      setBusy(false);
      if (result.ok) return result.value;
      if (result.failure.code !== 'cancelled') setFailure(result.failure);
      return undefined;
    },
    cancel: () => running.current?.abort(),
    clearFailure: () => setFailure(undefined),
  };
}

/** Runs actions one after another. Settings need it: one may be changed while the call for another is still running. */
export function useActionQueue(): Pick<Action, 'failure' | 'run'> {
  const { failure, run } = useAction();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return {
    failure,
    run: (work) => {
      const next = last.current.then(() => run(work));
      last.current = next;
      return next;
    },
  };
}
