import { useEffect, useEffectEvent } from 'react';
import { createStore, type Store } from './store.ts';

/** A wish that may be granted only once the place that can is drawn. */
export interface PendingRequest extends Store<boolean> {
  readonly ask: () => void;
  readonly grant: () => void;
}

/** Makes the wish, not asked for yet. */
export function createPendingRequest(): PendingRequest {
  const store = createStore(false);
  return {
    read: store.read,
    subscribe: store.subscribe,
    ask: () => {
      store.write(true);
    },
    grant: () => {
      store.write(false);
    },
  };
}

/** Hears the wish while the component is drawn, whether it was asked for before or is asked for then. */
export function usePendingRequest(wish: PendingRequest, onAsked: () => void): void {
  const newest = useEffectEvent(onAsked);
  useEffect(() => {
    const hear = () => {
      if (wish.read()) newest();
    };
    hear();
    return wish.subscribe(hear);
  }, [wish]);
}
