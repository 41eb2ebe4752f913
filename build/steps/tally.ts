import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import { root } from '../set-up/places.mjs';

/** The result of a suite. Each failure is a test's name, followed by the lines of its message. */
export interface Tally {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly skipped: number;
  /** How long each test took. */
  readonly times: readonly TestTime[];
}

interface TestTime {
  readonly name: string;
  readonly ms: number;
}

/** Adds the results of suites. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failures: [...all.failures, ...one.failures],
      skipped: all.skipped + one.skipped,
      times: [...all.times, ...one.times],
    }),
    { passed: 0, failures: [], skipped: 0, times: [] },
  );
}

/** Returns the end of a run's output: all failures again, so that nobody has to scroll, and the counts, which CI reads. */
export function closingLine({ passed, failures, skipped }: Omit<Tally, 'times'>): string {
  const counts = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...failures.map((failure) => `✗ ${failure}`), counts].join('\n');
}

const shownTimes = 10;

/** Returns the lines about the slowest tests. */
export function describeSlowest({ times }: Tally): string {
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, shownTimes);
  return ['The slowest tests:', ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)].join('\n');
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()),
          duration: z.number().nullish(),
        }),
      ),
    }),
  ),
});

/** Reads Vitest's JSON report. A file that failed before its first test counts as one failure. */
export function readVitestReport(reportFile: string): Tally {
  const report = vitestReport.parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    if (status === 'failed' && assertionResults.length === 0) return [describeFailure(file, message)];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => describeFailure(`${file} › ${fullName}`, failureMessages.join('\n')));
  });
  const times = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ name: `${path.relative(root, name)} › ${fullName}`, ms: duration ?? 0 })),
  );
  return { passed: report.numPassedTests, failures, skipped: report.numPendingTests, times };
}

const error = z.object({ message: z.string().default('') });
const playwrightTest = z.object({
  status: z.string(),
  projectName: z.string().default(''),
  results: z.array(z.object({ errors: z.array(error), duration: z.number().default(0) })),
});
const playwrightSuite = z.object({
  specs: z.array(z.object({ file: z.string(), title: z.string(), tests: z.array(playwrightTest) })),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), skipped: z.number() }),
  errors: z.array(error),
});

/** Reads Playwright's JSON report. A test that passed only on a second try has failed. */
export function readPlaywrightReport(file: string): Tally {
  const { suites, stats, errors } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  const outside = errors.map(({ message }) => describeFailure('outside of any test', message));
  return {
    passed: stats.expected,
    failures: [...suites.flatMap(collectFailures), ...outside],
    skipped: stats.skipped,
    times: suites.flatMap(collectTimes),
  };
}

function collectTimes({ specs, suites = [] }: z.infer<typeof playwrightSuite>): Tally['times'] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `${[projectName, file].filter((part) => part !== '').join(' ')} › ${title}`,
      ms: results.reduce((total, { duration }) => total + duration, 0),
    })),
  );
  return [...own, ...suites.flatMap(collectTimes)];
}

function collectFailures({ specs, suites = [] }: z.infer<typeof playwrightSuite>): readonly string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        describeFailure(`${file} › ${title}`, results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n')),
      ),
  );
  return [...own, ...suites.flatMap(collectFailures)];
}

/** Returns a name and the first lines of its message. The whole message is further up in the output. */
function describeFailure(name: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 12);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
