import { useEffect } from 'react';
import type { AppInfo } from '../../electron/contract/app-info.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import type { Call } from '../bridge/bridge.ts';
import type { Report } from './report-failure.ts';

/** Opens an address outside of the window. */
export type OpenLink = (url: string) => Promise<Result<undefined>>;

/** How a browser opens it. */
export interface BrowserTabs {
  readonly openTab: (url: string) => void;
  readonly openMail: (url: string) => void;
}

/**
 * On the desktop the main process opens it. A browser opens it by itself and within the click, as it blocks what comes later;
 * what may not be opened is left to the program to refuse in words.
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

/** The same rule as the program's: https without a login hidden in it, or someone to write to and nothing more. */
function linkKind(text: string): 'web' | 'mail' | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined || text.length > 4096) return undefined;
  if (address.protocol === 'https:' && address.username === '' && address.password === '') return 'web';
  return /^mailto:[\w.+-]+@[\w.-]+$/u.test(address.href) ? 'mail' : undefined;
}

const browserTabs: BrowserTabs = {
  openTab: (url) => {
    window.open(url, '_blank', 'noopener,noreferrer');
  },
  openMail: (url) => {
    // never part of the page, so that its click is not taken for one on a link in it
    const link = document.createElement('a');
    link.href = url;
    link.click();
  },
};

/** Sends every clicked https link to the system's browser and every mail address to its mail program; no other link goes anywhere. */
export function useExternalLinks(openLink: OpenLink, report: Report): void {
  useEffect(() => {
    const open = async (url: string) => {
      const result = await openLink(url);
      if (!result.ok) report(result.failure);
    };
    const onClick = (event: MouseEvent) => {
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
