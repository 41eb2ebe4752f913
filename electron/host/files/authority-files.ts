import { ok, type Result } from '../../contract/failure.ts';
import type { Authority } from '../../contract/profile.ts';
import type { Core } from '../../core/create-core.ts';
import { escapeHiddenCharacters, type Dialogs } from '../dialogs.ts';
import { hostText } from '../text.ts';
import { fileKinds } from './chosen-files.ts';

type AuthorityExchange = Pick<Core['profileExchange'], 'readAuthorities' | 'saveAuthorities'>;

/** A file with certificate authorities, which the window shows before a profile names the file. */
interface AuthorityFile {
  readonly file: string;
  readonly authorities: readonly Authority[];
}

/** Lets the user choose a file with certificate authorities. An uploaded one is copied into the data folder, the certificates only. */
export async function chooseAuthorities(
  exchange: AuthorityExchange,
  dialogs: Pick<Dialogs, 'chooseFileToOpen'>,
): Promise<Result<AuthorityFile | null>> {
  const offered = [fileKinds.certificates, fileKinds.any];
  const chosen = await dialogs.chooseFileToOpen(hostText.files.chooseAuthorities, offered, 1_000_000);
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen;
  const { path, isCopy, release } = chosen.value;
  try {
    const authorities = await exchange.readAuthorities(path);
    if (!authorities.ok) return authorities;
    const file = isCopy ? await exchange.saveAuthorities(authorities.value) : ok(path);
    return file.ok ? ok({ file: file.value, authorities: authorities.value.map(describeAuthority) }) : file;
  } finally {
    await release();
  }
}

/** Returns what a user compares. The name comes from the authority, so its characters may be misleading. */
export function describeAuthority({ subject, fingerprint, validTo }: Authority): Authority {
  return { subject: escapeHiddenCharacters(subject), fingerprint, validTo };
}
