import { useEffect } from 'react';
import type { OpenLink } from '../state/open-link.ts';
import type { Report } from '../state/report-failure.ts';

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
