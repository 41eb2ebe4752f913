import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

// catches a clone by Git for Windows, whose line ends fail the format check and tests that compare files
test('checks text files out with LF on every system', () => {
  const attributes = execFileSync('git', ['check-attr', 'text', 'eol', '--', 'README.md'], { encoding: 'utf8' });
  expect(attributes).toBe('README.md: text: auto\nREADME.md: eol: lf\n');
});
