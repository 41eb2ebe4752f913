import { joinLinks, lexBlocks, type LinkDefinitions } from './markdown-lexer.ts';

/** What one part of a message says for all of it: link definitions and footnotes. */
export interface References {
  readonly links: LinkDefinitions;
  /** The text of each footnote by its label. */
  readonly footnotes: ReadonlyMap<string, string>;
}

/** No definitions. */
export const noReferences: References = { links: joinLinks(), footnotes: new Map() };

/** Adds the definitions in some text; the first of a name counts. The same object where there are none. */
export function withDefinitions(references: References, source: string): References {
  if (!source.includes(']:')) return references;
  const { tokens, links } = lexBlocks(source);
  const tags = Object.keys(links).filter((tag) => !(tag in references.links));
  const footnotes = new Map(references.footnotes);
  for (const token of tokens) {
    if (token.type === 'footnote' && !footnotes.has(token.label)) footnotes.set(token.label, token.text);
  }
  if (tags.length === 0 && footnotes.size === references.footnotes.size) return references;
  return { links: joinLinks(links, references.links), footnotes };
}

/** Whether the same names stand for the same things. */
export function areSameReferences(one: References, other: References): boolean {
  const tags = Object.keys(one.links);
  return (
    tags.length === Object.keys(other.links).length &&
    one.footnotes.size === other.footnotes.size &&
    tags.every((tag) => one.links[tag]?.href === other.links[tag]?.href) &&
    [...one.footnotes].every(([label, text]) => other.footnotes.get(label) === text)
  );
}
