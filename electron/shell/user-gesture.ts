import type { WebContents } from 'electron';
import { createGestureMemory } from './gesture-memory.ts';

const gestures = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd']);

/**
 * Tells whether a person has just clicked or pressed a key. Asked of the main process's own
 * input events, since a hostile page can claim whatever it likes. Each gesture serves once.
 */
export interface UserGesture {
  readonly use: () => boolean;
}

/** Watches the input that goes to a window. */
export function watchUserGesture(contents: WebContents, now: () => number): UserGesture {
  const memory = createGestureMemory(now);
  contents.on('input-event', (_event, input) => {
    if (gestures.has(input.type)) memory.notice();
  });
  return memory;
}
