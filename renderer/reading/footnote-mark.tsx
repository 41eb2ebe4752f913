import { footnoteIds, goTo } from './footnote-places.ts';
import type { Scope } from './scope.ts';
import { visibleText } from './visible-text.tsx';

/** The mark of a footnote in a line; without a footnote it is what was written. */
export function FootnoteMark({ label, source, scope }: { readonly label: string; readonly source: string; readonly scope: Scope }) {
  if (!scope.references.footnotes.has(label)) return visibleText(source);
  const { note, mark } = footnoteIds(scope, label);
  return (
    <sup className="reading-mark">
      <a href={`#${note}`} id={mark} aria-label={`Footnote ${label}`} onClick={goTo}>
        {visibleText(label)}
      </a>
    </sup>
  );
}
