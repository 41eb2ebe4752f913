import { app, type WebContents } from 'electron';
import { diagramPage, startPage } from './app-identity.ts';

/** Blocks navigation, redirects, pop-ups and webviews in every page. */
export function blockNavigation(onAttempt: (what: string, address: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, onAttempt));
}

/** Allows "Start again" on the crash page, reloads, and the diagram frame. */
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
