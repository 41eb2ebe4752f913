import { writeFile } from 'node:fs/promises';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Dialogs, FileKind } from '../dialogs/dialogs.ts';

/** The file that was saved; null where the user withdrew. */
export type SavedFile = Result<{ readonly file: string | null }>;

/** What is to be saved. */
export interface Saving {
  readonly dialogs: Pick<Dialogs, 'chooseFileToSave'>;
  readonly title: string;
  readonly suggestedName: string;
  readonly kind: FileKind;
  /** Made only once the user has said where. */
  readonly content: () => string | Uint8Array | Promise<string | Uint8Array>;
  readonly onError?: (error: unknown) => void;
}

/** Asks where, makes the content, and writes it there. */
export async function saveFile({ dialogs, title, suggestedName, kind, content, onError }: Saving): Promise<SavedFile> {
  const file = await dialogs.chooseFileToSave(title, suggestedName, kind);
  if (file === null) return ok({ file: null });
  try {
    await writeFile(file, await content());
    return ok({ file });
  } catch (error) {
    onError?.(error);
    return failed('storage', `${file} could not be written.`, 'Choose another folder.');
  }
}
