import { app, type WebContents } from 'electron';
import { createScreenReaderConfirmation } from '../host/screen-reader-confirmation.ts';
import type { Dialogs } from '../host/dialogs/dialogs.ts';
import { createLastUserGesture } from '../host/last-user-gesture.ts';
import type { UserGesture } from '../host/user-gesture.ts';

const gestures = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd']);

/** Watches the input that goes to a window, in the main process: a hostile page can claim whatever it likes. */
export function watchUserGesture(contents: WebContents, now: () => number, confirm: Dialogs['confirm']): UserGesture {
  const memory = createLastUserGesture(now);
  contents.on('input-event', (_event, input) => {
    if (gestures.has(input.type)) memory.notice();
  });
  return createScreenReaderConfirmation({ noticed: memory, hasScreenReader: () => app.isAccessibilitySupportEnabled(), confirm, now });
}
