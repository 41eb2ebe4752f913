import { useSyncExternalStore } from 'react';

/** The time to the second, anew with every second while somebody counts; all who count see the same. */
export function useCurrentSecond(isCounting: boolean): number {
  return useSyncExternalStore(isCounting ? everySecond : never, thisSecond);
}

function thisSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}

function everySecond(onChange: () => void): () => void {
  // more often than the seconds change, so that none is left out
  const timer = setInterval(onChange, 250);
  return () => {
    clearInterval(timer);
  };
}

function never(): () => void {
  return () => undefined;
}
