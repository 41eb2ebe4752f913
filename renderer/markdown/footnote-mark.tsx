import type { RenderScope } from './render-scope.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import type { MouseEvent } from 'react';
import { markdownText } from './text.ts';

/** A footnote reference. Shown as written if the footnote is not defined. */
export function FootnoteMark({ label, source, scope }: { readonly label: string; readonly source: string; readonly scope: RenderScope }) {
  if (!scope.references.footnotes.has(label)) return revealHiddenCharacters(source);
  const { note, mark } = footnoteIds(scope, label);
  return (
    <sup className="markdown-footnote-mark">
      <a href={`#${note}`} id={mark} aria-label={markdownText.footnote(label)} onClick={scrollToTarget}>
        {revealHiddenCharacters(label)}
      </a>
    </sup>
  );
}

/** Returns the ids of a footnote and its reference. */
export function footnoteIds({ idPrefix }: RenderScope, label: string): { readonly note: string; readonly mark: string } {
  const name = encodeURIComponent(label);
  return { note: `${idPrefix}-note-${name}`, mark: `${idPrefix}-mark-${name}` };
}

/** Scrolls to the link's target without changing the page's URL. */
export function scrollToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.getAttribute('href')?.slice(1) ?? '');
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
