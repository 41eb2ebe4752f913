import type { RenderScope } from './link-references.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import type { MouseEvent } from 'react';

/** The mark of a footnote in a line; without a footnote it is what was written. */
export function FootnoteMark({ label, source, scope }: { readonly label: string; readonly source: string; readonly scope: RenderScope }) {
  if (!scope.references.footnotes.has(label)) return revealHiddenCharacters(source);
  const { note, mark } = footnoteIds(scope, label);
  return (
    <sup className="reading-mark">
      <a href={`#${note}`} id={mark} aria-label={`Footnote ${label}`} onClick={scrollToTarget}>
        {revealHiddenCharacters(label)}
      </a>
    </sup>
  );
}

/** The ids of a footnote and of its mark. */
export function footnoteIds({ idPrefix }: RenderScope, label: string): { readonly note: string; readonly mark: string } {
  const name = encodeURIComponent(label);
  return { note: `${idPrefix}-note-${name}`, mark: `${idPrefix}-mark-${name}` };
}

/** Goes there without changing the page's address, of which the frame knows nothing. */
export function scrollToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.getAttribute('href')?.slice(1) ?? '');
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
