import { ok, type Result } from '../../contract/failure.ts';
import { fail, failure } from '../../contract/failures/fail.ts';
import { loadDocument, loadPrevious } from '../shared/load-document.ts';
import { profilesFormat, type StoredProfiles } from './profiles-format.ts';

/**
 * Reads the profiles of a data folder, or the previous ones if the file is damaged or missing. Changes no file, not even a damaged one,
 * because the window may be using them.
 */
export async function readStoredProfiles(folder: string): Promise<Result<StoredProfiles>> {
  const format = profilesFormat(folder);
  const { file } = format;
  const loaded = await loadDocument(format);
  switch (loaded.kind) {
    case 'good':
      return ok(loaded.value);
    case 'newer':
      return fail('profile-file-unusable', { file, cause: failure('profile-file-newer') });
    case 'unreadable':
      return fail('file-unreadable', { name: file });
    case 'absent':
    case 'damaged': {
      const previous = await loadPrevious(format);
      if (previous.kind === 'good') return ok(previous.value);
      return loaded.kind === 'absent' ? ok(format.initial) : fail('stored-profiles-damaged', { file });
    }
  }
}
