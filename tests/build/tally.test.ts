import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { closingLine, describeSlowest, readPlaywrightReport, readVitestReport, sum } from '../../build/steps/tally.ts';
import { root } from '../../build/set-up/places.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function reportFile(content: unknown): Promise<string> {
  const file = path.join(await temporaryFolder(), 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

test('prints the failures, then the counts of all suites with the skipped tests', () => {
  const total = sum([
    { passed: 3, failures: [], skipped: 0, times: [] },
    { passed: 4, failures: ['a.test.ts › adds'], skipped: 2, times: [] },
  ]);
  expect(closingLine(total)).toBe('✗ a.test.ts › adds\n7 passed, 1 failed, 2 skipped');
  expect(closingLine({ passed: 7, failures: [], skipped: 0 })).toBe('7 passed, 0 failed');
});

test('reports a failed test with its message, without the stack', async () => {
  const file = await reportFile({
    numPassedTests: 1,
    numPendingTests: 0,
    testResults: [
      {
        name: path.join(root, 'tests/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'one', failureMessages: [], duration: 12 },
          {
            status: 'failed',
            fullName: 'two',
            duration: 3,
            failureMessages: ['Error: \u001B[31m1 is not 2\u001B[39m\n    at somewhere.js:1:1'],
          },
        ],
      },
    ],
  });
  expect(readVitestReport(file)).toEqual({
    passed: 1,
    failures: ['tests/a.test.ts › two\n    Error: 1 is not 2'],
    skipped: 0,
    times: [
      { name: 'tests/a.test.ts › one', ms: 12 },
      { name: 'tests/a.test.ts › two', ms: 3 },
    ],
  });
});

test('counts a test file that broke before its first test as a failure', async () => {
  const file = await reportFile({
    numPassedTests: 0,
    numPendingTests: 0,
    testResults: [{ name: path.join(root, 'tests/a.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] }],
  });
  expect(readVitestReport(file)).toEqual({ passed: 0, failures: ['tests/a.test.ts\n    no such module'], skipped: 0, times: [] });
});

test('counts a window test that passed only on a second try as a failure, and so an error outside of any test', async () => {
  const attempts = [
    { errors: [{ message: 'not seen' }], duration: 40 },
    { errors: [], duration: 2 },
  ];
  const file = await reportFile({
    suites: [
      {
        specs: [],
        suites: [
          { specs: [{ file: 'chat.test.ts', title: 'sends', tests: [{ status: 'flaky', projectName: 'browser', results: attempts }] }] },
        ],
      },
    ],
    stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 },
    errors: [{ message: 'no browser' }],
  });
  expect(readPlaywrightReport(file)).toEqual({
    passed: 5,
    failures: ['chat.test.ts › sends\n    not seen', 'outside of any test\n    no browser'],
    skipped: 0,
    times: [{ name: 'browser chat.test.ts › sends', ms: 42 }],
  });
});

test('lists the ten slowest tests, the slowest first', () => {
  const times = Array.from({ length: 12 }, (_, index) => ({ name: `test ${index}`, ms: index * 1000 }));
  const lines = describeSlowest({ passed: 12, failures: [], skipped: 0, times }).split('\n').slice(1);
  expect(lines.map((line) => line.trim())).toEqual(Array.from({ length: 10 }, (_, index) => `${11 - index}.0 s  test ${11 - index}`));
});
