import { app, type WebContents } from 'electron';
import { createAssistedGesture } from './assisted-gesture.ts';
import type { Dialogs } from './dialogs/dialogs.ts';
import { createGestureMemory } from './gesture-memory.ts';

const gestures = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd']);

/**
 * Tells whether a person has just clicked or pressed a key. Asked of the main process's own
 * input events, since a hostile page can claim whatever it likes. Each gesture serves once.
 */
export interface UserGesture {
  /** `what` is about to be done, as it follows "Did you ask Causeway to": where no gesture could be noticed, the user may be asked. */
  readonly use: (what: string) => boolean | Promise<boolean>;
}

/** Watches the input that goes to a window. */
export function watchUserGesture(contents: WebContents, now: () => number, confirm: Dialogs['confirm']): UserGesture {
  const memory = createGestureMemory(now);
  contents.on('input-event', (_event, input) => {
    if (gestures.has(input.type)) memory.notice();
  });
  return createAssistedGesture({ noticed: memory, isAssisted: () => app.isAccessibilitySupportEnabled(), confirm, now });
}
