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
  const definitions = createDefinitions(references);
  definitions.add(source);
  return definitions.read();
}

/** Collects definitions as their blocks come: they are copied when they are read, and not at each of them. */
interface Definitions {
  /** Adds those in some text; the first of a name counts. */
  readonly add: (source: string) => void;
  /** All so far; the same object while there are no others. */
  readonly read: () => References;
}

/** Begins with the definitions that are known. */
export function createDefinitions(initial: References): Definitions {
  const links = joinLinks(initial.links);
  const footnotes = new Map(initial.footnotes);
  let snapshot: References | undefined = initial;
  return {
    add: (source) => {
      if (!source.includes(']:')) return;
      const found = lexBlocks(source);
      for (const [tag, link] of Object.entries(found.links)) {
        if (tag in links) continue;
        links[tag] = link;
        snapshot = undefined;
      }
      for (const token of found.tokens) {
        if (token.type !== 'footnote' || footnotes.has(token.label)) continue;
        footnotes.set(token.label, token.text);
        snapshot = undefined;
      }
    },
    read: () => (snapshot ??= { links: joinLinks(links), footnotes: new Map(footnotes) }),
  };
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

/** What the blocks of one message share while they are drawn. */
export interface RenderScope {
  readonly references: References;
  /** Begins the ids of the message's elements. */
  readonly idPrefix: string;
}

/** For blocks that refer to nothing: they are not drawn again when a definition comes. */
export const emptyRenderScope: RenderScope = { references: noReferences, idPrefix: '' };
