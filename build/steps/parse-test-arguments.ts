/** What `npm test` was asked to run. */
export interface TestRequest {
  readonly scope: 'quick' | 'all' | 'named';
  /** The suites to run, in order. */
  readonly suites: readonly string[];
  /** Only test files with one of these words in their path. Empty for all files. */
  readonly words: readonly string[];
  readonly isFresh: boolean;
  readonly repeatsAllInElectron: boolean;
}

const flags = { isFresh: '--fresh', repeatsAllInElectron: '--electron' } as const;
/** The suites that a change to anything may break, in a few minutes. */
const quickSuites: ReadonlySet<string> = new Set(['checks', 'unit', 'integration', 'window', 'e2e']);

/**
 * Parses the arguments of `npm test`: nothing for the quick selection, `all`, names of suites, or words in the paths of test files.
 * Returns a sentence if it doesn't understand one.
 */
export function parseTestArguments(args: readonly string[], suites: readonly string[]): TestRequest | string {
  const unknownFlag = args.find((arg) => arg.startsWith('-') && !Object.values<string>(flags).includes(arg));
  if (unknownFlag !== undefined) return `There is no flag ${unknownFlag}. There are: ${Object.values(flags).join(', ')}.`;
  const options = { isFresh: args.includes(flags.isFresh), repeatsAllInElectron: args.includes(flags.repeatsAllInElectron) };
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (names.length === 0) return { scope: 'quick', suites: suites.filter((name) => quickSuites.has(name)), words: [], ...options };
  if (names.includes('all')) return { scope: 'all', suites, words: [], ...options };
  const named = suites.filter((name) => names.includes(name));
  const words = names.filter((name) => !suites.includes(name));
  return { scope: 'named', suites: named.length > 0 ? named : suites, words, ...options };
}

/** Describes a request for the end of its output. */
export function describeTestRequest({ scope, suites, words, isFresh, repeatsAllInElectron }: TestRequest): string {
  const what = {
    quick: `the tests for every change (${suites.join(', ')}); \`npm test -- all\` runs everything`,
    all: 'everything',
    named: [
      ...(words.length > 0 ? [`the files with ${words.map((word) => `“${word}”`).join(' or ')} in their path`] : []),
      suites.join(', '),
    ].join(' of '),
  }[scope];
  return `Selected: ${what}${isFresh ? ', sharing nothing' : ''}${repeatsAllInElectron ? ', the whole window in Electron too' : ''}.`;
}
