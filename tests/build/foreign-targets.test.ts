import { expect, test } from 'vitest';
import { findForeignTargets } from '../../build/steps/foreign-targets.ts';

const laptop = { platform: 'darwin', arch: 'arm64' } as const;

// catches packages that save no secrets, because keytar's native part in them is for another system
test.each([
  ['--x64', ['x64']],
  ['--universal', ['universal']],
  ['--win --arm64', ['win']],
  ['-wl', ['w', 'l']],
  ['--linux deb:x64', ['linux', 'x64']],
  ['--mac dmg zip --arm64', []],
  ['--dir --output /tmp/x64', []],
  ['', []],
])('finds the foreign targets of %j on Apple Silicon', (command, foreign) =>
  expect(findForeignTargets(command.split(' ').filter(Boolean), laptop)).toEqual(foreign),
);
