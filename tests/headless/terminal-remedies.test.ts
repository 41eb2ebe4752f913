import { expect, test } from 'vitest';
import type { Failure } from '../../electron/contract/failure.ts';
import { failureTexts, type FailureReason } from '../../electron/contract/failures/catalogue.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { renderFailure } from '../../electron/contract/failures/render-failure.ts';
import { networkFailure } from '../../electron/core/upstream/upstream.ts';
import { placeholderFailure } from '../support/placeholder-failure.ts';

/** Words that refer to the window. */
const ofTheWindow =
  /Connection screen|Connection >|(?<!user menu > )Settings >|Help menu|run the connection check(?! with --check)|until you quit|switch to (?:Proxy|Direct)/i;

const remedyOf = (shown: Failure): string => renderFailure(shown, { surface: 'terminal' }).remedy;

const reasons = (Object.keys(failureTexts) as readonly FailureReason[]).filter((reason) => reason !== 'recorded'); // written by others

// catches advice that nobody at a terminal can follow
test.each(reasons)('refers to no screen or menu for %s', (reason) => {
  expect(remedyOf(placeholderFailure(reason))).not.toMatch(ofTheWindow);
});

test('suggests flags for secrets, certificates and the fingerprint of a new instance', () => {
  expect(remedyOf(failure('no-keychain', { detail: '' }))).toContain('--passphrase-env');
  expect(remedyOf(failure('host-key-changed', { hop: 'lab', locations: [], commands: [] }))).toContain('--host-key');
  expect(remedyOf(failure('host-key-not-trusted', { hop: 'lab' }))).toContain('--host-key');
  expect(remedyOf(failure('sign-in-rejected', { hop: 'lab', login: 'ada', tried: ['password'], notes: [] }))).toMatch(
    /--password-env.*--passphrase-env/,
  );
  expect(remedyOf(failure('sign-in-dismissed', { hop: 'lab', tried: [], notes: [] }))).toContain('--password-env');
  expect(remedyOf(failure('certificate-not-trusted', { host: 'lab' }))).toContain('--ca-file');
  expect(remedyOf(failure('ca-file-missing', { file: 'ca.pem' }))).toContain('--ca-file');
});

test('suggests flags for timeouts', () => {
  const remedyFor = (code: string): string => remedyOf(networkFailure(Object.assign(new Error(code), { code }), 'lab'));
  expect(remedyFor('ETIMEDOUT')).toContain('--connect-seconds');
  expect(remedyFor('UND_ERR_HEADERS_TIMEOUT')).toContain('--first-byte-seconds');
  expect(remedyFor('UND_ERR_BODY_TIMEOUT')).toContain('--idle-seconds');
});
