import { LineType, parse } from 'ssh-config';
import type { ParsedLine } from './config-line.ts';
import { splitArguments } from './split-arguments.ts';

/**
 * Reads the text of one config file.
 *
 * The parser library is given one line at a time, so that a line it can't read costs that line and not the file, and
 * only for comments, keyword and separator. Its `compute` would run nslookup and `Match exec`, takes `?` for "none or
 * one" and forgets repeated criteria, and its words know no single quotes, so those parts are done OpenSSH's way here.
 */
export function parseConfig(text: string, path: string): readonly ParsedLine[] {
  return text.split('\n').flatMap((line, index) => parseLine(line.trim(), `${path} line ${index + 1}`));
}

function parseLine(line: string, place: string): readonly ParsedLine[] {
  if (line === '' || line.startsWith('#')) return [];
  const garbled: ParsedLine = { kind: 'garbled', opensSection: /^"?(?:host|match)\b/i.test(line), place };
  const split = splitKeyword(line);
  if (!split) return [garbled];
  const { keyword, text } = split;
  const words = splitArguments(text);
  if (takesWholeLine.has(keyword)) return [{ kind: 'setting', keyword, words: words ?? [], text, place }];
  if (!words || words.length === 0) return [garbled];
  if (keyword === 'host') return [{ kind: 'host', patterns: words, place }];
  if (keyword === 'match') return [{ kind: 'match', words, place }];
  if (keyword === 'include') return [{ kind: 'include', patterns: words }];
  return [{ kind: 'setting', keyword, words, text, place }];
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
