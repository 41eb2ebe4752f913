import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';
import { root } from '../set-up/places.mjs';

/** What a suite came to. Each failure is a name and, on lines of their own, what was said. */
export interface Tally {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly skipped: number;
}

/** The sum of suites. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({ passed: all.passed + one.passed, failures: [...all.failures, ...one.failures], skipped: all.skipped + one.skipped }),
    { passed: 0, failures: [], skipped: 0 },
  );
}

/** The last words of a run: what failed, once more, where it is found without scrolling, and the closing line, which CI reads. */
export function closingLine({ passed, failures, skipped }: Tally): string {
  const closingLine = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...failures.map((failure) => `✗ ${failure}`), closingLine].join('\n');
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
});

/** Reads Vitest's JSON report. A file that failed before its first test counts as one failure. */
export function readVitestReport(file: string): Tally {
  const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const from = path.relative(root, name);
    if (status === 'failed' && assertionResults.length === 0) return [failure(from, message)];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => failure(`${from} › ${fullName}`, failureMessages.join('\n')));
  });
  return { passed: report.numPassedTests, failures, skipped: report.numPendingTests };
}

const error = z.object({ message: z.string().default('') });
const playwrightTest = z.object({ status: z.string(), results: z.array(z.object({ errors: z.array(error) })) });
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
  const outside = errors.map(({ message }) => failure('outside of any test', message));
  return { passed: stats.expected, failures: [...suites.flatMap(failuresOf), ...outside], skipped: stats.skipped };
}

function failuresOf({ specs, suites = [] }: z.infer<typeof playwrightSuite>): readonly string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failure(`${file} › ${title}`, results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n')),
      ),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

/** A name, and the first lines of what was said: enough to know it again; the whole is further up. */
function failure(name: string, said: string): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 12);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
