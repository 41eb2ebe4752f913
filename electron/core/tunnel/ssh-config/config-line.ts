/** One line of an ssh config that says something. */
export type ConfigLine =
  | {
      readonly kind: 'setting';
      readonly keyword: string;
      readonly words: readonly string[];
      /** What follows the keyword, as written; some keywords take it whole. */
      readonly text: string;
      readonly place: string;
    }
  | { readonly kind: 'host'; readonly patterns: readonly string[]; readonly place: string }
  | { readonly kind: 'match'; readonly words: readonly string[]; readonly place: string }
  | { readonly kind: 'include'; readonly files: readonly ConfigFile[] }
  /** Can't be read; a section opened by it matches nothing. */
  | { readonly kind: 'garbled'; readonly opensSection: boolean; readonly place: string };

/** A config file as it was found, with what it includes inside it. */
export interface ConfigFile {
  readonly path: string;
  readonly lines: readonly ConfigLine[];
}

/** A line before its includes are read. */
export type ParsedLine =
  | Exclude<ConfigLine, { readonly kind: 'include' }>
  | { readonly kind: 'include'; readonly patterns: readonly string[] };
