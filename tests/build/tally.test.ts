import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { closingLine, readPlaywrightReport, readVitestReport, sum } from '../../build/steps/tally.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function reportFile(content: unknown): Promise<string> {
  const file = path.join(await temporaryFolder(), 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

test('the closing line counts all suites together, and names what was left out', () => {
  const total = sum([
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 4, failed: 1, skipped: 2 },
  ]);
  expect(closingLine(total)).toBe('7 passed, 1 failed, 2 skipped');
  expect(closingLine({ passed: 7, failed: 0, skipped: 0 })).toBe('7 passed, 0 failed');
});

test('a test file that broke before its first test is a failure, not nothing', async () => {
  const file = await reportFile({
    numPassedTests: 2,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [] },
    ],
  });
  expect(readVitestReport(file)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});

test('a window test that passed only on a second try is a failure', async () => {
  const file = await reportFile({ stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 }, errors: [] });
  expect(readPlaywrightReport(file)).toEqual({ passed: 5, failed: 1, skipped: 0 });
});
