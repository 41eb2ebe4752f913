import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { closingLine, readPlaywrightReport, readVitestReport, sum } from '../../build/steps/tally.ts';
import { root } from '../../build/set-up/places.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function reportFile(content: unknown): Promise<string> {
  const file = path.join(await temporaryFolder(), 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

test('the closing line counts all suites together, names what was left out, and stands below what failed', () => {
  const total = sum([
    { passed: 3, failures: [], skipped: 0 },
    { passed: 4, failures: ['a.test.ts › adds'], skipped: 2 },
  ]);
  expect(closingLine(total)).toBe('✗ a.test.ts › adds\n7 passed, 1 failed, 2 skipped');
  expect(closingLine({ passed: 7, failures: [], skipped: 0 })).toBe('7 passed, 0 failed');
});

test('a failed test is named with what it said, without the stack', async () => {
  const file = await reportFile({
    numPassedTests: 1,
    numPendingTests: 0,
    testResults: [
      {
        name: path.join(root, 'tests/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'one', failureMessages: [] },
          { status: 'failed', fullName: 'two', failureMessages: ['Error: \u001B[31m1 is not 2\u001B[39m\n    at somewhere.js:1:1'] },
        ],
      },
    ],
  });
  expect(readVitestReport(file)).toEqual({ passed: 1, failures: ['tests/a.test.ts › two\n    Error: 1 is not 2'], skipped: 0 });
});

test('a test file that broke before its first test is a failure, not nothing', async () => {
  const file = await reportFile({
    numPassedTests: 0,
    numPendingTests: 0,
    testResults: [{ name: path.join(root, 'tests/a.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] }],
  });
  expect(readVitestReport(file)).toEqual({ passed: 0, failures: ['tests/a.test.ts\n    no such module'], skipped: 0 });
});

test('a window test that passed only on a second try is a failure, and so is what broke outside of any', async () => {
  const attempts = [{ errors: [{ message: 'not seen' }] }, { errors: [] }];
  const file = await reportFile({
    suites: [
      { specs: [], suites: [{ specs: [{ file: 'chat.test.ts', title: 'sends', tests: [{ status: 'flaky', results: attempts }] }] }] },
    ],
    stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 },
    errors: [{ message: 'no browser' }],
  });
  expect(readPlaywrightReport(file)).toEqual({
    passed: 5,
    failures: ['chat.test.ts › sends\n    not seen', 'outside of any test\n    no browser'],
    skipped: 0,
  });
});
