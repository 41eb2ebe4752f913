import type { ConfigFile, ConfigLine } from './parse-config.ts';
import { expandTokens } from './expand-tokens.ts';
import { matchesPatterns, matchesHostList } from './pattern.ts';
import { configText } from '../text.ts';

/** A host as the user names it, and settings that are already decided, as on ssh's command line. */
export interface Query {
  readonly host: string;
  readonly given: Readonly<Record<string, string>>;
  readonly localUser: string;
}

/** The effective settings: the arguments by keyword in lower case. */
export interface Settings {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
}

/** Keywords that accumulate their values. Of all others the first value counts. */
const cumulative = new Set(['identityfile', 'certificatefile']);
/** Whichever of these comes first wins. */
const proxies: readonly string[] = ['proxyjump', 'proxycommand'];

/**
 * Evaluates the config for one host. The first value wins. If a section has `Match final`, everything is read again for the
 * resulting host, as ssh does.
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

/** The settings before a pass. `finalHost` is set in the second one. */
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
      notes.push(configText.matchNotEvaluated(outcome.criteria, line.location));
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
          if (isActive || line.opensSection) notes.push(configText.invalidLine(line.location, line.opensSection));
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

/** Checks every Match line, even in files included by sections that don't apply, as ssh does. */
function wantsFinalPass(lines: readonly ConfigLine[]): boolean {
  return lines.some((line) => {
    if (line.kind === 'include') return line.files.some((file) => wantsFinalPass(file.lines));
    return line.kind === 'match' && line.args.some((arg) => /^!?final$/i.test(arg));
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

/** The values a `Match` line can test. */
interface MatchSubject {
  /** As far as it is known at this line. */
  readonly host: string;
  readonly originalHost: string;
  readonly login: string;
  readonly localUser: string;
  /** True in the second pass. */
  readonly isFinalPass: boolean;
}

/** Whether a section applies, or the criteria that are not evaluated. */
type MatchOutcome =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'undecided'; readonly criteria: readonly string[] };

type CriterionResult = boolean | 'undecided';

const withoutValue = new Set(['all', 'canonical', 'final']);

/** Evaluates a `Match` line. Never runs a command: `exec` is undecided, and an undecided section doesn't apply. */
function matchSection(args: readonly string[], subject: MatchSubject): MatchOutcome {
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
      return 'undecided'; // exec and newer criteria: localnetwork, tagged, version, …
  }
}

/** Splits `host=name` into two arguments, as OpenSSH does. */
function splitAtEquals(arg: string): readonly string[] {
  const at = arg.indexOf('=');
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)].filter((part) => part !== '');
}
