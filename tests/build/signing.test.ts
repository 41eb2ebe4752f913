import { expect, test } from 'vitest';
import { describeMissingSignatures, withoutEmptyVariables } from '../../build/steps/signing.ts';

test.each([
  { platform: 'linux', environment: {}, lines: [] },
  { platform: 'win32', environment: {}, lines: ['Not signed for Windows'] },
  { platform: 'win32', environment: { WIN_CSC_LINK: 'cert' }, lines: [] },
  { platform: 'darwin', environment: { CSC_LINK: '' }, lines: ['Signed for macOS ad hoc'] },
  { platform: 'darwin', environment: { CSC_LINK: 'cert' }, lines: ['Not notarized'] },
  { platform: 'darwin', environment: { CSC_NAME: 'The Lab', APPLE_ID: 'lab' }, lines: [] },
] as const)('on $platform with $environment says $lines', ({ platform, environment, lines }) => {
  expect(describeMissingSignatures(platform, environment)).toEqual(lines.map((line) => expect.stringContaining(line)));
});

// catches a build for macOS that fails for a certificate without a name
test('leaves out the variables of missing secrets', () =>
  expect(withoutEmptyVariables({ CSC_LINK: '', CSC_NAME: 'The Lab' })).toEqual({ CSC_NAME: 'The Lab' }));
