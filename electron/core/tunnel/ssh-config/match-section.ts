import { matchesHostList, matchesPatterns } from './pattern.ts';

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

type Answer = boolean | 'undecided';

const withoutValue = new Set(['all', 'canonical', 'final']);

/** Decides a `Match` line. Nothing is ever run: `exec` stays undecided, and an undecided section does not apply. */
export function matchSection(words: readonly string[], subject: MatchSubject): MatchOutcome {
  const undecided: string[] = [];
  const rest = [...words];
  for (let written = rest.shift(); written !== undefined; written = rest.shift()) {
    const [name = '', attached] = splitAtEquals(written);
    const isNegated = name.startsWith('!');
    const criterion = (isNegated ? name.slice(1) : name).toLowerCase();
    const value = withoutValue.has(criterion) ? '' : (attached ?? rest.shift());
    if (value === undefined) return { kind: 'no' };
    const answer = decide(criterion, value, subject);
    if (answer === 'undecided') undecided.push(criterion);
    else if (answer === isNegated) return { kind: 'no' };
  }
  return undecided.length > 0 ? { kind: 'undecided', criteria: undecided } : { kind: 'yes' };
}

function decide(criterion: string, value: string, subject: MatchSubject): Answer {
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

/** `host=name` is two words to OpenSSH. */
function splitAtEquals(word: string): readonly string[] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)].filter((part) => part !== '');
}
