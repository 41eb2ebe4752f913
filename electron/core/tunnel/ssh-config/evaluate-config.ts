import type { ConfigFile, ConfigLine } from './parse-config.ts';
import { expandTokens } from './expand-tokens.ts';
import { matchesPatterns, matchesHostList } from './pattern.ts';

/** What is asked of the config: a host as the user names it, and what is already decided, as on a command line. */
export interface Query {
  readonly host: string;
  readonly given: Readonly<Record<string, string>>;
  readonly localUser: string;
}

/** The settings that apply, by keyword in lower case: the args of each value in effect. */
export interface Settings {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
}

/** Keywords of which every value counts; of all others the first. */
const cumulative = new Set(['identityfile', 'certificatefile']);
/** Of these two, whichever comes first. */
const proxies: readonly string[] = ['proxyjump', 'proxycommand'];

/**
 * Reads the config from top to bottom for one host: the first value wins. Where a section asks for it with `Match final`, all of it
 * is read once more for the host that came out, as ssh does.
 */
export function evaluateConfig(files: readonly ConfigFile[], query: Query): Settings {
  const given = new Map<string, readonly string[]>(Object.entries(query.given).map(([keyword, value]) => [keyword, [value]]));
  const first = readPass(files, query, { values: given, finalHost: undefined });
  if (!files.some(({ lines }) => wantsFinalPass(lines))) return first;
  const host = resolveHost(query, first.values).toLowerCase();
  const second = readPass(files, query, {
    values: new Map([...first.values, ['hostname', [host.replaceAll('%', '%%')]]]),
    finalHost: host,
  });
  return { values: second.values, notes: [...new Set([...first.notes, ...second.notes])] };
}

/** What is decided before a pass; `finalHost` is set in the last of two. */
interface PassState {
  readonly values: Settings['values'];
  readonly finalHost: string | undefined;
}

function readPass(files: readonly ConfigFile[], query: Query, { values: decided, finalHost }: PassState): Settings {
  const values = new Map(decided);
  const notes: string[] = [];
  const set = (line: Extract<ConfigLine, { kind: 'setting' }>): void => {
    const { keyword } = line;
    const args = proxies.includes(keyword) ? [line.text] : line.args;
    const earlier = values.get(keyword);
    if (cumulative.has(keyword)) values.set(keyword, [...(earlier ?? []), ...args.slice(0, 1)]);
    else if (proxies.includes(keyword) ? !proxies.some((proxy) => values.has(proxy)) : !earlier) values.set(keyword, args);
  };

  const applies = (line: Extract<ConfigLine, { kind: 'match' }>): boolean => {
    const outcome = matchSection(line.args, { ...toMatchSubject(query, values), isFinalPass: finalHost !== undefined });
    if (outcome.kind === 'undecided') {
      notes.push(
        `Match ${outcome.criteria.join(', ')} at ${line.location} is not evaluated (Causeway runs no commands for it), so that section is left out.`,
      );
    }
    return outcome.kind === 'yes';
  };

  const read = (lines: readonly ConfigLine[]): void => {
    let isActive = true;
    for (const line of lines) {
      switch (line.kind) {
        case 'host':
          isActive = matchesPatterns(finalHost ?? query.host, line.patterns);
          break;
        case 'match':
          isActive = applies(line);
          break;
        case 'garbled':
          if (isActive || line.opensSection)
            notes.push(`${line.location} can't be read and is left out${line.opensSection ? ', with its section' : ''}.`);
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

/** ssh looks at every Match line, also of files that are included where nothing applies. */
function wantsFinalPass(lines: readonly ConfigLine[]): boolean {
  return lines.some((line) => {
    if (line.kind === 'include') return line.files.some((file) => wantsFinalPass(file.lines));
    return line.kind === 'match' && line.args.some((word) => /^!?final$/i.test(word));
  });
}

function resolveHost({ host }: Query, values: Settings['values']): string {
  const expanded = expandTokens(values.get('hostname')?.[0] ?? host, { h: host });
  return expanded.ok ? expanded.value : host;
}

function toMatchSubject(query: Query, values: Settings['values']): Omit<MatchSubject, 'isFinalPass'> {
  return {
    host: resolveHost(query, values),
    originalHost: query.host,
    login: values.get('user')?.[0] ?? query.localUser,
    localUser: query.localUser,
  };
}

/** What a `Match` line may ask about. */
export interface MatchSubject {
  /** As far as the config has been read. */
  readonly host: string;
  readonly originalHost: string;
  readonly login: string;
  readonly localUser: string;
  /** Whether the config is read a second time, because a section asks for that. */
  readonly isFinalPass: boolean;
}

/** Whether a section applies; or the criteria that would decide it and that we do not evaluate. */
export type MatchOutcome =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'undecided'; readonly criteria: readonly string[] };

type CriterionResult = boolean | 'undecided';

const withoutValue = new Set(['all', 'canonical', 'final']);

/** Decides a `Match` line. Nothing is ever run: `exec` stays undecided, and an undecided section does not apply. */
export function matchSection(args: readonly string[], subject: MatchSubject): MatchOutcome {
  const undecided: string[] = [];
  const remaining = [...args];
  for (let criterionText = remaining.shift(); criterionText !== undefined; criterionText = remaining.shift()) {
    const [name = '', attached] = splitAtEquals(criterionText);
    const isNegated = name.startsWith('!');
    const criterion = (isNegated ? name.slice(1) : name).toLowerCase();
    const value = withoutValue.has(criterion) ? '' : (attached ?? remaining.shift());
    if (value === undefined) return { kind: 'no' };
    const answer = decide(criterion, value, subject);
    if (answer === 'undecided') undecided.push(criterion);
    else if (answer === isNegated) return { kind: 'no' };
  }
  return undecided.length > 0 ? { kind: 'undecided', criteria: undecided } : { kind: 'yes' };
}

function decide(criterion: string, value: string, subject: MatchSubject): CriterionResult {
  switch (criterion) {
    case 'all':
      return true;
    case 'host':
      return matchesHostList(subject.host, value);
    case 'originalhost':
      return matchesHostList(subject.originalHost, value);
    case 'user':
      return matchesPatterns(subject.login, value.split(','));
    case 'localuser':
      return matchesPatterns(subject.localUser, value.split(','));
    case 'canonical':
    case 'final':
      return subject.isFinalPass;
    default:
      return 'undecided'; // exec, and those of newer versions: localnetwork, tagged, version, …
  }
}

/** `host=name` is two args to OpenSSH. */
function splitAtEquals(word: string): readonly string[] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)].filter((part) => part !== '');
}
