import { joinLinks, lexBlocks, type LinkDefinitions } from './markdown-lexer.ts';

/** Definitions in one part of a message that apply to all of it: links and footnotes. */
export interface References {
  readonly links: LinkDefinitions;
  /** Footnote texts by label. */
  readonly footnotes: ReadonlyMap<string, string>;
}

export const noReferences: References = { links: joinLinks(), footnotes: new Map() };

/** Adds the definitions in a text. The first of a name wins. Returns the same object if there are none. */
export function withDefinitions(references: References, source: string): References {
  if (!source.includes(']:')) return references;
  const definitions = createDefinitions(references);
  definitions.add(source);
  return definitions.read();
}

/** Collects definitions block by block. Copies them only when read. */
export function createDefinitions(initial: References) {
  const links = joinLinks(initial.links);
  const footnotes = new Map(initial.footnotes);
  let snapshot: References | undefined = initial;
  return {
    /** Adds the definitions in a text. The first of a name wins. */
    add: (source: string) => {
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
    /** Returns all definitions, as the same object until there are more. */
    read: (): References => (snapshot ??= { links: joinLinks(links), footnotes: new Map(footnotes) }),
  };
}

/** Whether two sets of definitions are equal. */
export function areSameReferences(one: References, other: References): boolean {
  const tags = Object.keys(one.links);
  return (
    tags.length === Object.keys(other.links).length &&
    one.footnotes.size === other.footnotes.size &&
    tags.every((tag) => one.links[tag]?.href === other.links[tag]?.href) &&
    [...one.footnotes].every(([label, text]) => other.footnotes.get(label) === text)
  );
}
