import { expect, test } from 'vitest';
import { findLeftOut } from '../../build/steps/other-systems.ts';

const folders = ['browser', 'build', 'core', 'e2e', 'headless', 'host', 'integration', 'renderer', 'shell', 'window'];

test('leaves out nothing on Linux', () => expect(findLeftOut(folders, 'linux')).toEqual([]));

test('finds what a test’s fixtures need', () => {
  const leftOut = findLeftOut(['integration', 'renderer'], 'darwin');
  expect(leftOut).toContainEqual({ file: 'tests/integration/tunnel/transfer.test.ts', need: 'Debian’s OpenSSH server' });
  expect(leftOut.filter(({ file }) => file.startsWith('tests/renderer/'))).toEqual([]);
});

// catches marks that match too much, or nothing any more
test.each([
  { platform: 'darwin', needs: 6 },
  { platform: 'win32', needs: 12 },
] as const)('leaves most unit tests and tests of the desktop program to $platform', ({ platform, needs }) => {
  const leftOut = findLeftOut(folders, platform);
  const share = (folder: string): number => leftOut.filter(({ file }) => file.startsWith(`tests/${folder}/`)).length;
  expect(share('core')).toBeLessThan(40);
  expect(share('e2e')).toBeLessThan(5);
  expect(new Set(leftOut.map(({ need }) => need)).size).toBeGreaterThan(needs / 2);
});
