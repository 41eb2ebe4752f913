import { useEffect } from 'react';
import type { AppInfo } from '../../electron/contract/app-info.ts';
import { ok, type Failure, type Result } from '../../electron/contract/failure.ts';
import type { Call } from '../bridge/bridge.ts';

/** Opens a URL outside the window. */
export type OpenLink = (url: string) => Promise<Result<undefined>>;

/** How a browser opens a URL. */
export interface BrowserTabs {
  readonly openTab: (url: string) => void;
  readonly openMail: (url: string) => void;
}

/**
 * Creates the function that opens links. On the desktop the main process opens them. In a browser the page opens them within the
 * click, because later pop-ups are blocked. Disallowed URLs are passed to the main process, which rejects them with a message.
 */
export function createOpenLink(call: Call, shell: AppInfo['shell'], tabs: BrowserTabs = browserTabs): OpenLink {
  return async (url) => {
    const kind = shell === 'desktop' ? undefined : linkKind(url);
    if (kind === undefined) return call('shell.openLink', { url });
    if (kind === 'web') tabs.openTab(url);
    else tabs.openMail(url);
    return ok(undefined);
  };
}

/** Same rule as in the main process: https without credentials, or a mail address without parameters. */
function linkKind(text: string): 'web' | 'mail' | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || text.length > 4096) return undefined;
  if (url.protocol === 'https:' && url.username === '' && url.password === '') return 'web';
  return /^mailto:[\w.+-]+@[\w.-]+$/u.test(url.href) ? 'mail' : undefined;
}

const browserTabs: BrowserTabs = {
  openTab: (url) => window.open(url, '_blank', 'noopener,noreferrer'),
  openMail: (url) => {
    // Not added to the page, so that `useExternalLinks` doesn't handle its click.
    const link = document.createElement('a');
    link.href = url;
    link.click();
  },
};

/** Opens clicked https and mailto links outside the window. Other links do nothing, except those within the page. */
export function useExternalLinks(openLink: OpenLink, report: (failure: Failure) => void): void {
  useEffect(() => {
    const open = async (url: string) => {
      const result = await openLink(url);
      if (!result.ok) report(result.failure);
    };
    const onClick = (event: MouseEvent) => {
      if (event.button > 1) return; // the right button opens a menu
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.getAttribute('href')?.startsWith('#') === true) return;
      event.preventDefault();
      if (link.protocol === 'https:' || link.protocol === 'mailto:') void open(link.href);
    };
    document.addEventListener('click', onClick);
    document.addEventListener('auxclick', onClick);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('auxclick', onClick);
    };
  }, [openLink, report]);
}
