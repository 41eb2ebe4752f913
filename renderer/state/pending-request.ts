import { useEffect, useEffectEvent, type RefObject } from 'react';
import { createStore } from './store.ts';

/** Returns a signal that the user's next key press or click aborts. `page` is undefined in plain Node. */
export function nextInput(page: EventTarget | undefined = globalThis.document): AbortSignal {
  const input = new AbortController();
  for (const type of ['keydown', 'pointerdown']) {
    page?.addEventListener(type, () => input.abort(), { capture: true, signal: input.signal });
  }
  return input.signal;
}

/** Focuses the element that the screen marks with `data-first-focus`, or the main area itself. */
export function focusMain(): void {
  const main = document.getElementById('main');
  (main?.querySelector<HTMLElement>('[data-first-focus]') ?? main)?.focus();
}

/** A request that stays pending until a component that can carry it out is mounted. */
export type PendingRequest = ReturnType<typeof createPendingRequest>;

export function createPendingRequest() {
  const { read, subscribe, write } = createStore(false);
  return { read, subscribe, request: () => write(true), complete: () => write(false) };
}

/** Calls `onRequest` while the component is mounted: for a request made before, and for each one after. */
export function usePendingRequest(request: PendingRequest | undefined, onRequest: () => void): void {
  const newest = useEffectEvent(onRequest);
  useEffect(() => {
    if (request === undefined) return undefined;
    const check = () => {
      if (request.read()) newest();
    };
    check();
    return request.subscribe(check);
  }, [request]);
}

/** Focuses the element once it is mounted. Only once per request, so that drawing it again doesn't move the focus. */
export function useFocusRequest(request: PendingRequest, element: RefObject<HTMLElement | null>): void {
  usePendingRequest(request, () => focusRepeatedly(request, element, 1));
}

/** Whether nothing has the focus, or only something inside `selector`. Always true in plain Node, where `page` is undefined. */
export function isFocusFree(selector?: string, page: Document | undefined = globalThis.document): boolean {
  const focused = page?.activeElement ?? null;
  if (focused === null || focused === page?.body) return true;
  return selector !== undefined && focused.closest(selector) !== null;
}

/** A closing menu may return the focus to its trigger for this many frames. */
const framesAfterMenu = 12;

/** Focuses the element in each of the next frames, because a closing menu returns the focus to its trigger. */
function focusRepeatedly(request: PendingRequest, element: RefObject<HTMLElement | null>, frames: number): void {
  if (element.current === null || !request.read()) return;
  // A click anywhere means that the user has moved on.
  document.addEventListener('pointerdown', request.complete, { once: true, capture: true });
  const isMenuOpen = document.querySelector('[role="menu"]') !== null;
  if (!isMenuOpen) {
    element.current.focus();
    // A key press there proves that the user has arrived, and may move the focus on.
    element.current.addEventListener('keydown', request.complete, { once: true });
  }
  const framesLeft = isMenuOpen ? framesAfterMenu : frames - 1;
  if (framesLeft === 0) request.complete();
  else requestAnimationFrame(() => focusRepeatedly(request, element, framesLeft));
}
