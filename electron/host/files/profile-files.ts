import { ok, type Result } from '../../contract/failure.ts';
import type { Profile } from '../../contract/profile.ts';
import type { Core } from '../../core/create-core.ts';
import { escapeHiddenCharacters, type Dialogs } from '../dialogs.ts';
import { notAllowed, type UserAnswer } from '../user-activation.ts';
import { describeAddress } from '../user-activation-rules.ts';
import { hostText } from '../text.ts';
import { authorityDetails } from './authority-files.ts';
import { fileKinds, readChosenFile, saveFile, type SavedFile } from './chosen-files.ts';

type Exchange = Core['profileExchange'];

/** Exports a profile to a file. Profiles contain no secrets. */
export async function exportProfile(exchange: Exchange, dialogs: Dialogs, id: string): Promise<SavedFile> {
  const written = await exchange.write(id);
  if (!written.ok) return written;
  const { name, text } = written.value;
  return saveFile({ dialogs, title: hostText.files.exportProfile, suggestedName: name, kind: fileKinds.json, content: () => text });
}

/**
 * Imports a profile from a text, or from a file the user chooses if the text is null. Its certificate authorities are trusted
 * only after the user has seen and confirmed them. `confirmAddress` asks before a profile without any is added, in shells that can't
 * observe the user's clicks.
 */
export async function importProfile(
  exchange: Exchange,
  dialogs: Dialogs,
  providedText: string | null,
  confirmAddress?: (action: string) => Promise<UserAnswer | undefined>,
): Promise<Result<Profile | null>> {
  const text =
    providedText === null ? await readChosenFile(dialogs, hostText.files.importProfile, [fileKinds.json], 1_000_000) : ok(providedText);
  if (!text.ok) return text;
  if (text.value === null) return ok(null);
  const read = exchange.read(text.value);
  if (!read.ok) return read;
  const { draft, authorities } = read.value;
  if (authorities.length === 0) {
    const action = hostText.actions.addProfile(describeAddress(draft.service, draft.instance));
    const answer = confirmAddress ? await confirmAddress(action) : 'yes';
    return answer === 'yes' ? exchange.add(read.value) : notAllowed(answer);
  }

  const details = authorityDetails(authorities);
  if (!details.ok) return details;
  const isYes = await dialogs.confirm({
    // The name comes from the file's author, so the message also shows the host that the authority is trusted for.
    message: hostText.trustAuthorities.messageFor(
      authorities.length,
      escapeHiddenCharacters(draft.service.name),
      describeHost(draft.service.baseUrl),
    ),
    detail: hostText.trustAuthorities.detail(details.value, authorities.length),
    yes: hostText.trustAuthorities.yesAndImport,
  });
  return isYes ? exchange.add(read.value) : ok(null);
}

function describeHost(baseUrl: string): string {
  return URL.parse(baseUrl)?.host || hostText.trustAuthorities.unknownHost;
}
