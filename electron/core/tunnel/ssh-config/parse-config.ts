import { LineType, parse } from 'ssh-config';

/** A significant line of an ssh config. */
export type ConfigLine =
  | {
      readonly kind: 'setting';
      readonly keyword: string;
      readonly args: readonly string[];
      /** The text after the keyword, as written, because some keywords take all of it. */
      readonly text: string;
      readonly location: string;
    }
  | { readonly kind: 'host'; readonly patterns: readonly string[]; readonly location: string }
  | { readonly kind: 'match'; readonly args: readonly string[]; readonly location: string }
  | { readonly kind: 'include'; readonly files: readonly ConfigFile[] }
  /** Unreadable. A section opened by it matches nothing. */
  | { readonly kind: 'garbled'; readonly opensSection: boolean; readonly location: string };

/** A config file with its includes. */
export interface ConfigFile {
  readonly path: string;
  readonly lines: readonly ConfigLine[];
}

/** A line before its includes are loaded. */
export type ParsedLine =
  | Exclude<ConfigLine, { readonly kind: 'include' }>
  | { readonly kind: 'include'; readonly patterns: readonly string[] };

/**
 * Parses one config file. The library gets one line at a time, so that an unreadable line doesn't cost the file. It is used only
 * for comments, keyword and separator. Its `compute` would run nslookup and `Match exec`, treats `?` differently and drops
 * repeated criteria, and its arguments don't support single quotes. Those parts follow OpenSSH here.
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
    // The library throws at negated criteria, so it doesn't see them.
    const [directive] = parse(line.replace(/^(match(?:[ \t]*=[ \t]*|[ \t]+)).*$/is, '$1all'));
    if (directive?.type !== LineType.DIRECTIVE) return undefined;
    const text = line.slice(directive.param.length + directive.separator.length);
    return { keyword: directive.param.replaceAll('"', '').toLowerCase(), text };
  } catch {
    return undefined; // the library throws at unclosed quotes and at keywords without a value
  }
}

/**
 * Splits arguments as OpenSSH's `argv_split` does: both kinds of quotes, a few escapes, comments. Returns undefined if a quote
 * is never closed.
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
    const argument = readArgument(text, at);
    if (!argument) return undefined;
    args.push(argument.value);
    at = argument.end;
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

/** Other backslashes are literal, so that Windows paths need no escaping. */
function isEscapable(next: string | undefined, quote: string | undefined): boolean {
  return next === "'" || next === '"' || next === '\\' || (next === ' ' && quote === undefined);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
