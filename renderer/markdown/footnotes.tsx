import { footnoteIds, goTo } from './footnote-ids.ts';
import { MarkdownBlock } from './markdown-block.tsx';
import type { RenderScope } from './render-scope.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';

/** The footnotes of a message, at its end. */
export function Footnotes({ scope }: { readonly scope: RenderScope }) {
  const { footnotes } = scope.references;
  if (footnotes.size === 0) return null;
  return (
    <section className="reading-footnotes" aria-label="Footnotes">
      {[...footnotes].map(([label, text]) => {
        const { note, mark } = footnoteIds(scope, label);
        return (
          <div key={label} id={note} tabIndex={-1} className="reading-footnote">
            <a href={`#${mark}`} className="reading-footnote-label" aria-label={`Back to the mark of footnote ${label}`} onClick={goTo}>
              {revealHiddenCharacters(label)}
            </a>
            <div className="reading-footnote-text">
              <MarkdownBlock source={text} scope={scope} />
            </div>
          </div>
        );
      })}
    </section>
  );
}
