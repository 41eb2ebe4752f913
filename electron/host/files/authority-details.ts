import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Core } from '../../core/create-core.ts';
import { escapeHiddenCharacters } from '../dialogs/escape-hidden-characters.ts';

type Authority = Extract<ReturnType<Core['profileExchange']['read']>, { ok: true }>['value']['authorities'][number];

/** More would not fit on a small screen. */
const most = { authorities: 4, subject: 300 };

/** What a person needs to tell certificate authorities apart: subject, SHA-256 and end of each. All of them, or none can be agreed to. */
export function authorityDetails(authorities: readonly Authority[]): Result<string> {
  const shown = authorities.map(({ subject, fingerprint, validTo }) => ({
    subject: escapeHiddenCharacters(subject),
    fingerprint,
    validTo,
  }));
  if (shown.length > most.authorities || shown.some(({ subject }) => subject.length > most.subject)) {
    return failed(
      'unsupported',
      'There are more certificate authorities, or longer names of them, than can be shown at once.',
      `Ask for a file with at most ${most.authorities}.`,
    );
  }
  return ok(shown.map(({ subject, fingerprint, validTo }) => `${subject}\nSHA-256 ${fingerprint}\nvalid until ${validTo}`).join('\n\n'));
}
