import { expect, test } from 'vitest';
import type { Failure } from '../../../electron/contract/failure.ts';
import { failureTexts, type FailureReason } from '../../../electron/contract/failures/catalogue.ts';
import type { RenderedFailure } from '../../../electron/contract/failures/define.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { renderFailure, type Place } from '../../../electron/contract/failures/render-failure.ts';
import { schemaProblemNames } from '../../../electron/contract/failures/tools.ts';
import { networkFailure } from '../../../electron/core/upstream/upstream.ts';
import { failuresWithoutDetail, placeholderFailure } from '../../support/placeholder-failure.ts';

const sites = ['instance', 'behind-tunnel', 'straight', 'proxy'] as const;
const terminal: readonly Place[] = [{ surface: 'terminal' }, ...sites.map((site) => ({ surface: 'terminal', site }) as const)];
const places: readonly Place[] = [
  { surface: 'window' },
  { surface: 'api' },
  ...sites.map((site) => ({ surface: 'check', site }) as const),
  ...terminal,
];

/** What a text shows if one of its parameters is missing or isn't text. */
const unfilled = /undefined|NaN|\[object|\$\{/;

/** Names of what only the window has. */
const windowOnly =
  /Connection screen|under Connection|Connection >|(?<!user menu > )Settings >|Help menu|run the connection check(?! with --check)|until you quit|switch to (?:Proxy|Direct)/i;

const reasons = (Object.keys(failureTexts) as FailureReason[]).filter((reason) => reason !== 'recorded'); // written by others

test.each(reasons)('%s says what happened in one sentence, and what to do in another that its reader can follow', (reason) => {
  for (const variant of variantsOf(reason))
    for (const place of places) {
      const { message, remedy } = rendered(variant, place);
      expect(message + remedy).not.toMatch(unfilled);
      expect(sentences(message), message).toBe(1);
      expect(message).toMatch(end);
      expect(sentences(remedy), remedy).toBe(remedy === '' ? 0 : 1);
      expect(remedy === '' || end.test(remedy), remedy).toBe(true);
      // the answer may not have begun, and that of a run's cell can't be continued
      expect(message + remedy).not.toMatch(/partial answer/i);
      expect(place.surface === 'terminal' && windowOnly.test(remedy), remedy).toBe(false);
    }
});

test('suggests the flag that helps in a terminal', () => {
  const remedyOf = (shown: Failure): string => renderFailure(shown, { surface: 'terminal' }).remedy;
  expect(remedyOf(failure('no-keychain', { detail: '' }))).toContain('--passphrase-env');
  expect(remedyOf(failure('host-key-changed', { hop: 'lab', locations: [], commands: [] }))).toContain('--host-key');
  expect(remedyOf(failure('host-key-not-trusted', { hop: 'lab' }))).toContain('--host-key');
  expect(remedyOf(failure('sign-in-rejected', { hop: 'lab', login: 'ada', tried: ['password'], notes: [] }))).toMatch(
    /--password-env.*--passphrase-env/,
  );
  expect(remedyOf(failure('sign-in-dismissed', { hop: 'lab', tried: [], notes: [] }))).toContain('--password-env');
  expect(remedyOf(failure('certificate-not-trusted', { host: 'lab' }))).toContain('--ca-file');
  expect(remedyOf(failure('ca-file-missing', { file: 'ca.pem' }))).toContain('--ca-file');
  const remedyFor = (code: string): string => remedyOf(networkFailure(Object.assign(new Error(code), { code }), 'lab'));
  expect(remedyFor('ETIMEDOUT')).toContain('--connect-seconds');
  expect(remedyFor('UND_ERR_HEADERS_TIMEOUT')).toContain('--first-byte-seconds');
  expect(remedyFor('UND_ERR_BODY_TIMEOUT')).toContain('--idle-seconds');
});

/** A full stop, a quotation that ends with its own, or a parameter that is a whole sentence. */
const end = /[.”›]$/;

function rendered(shown: Failure, place: Place): RenderedFailure {
  const { message, remedy } = renderFailure(shown, place);
  return { message: message.concat(''), remedy: remedy.concat('') }; // a placeholder alone is no plain string
}

function sentences(text: string): number {
  return text.split(/[.!?](?=\s+\p{Lu}|$)/u).filter((sentence) => sentence.trim() !== '').length;
}

/** Returns the failure with all its details, without one of them that is optional, and with each value that selects a text. */
function variantsOf(reason: FailureReason): readonly Failure[] {
  if (reason === 'tool-schema-invalid') return schemaProblemNames.map((problem) => placeholderFailure(reason, { problem }));
  const ofDatabases = reason.startsWith('database-') ? [placeholderFailure(reason, { database: 'runs' })] : [];
  return [placeholderFailure(reason), ...failuresWithoutDetail(reason), ...ofDatabases];
}
