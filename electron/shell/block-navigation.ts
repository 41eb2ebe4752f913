import { app, type WebContents } from 'electron';
import { diagramPage, startPage } from './app-identity.ts';

/** Keeps every page of the program where it is: no navigation, no redirect, no pop-up, no webview. */
export function blockNavigation(onAttempt: (what: string, address: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, onAttempt));
}

/** "Start again" on the crash page and a reload; and a diagram's frame, which is a page of its own. */
function isOwnNavigation({ isMainFrame, url }: { readonly isMainFrame: boolean; readonly url: string }): boolean {
  return url === (isMainFrame ? startPage : diagramPage);
}

function guardContents(contents: WebContents, onAttempt: (what: string, address: string) => void): void {
  contents.on('will-frame-navigate', (event) => {
    if (isOwnNavigation(event)) return;
    event.preventDefault();
    onAttempt('navigate', event.url);
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
    onAttempt('redirect', event.url);
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    onAttempt('webview', '');
  });
  contents.setWindowOpenHandler(({ url }) => {
    onAttempt('pop-up', url);
    return { action: 'deny' };
  });
}
