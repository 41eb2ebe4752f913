import { LineType, parse } from 'ssh-config';

/** One line of an ssh config that says something. */
export type ConfigLine =
  | {
      readonly kind: 'setting';
      readonly keyword: string;
      readonly args: readonly string[];
      /** What follows the keyword, as written; some keywords take it whole. */
      readonly text: string;
      readonly location: string;
    }
  | { readonly kind: 'host'; readonly patterns: readonly string[]; readonly location: string }
  | { readonly kind: 'match'; readonly args: readonly string[]; readonly location: string }
  | { readonly kind: 'include'; readonly files: readonly ConfigFile[] }
  /** Can't be read; a section opened by it matches nothing. */
  | { readonly kind: 'garbled'; readonly opensSection: boolean; readonly location: string };

/** A config file as it was found, with what it includes inside it. */
export interface ConfigFile {
  readonly path: string;
  readonly lines: readonly ConfigLine[];
}

/** A line before its includes are read. */
export type ParsedLine =
  | Exclude<ConfigLine, { readonly kind: 'include' }>
  | { readonly kind: 'include'; readonly patterns: readonly string[] };

/**
 * Reads the text of one config file.
 *
 * The parser library is given one line at a time, so that a line it can't read costs that line and not the file, and
 * only for comments, keyword and separator. Its `compute` would run nslookup and `Match exec`, takes `?` for "none or
 * one" and forgets repeated criteria, and its args know no single quotes, so those parts are done OpenSSH's way here.
 */
export function parseConfig(text: string, path: string): readonly ParsedLine[] {
  return text.split('\n').flatMap((line, index) => parseLine(line.trim(), `${path} line ${index + 1}`));
}

function parseLine(line: string, location: string): readonly ParsedLine[] {
  if (line === '' || line.startsWith('#')) return [];
  const garbled: ParsedLine = { kind: 'garbled', opensSection: /^"?(?:host|match)\b/i.test(line), location };
  const split = splitKeyword(line);
  if (!split) return [garbled];
  const { keyword, text } = split;
  const args = splitArguments(text);
  if (takesWholeLine.has(keyword)) return [{ kind: 'setting', keyword, args: args ?? [], text, location }];
  if (!args || args.length === 0) return [garbled];
  if (keyword === 'host') return [{ kind: 'host', patterns: args, location }];
  if (keyword === 'match') return [{ kind: 'match', args, location }];
  if (keyword === 'include') return [{ kind: 'include', patterns: args }];
  return [{ kind: 'setting', keyword, args, text, location }];
}

const takesWholeLine = new Set(['proxycommand', 'localcommand', 'remotecommand', 'knownhostscommand', 'proxyjump']);

function splitKeyword(line: string): { readonly keyword: string; readonly text: string } | undefined {
  try {
    // The library knows no negated criteria and throws at them; they are read elsewhere.
    const [directive] = parse(line.replace(/^(match(?:[ \t]*=[ \t]*|[ \t]+)).*$/is, '$1all'));
    if (directive?.type !== LineType.DIRECTIVE) return undefined;
    const text = line.slice(directive.param.length + directive.separator.length);
    return { keyword: directive.param.replaceAll('"', '').toLowerCase(), text };
  } catch {
    return undefined; // the library throws at quotes that never close and at keywords without a value
  }
}

/**
 * Splits what follows a keyword as OpenSSH does (`argv_split`): both kinds of quotes, a few escapes, a comment
 * at the start of a word. Nothing: a quote is never closed.
 */
export function splitArguments(text: string): readonly string[] | undefined {
  const args: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text[at])) {
      at += 1;
      continue;
    }
    if (text[at] === '#') break;
    const word = readArgument(text, at);
    if (!word) return undefined;
    args.push(word.value);
    at = word.end;
  }
  return args;
}

function readArgument(text: string, start: number): { readonly value: string; readonly end: number } | undefined {
  let value = '';
  let quote: string | undefined;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && isEscapable(text[at + 1], quote)) {
      at += 1;
      value += text.charAt(at);
    } else if (quote === undefined && isBlank(character)) break;
    else if (quote === undefined && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = undefined;
    else value += character;
  }
  return quote === undefined ? { value, end: at } : undefined;
}

/** Any other backslash is itself, so that Windows paths need no doubling. */
function isEscapable(next: string | undefined, quote: string | undefined): boolean {
  return next === "'" || next === '"' || next === '\\' || (next === ' ' && quote === undefined);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
