import type { RefObject } from 'react';
import { createPendingRequest, usePendingRequest, type PendingRequest } from './pending-request.ts';

/** A wish to have the focus somewhere. */
export type FocusRequest = PendingRequest;

/** Makes the wish, not asked for yet. */
export const createFocusRequest: () => FocusRequest = createPendingRequest;

/** For so many frames after a menu has closed it may still give the focus back to its button. */
const hold = 12;

/** Grants the wish as soon as the element is there; once, so that drawing it again takes nobody's focus. */
export function useFocusRequest(wish: FocusRequest, element: RefObject<HTMLElement | null>): void {
  usePendingRequest(wish, () => {
    pursue(wish, element, 1);
  });
}

/** An open menu, in which it may have been asked for, takes the focus back from whoever gets it: the wish outlasts that. */
function pursue(wish: FocusRequest, element: RefObject<HTMLElement | null>, frames: number): void {
  if (element.current === null || !wish.read()) return;
  const isMenuOpen = document.querySelector('[role="menu"]') !== null;
  if (!isMenuOpen) {
    element.current.focus();
    // Who presses a key there has arrived, and the key may lead on to another place.
    element.current.addEventListener('keydown', wish.grant, { once: true });
  }
  const left = isMenuOpen ? hold : frames - 1;
  if (left === 0) wish.grant();
  else
    requestAnimationFrame(() => {
      pursue(wish, element, left);
    });
}
