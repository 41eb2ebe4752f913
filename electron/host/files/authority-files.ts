import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Core } from '../../core/create-core.ts';
import { escapeHiddenCharacters, type ChosenFile, type Dialogs } from '../dialogs.ts';
import { hostText } from '../text.ts';
import { fileKinds, type SavedFile } from './chosen-files.ts';

type AuthorityExchange = Pick<Core['profileExchange'], 'readAuthorities' | 'saveAuthorities'>;

const [title, offered, maxBytes] = [hostText.files.chooseAuthorities, [fileKinds.certificates, fileKinds.any], 1_000_000];

/** Lets the user choose a file with certificate authorities. Its content is checked when a profile uses it. */
export async function chooseAuthorities(dialogs: Pick<Dialogs, 'chooseFileToOpen'>): Promise<SavedFile> {
  const chosen = await dialogs.chooseFileToOpen(title, offered, maxBytes);
  return chosen.ok ? ok({ file: chosen.value?.path ?? null }) : chosen;
}

/**
 * Copies the certificate authorities of a file into the data folder, for shells where a page uploads the file. The user
 * confirms the content, because the page could have made it up.
 */
export async function importAuthorities(
  exchange: AuthorityExchange,
  dialogs: Pick<Dialogs, 'chooseFileToOpen' | 'confirm'>,
): Promise<SavedFile> {
  const chosen = await dialogs.chooseFileToOpen(title, offered, maxBytes);
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok({ file: null }) : chosen;
  const authorities = await readAndRelease(exchange, chosen.value);
  if (!authorities.ok) return authorities;
  const details = authorityDetails(authorities.value);
  if (!details.ok) return details;
  const isYes = await dialogs.confirm({
    message: hostText.trustAuthorities.message(authorities.value.length),
    detail: hostText.trustAuthorities.detail(details.value, authorities.value.length),
    yes: hostText.trustAuthorities.yes,
  });
  if (!isYes) return ok({ file: null });
  const saved = await exchange.saveAuthorities(authorities.value);
  return saved.ok ? ok({ file: saved.value }) : saved;
}

async function readAndRelease(
  { readAuthorities }: AuthorityExchange,
  { path, release }: ChosenFile,
): ReturnType<AuthorityExchange['readAuthorities']> {
  try {
    return await readAuthorities(path);
  } finally {
    await release();
  }
}

type Authority = Extract<ReturnType<Core['profileExchange']['read']>, { ok: true }>['value']['authorities'][number];

/** More would not fit on a small screen. */
const maxShown = { authorities: 4, subject: 300 };

/**
 * Describes certificate authorities by subject, SHA-256 and expiry. Fails if they can't all be shown, because the user must
 * see everything they agree to.
 */
export function authorityDetails(authorities: readonly Authority[]): Result<string> {
  const shown = authorities.map(({ subject, fingerprint, validTo }) => ({
    subject: escapeHiddenCharacters(subject),
    fingerprint,
    validTo,
  }));
  if (shown.length > maxShown.authorities || shown.some(({ subject }) => subject.length > maxShown.subject)) {
    return fail('authorities-not-shown', { most: maxShown.authorities });
  }
  return ok(
    shown.map(({ subject, fingerprint, validTo }) => hostText.trustAuthorities.authority(subject, fingerprint, validTo)).join('\n\n'),
  );
}
