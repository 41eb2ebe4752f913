import { useEffect, type RefObject } from 'react';
import { createStore, type Store } from './store.ts';

/** A wish to have the focus somewhere, which may be granted only once that place is drawn. */
export interface FocusWish extends Store<boolean> {
  readonly ask: () => void;
  readonly grant: () => void;
}

/** Makes the wish, not asked for yet. */
export function createFocusWish(): FocusWish {
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

/** Grants the wish as soon as the element is there; once, so that drawing it again takes nobody's focus. */
export function useFocusWish(wish: FocusWish, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const grant = () => {
      if (!wish.read() || element.current === null) return;
      element.current.focus();
      wish.grant();
    };
    grant();
    return wish.subscribe(grant);
  }, [wish, element]);
}
