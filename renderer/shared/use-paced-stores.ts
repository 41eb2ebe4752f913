import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Store } from '../state/store.ts';

/**
 * Subscribes a component to stores that change more often than the screen. Renders at most once per frame, for all of them, and within
 * it. `stores` must stay the same array.
 */
export function usePacedStores<T extends readonly unknown[]>(stores: { readonly [I in keyof T]: Store<T[I]> }): T {
  const [shown, setShown] = useState(() => readAll(stores));
  useEffect(() => {
    let frame: number | undefined;
    const draw = () => {
      frame = undefined;
      flushSync(() => setShown(readAll(stores)));
    };
    const schedule = () => {
      frame ??= requestAnimationFrame(draw);
    };
    schedule();
    const stops = stores.map((store) => store.subscribe(schedule));
    return () => {
      for (const stop of stops) stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [stores]);
  return shown;
}

function readAll<T extends readonly unknown[]>(stores: { readonly [I in keyof T]: Store<T[I]> }): T {
  return stores.map((store) => store.read()) as unknown as T; // one value per store, in the same order
}
