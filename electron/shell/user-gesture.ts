import type { WebContents } from 'electron';

const gestures = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd']);
const validFor = 2000;

/**
 * Tells whether a person has just clicked or pressed a key. Asked of the main process's own
 * input events, since a hostile page can claim whatever it likes. Each gesture serves once.
 */
export interface UserGesture {
  readonly use: () => boolean;
}

/** Watches the input that goes to a window. */
export function watchUserGesture(contents: WebContents, now: () => number): UserGesture {
  let last = -Infinity;
  contents.on('input-event', (_event, input) => {
    if (gestures.has(input.type)) last = now();
  });
  return {
    use: () => {
      const isRecent = now() - last <= validFor;
      last = -Infinity;
      return isRecent;
    },
  };
}
