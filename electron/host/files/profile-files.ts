import { ok, type Result } from '../../contract/failure.ts';
import type { Profile, ProfilePreview, Authority } from '../../contract/profile.ts';
import type { Core } from '../../core/create-core.ts';
import { escapeHiddenCharacters, type Dialogs } from '../dialogs.ts';
import { hostText } from '../text.ts';
import { fileKinds, readChosenFile, saveFile, type SavedFile } from './chosen-files.ts';

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
function describeAuthority({ subject, fingerprint, validTo }: Authority): Authority {
  return { subject: escapeHiddenCharacters(subject), fingerprint, validTo };
}

type Exchange = Core['profileExchange'];

/** Exports a profile to a file. Profiles contain no secrets. */
export async function exportProfile(exchange: Exchange, dialogs: Dialogs, id: string): Promise<SavedFile> {
  const written = await exchange.write(id);
  if (!written.ok) return written;
  const { name, text } = written.value;
  return saveFile({ dialogs, title: hostText.files.exportProfile, suggestedName: name, kind: fileKinds.json, content: () => text });
}

/** Reads a profile from a text, or from a file the user chooses if the text is null. The window shows it before `importProfile`. */
export async function readProfile(
  exchange: Exchange,
  dialogs: Dialogs,
  providedText: string | null,
): Promise<Result<ProfilePreview | null>> {
  const text =
    providedText === null ? await readChosenFile(dialogs, hostText.files.importProfile, [fileKinds.json], 1_000_000) : ok(providedText);
  if (!text.ok || text.value === null) return text.ok ? ok(null) : text;
  const read = exchange.read(text.value);
  if (!read.ok) return read;
  const { service, instance } = read.value.draft;
  return ok({
    text: text.value,
    name: escapeHiddenCharacters(service.name),
    baseUrl: escapeHiddenCharacters(service.baseUrl),
    inferenceServer: service.inferenceServer && escapeHiddenCharacters(service.inferenceServer),
    instance: instance && escapeHiddenCharacters(`${instance.login}@${instance.host}:${instance.port}`),
    authorities: read.value.authorities.map(describeAuthority),
  });
}

/** Adds a profile and trusts its certificate authorities, which the user has seen. */
export async function importProfile(exchange: Exchange, text: string): Promise<Result<Profile>> {
  const read = exchange.read(text);
  return read.ok ? exchange.add(read.value) : read;
}
