import type { ConfigFile, ConfigLine } from './config-line.ts';
import { expandTokens } from './expand-tokens.ts';
import { matchSection, type MatchSubject } from './match-section.ts';
import { matchesPatterns } from './pattern.ts';

/** What is asked of the config: a host as the user names it, and what is already decided, as on a command line. */
export interface Query {
  readonly host: string;
  readonly given: Readonly<Record<string, string>>;
  readonly localUser: string;
}

/** The settings that apply, by keyword in lower case: the words of each value in effect. */
export interface Settings {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
}

/** Keywords of which every value counts; of all others the first. */
const cumulative = new Set(['identityfile', 'certificatefile']);
/** Of these two, whichever comes first. */
const proxies: readonly string[] = ['proxyjump', 'proxycommand'];

/** Reads the config from top to bottom for one host: the first value wins. */
export function evaluateConfig(files: readonly ConfigFile[], query: Query): Settings {
  const values = new Map<string, readonly string[]>(Object.entries(query.given).map(([keyword, value]) => [keyword, [value]]));
  const notes: string[] = [];
  const set = (line: Extract<ConfigLine, { kind: 'setting' }>): void => {
    const { keyword } = line;
    const words = proxies.includes(keyword) ? [line.text] : line.words;
    const earlier = values.get(keyword);
    if (cumulative.has(keyword)) values.set(keyword, [...(earlier ?? []), ...words.slice(0, 1)]);
    else if (proxies.includes(keyword) ? !proxies.some((proxy) => values.has(proxy)) : !earlier) values.set(keyword, words);
  };

  const applies = (line: Extract<ConfigLine, { kind: 'match' }>): boolean => {
    const outcome = matchSection(line.words, subjectOf(query, values));
    if (outcome.kind === 'undecided') {
      notes.push(
        `Match ${outcome.criteria.join(', ')} at ${line.place} is not evaluated (Causeway runs no commands for it and makes one pass), so that section is left out.`,
      );
    }
    return outcome.kind === 'yes';
  };

  const read = (lines: readonly ConfigLine[]): void => {
    let isActive = true;
    for (const line of lines) {
      switch (line.kind) {
        case 'host':
          isActive = matchesPatterns(query.host, line.patterns);
          break;
        case 'match':
          isActive = applies(line);
          break;
        case 'garbled':
          if (isActive || line.opensSection)
            notes.push(`${line.place} can't be read and is left out${line.opensSection ? ', with its section' : ''}.`);
          if (line.opensSection) isActive = false;
          break;
        case 'include':
          if (isActive) for (const file of line.files) read(file.lines);
          break;
        case 'setting':
          if (isActive) set(line);
          break;
      }
    }
  };
  for (const file of files) read(file.lines);
  return { values, notes };
}

function subjectOf(query: Query, values: Settings['values']): MatchSubject {
  const expanded = expandTokens(values.get('hostname')?.[0] ?? query.host, { h: query.host });
  return {
    host: expanded.ok ? expanded.value : query.host,
    originalHost: query.host,
    login: values.get('user')?.[0] ?? query.localUser,
    localUser: query.localUser,
  };
}
