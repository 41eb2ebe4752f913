import { ok, type Result } from '../../contract/failure.ts';
import type { Profile, ProfilePreview } from '../../contract/profile.ts';
import type { Core } from '../../core/create-core.ts';
import { escapeHiddenCharacters, type Dialogs } from '../dialogs.ts';
import { hostText } from '../text.ts';
import { describeAuthority } from './authority-files.ts';
import { fileKinds, readChosenFile, saveFile, type SavedFile } from './chosen-files.ts';

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
