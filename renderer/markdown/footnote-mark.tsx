import { footnoteIds, goTo } from './footnote-ids.ts';
import type { RenderScope } from './render-scope.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';

/** The mark of a footnote in a line; without a footnote it is what was written. */
export function FootnoteMark({ label, source, scope }: { readonly label: string; readonly source: string; readonly scope: RenderScope }) {
  if (!scope.references.footnotes.has(label)) return revealHiddenCharacters(source);
  const { note, mark } = footnoteIds(scope, label);
  return (
    <sup className="reading-mark">
      <a href={`#${note}`} id={mark} aria-label={`Footnote ${label}`} onClick={goTo}>
        {revealHiddenCharacters(label)}
      </a>
    </sup>
  );
}
