import { ok } from '../../contract/failure.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { kinds } from './file-kinds.ts';
import type { SavedFile } from './save-file.ts';

/** Asks for a file with certificate authorities; whether it holds any is seen when a profile uses it. */
export async function chooseAuthorities(dialogs: Pick<Dialogs, 'chooseFileToOpen'>): Promise<SavedFile> {
  return ok({ file: await dialogs.chooseFileToOpen('Choose certificate authorities', [kinds.certificates, kinds.any]) });
}
