import { useSyncExternalStore } from 'react';

/** Returns the current time in whole seconds, updated while `isCounting`. All components see the same value. */
export function useCurrentSecond(isCounting: boolean): number {
  return useSyncExternalStore(isCounting ? everySecond : noUpdates, currentSecond);
}

function currentSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}

function everySecond(onChange: () => void): () => void {
  // More often than once a second, so that none is skipped.
  const timer = setInterval(onChange, 250);
  return () => clearInterval(timer);
}

function noUpdates(): () => void {
  return () => undefined;
}
