import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to what a screen marks as its first, if the focus is nowhere: what was focused before is gone, or the section was opened
 * before its content was there. Without a mark the screen itself takes it.
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
