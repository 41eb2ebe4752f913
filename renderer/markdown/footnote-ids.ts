import type { MouseEvent } from 'react';
import type { RenderScope } from './render-scope.ts';

/** The ids of a footnote and of its mark. */
export function footnoteIds({ idPrefix }: RenderScope, label: string): { readonly note: string; readonly mark: string } {
  const name = encodeURIComponent(label);
  return { note: `${idPrefix}-note-${name}`, mark: `${idPrefix}-mark-${name}` };
}

/** Goes there without changing the page's address, of which the frame knows nothing. */
export function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.getAttribute('href')?.slice(1) ?? '');
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
