import { ipcMain, type WebContents } from 'electron';
import type { EventMessage } from '../contract/events.ts';
import { ipcChannel } from '../contract/ipc.ts';
import type { Dispatcher, Sender } from '../host/dispatcher.ts';
import { createEventBatcher } from '../host/event-batcher.ts';
import { origin } from './app-identity.ts';

/** Handles the windows' requests on the IPC channel. Returns a function that stops it. */
export function hostIpc(dispatcher: Dispatcher): () => void {
  ipcMain.handle(ipcChannel, (event, message: unknown) => {
    const frame = event.senderFrame;
    const isTrusted = frame !== null && frame === event.sender.mainFrame && frame.parent === null && frame.origin === origin;
    const sender: Sender = { id: event.sender.id, isTrusted };
    return dispatcher.handle(sender, message);
  });
  return () => ipcMain.removeHandler(ipcChannel);
}

/** Connects a window: sends it events, and aborts its requests when its page goes away. */
export function connectWindow(
  contents: WebContents,
  dispatcher: Dispatcher,
  listen: (listener: (message: EventMessage) => void) => () => void,
): void {
  const { id } = contents;
  const batcher = createEventBatcher((batch) => {
    if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(ipcChannel, batch);
  });
  const stopListening = listen(batcher.push);
  contents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) dispatcher.cancelAll(id);
  });
  contents.on('render-process-gone', () => dispatcher.cancelAll(id));
  contents.once('destroyed', () => {
    stopListening();
    batcher.stop();
    dispatcher.cancelAll(id);
  });
}
