import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses the element with `data-first-focus`, or the screen itself, if nothing has the focus: the focused element was removed, or the
 * section was opened before its content was rendered.
 */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const screen = useRef<T>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && activeElement.id !== 'main') return;
    (screen.current?.querySelector<HTMLElement>('[data-first-focus]') ?? screen.current)?.focus();
  }, []);
  return screen;
}
