import { expect, test } from 'vitest';
import { acceptRuntimeFlag, isRuntimeAccepted } from '../../../electron/shell/desktop/start-flags.ts';

// catches a shortcut on the desktop that consents for the user
test('accepts an unofficial Electron by flag, except when packaged', () => {
  expect(isRuntimeAccepted(['causeway', acceptRuntimeFlag], false)).toBe(true);
  expect(isRuntimeAccepted(['causeway'], false)).toBe(false);
  expect(isRuntimeAccepted(['causeway', acceptRuntimeFlag], true)).toBe(false);
});
