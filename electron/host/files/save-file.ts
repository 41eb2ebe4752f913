import { writeFile } from 'node:fs/promises';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Dialogs, FileKind, SaveTarget } from '../dialogs/dialogs.ts';

/** The file that was saved; null where the user cancelled. */
export type SavedFile = Result<{ readonly file: string | null }>;

/** What is to be saved. */
export interface FileToSave {
  readonly dialogs: Pick<Dialogs, 'chooseFileToSave'>;
  readonly title: string;
  readonly suggestedName: string;
  readonly kind: FileKind;
  /** Made only once the user has said where. */
  readonly content: () => string | Uint8Array | Promise<string | Uint8Array>;
  readonly onError?: (error: unknown) => void;
}

/** Asks where, makes the content, and writes it there. */
export async function saveFile({ dialogs, title, suggestedName, kind, content, onError }: FileToSave): Promise<SavedFile> {
  const target = await dialogs.chooseFileToSave(title, suggestedName, kind);
  if (target === null) return ok({ file: null });
  try {
    await writeFile(target.path, await content());
  } catch (error) {
    onError?.(error);
    return handOver(target, failed('storage', `${target.path} could not be written.`, 'Choose another folder.'));
  }
  return handOver(target, ok(undefined));
}

/** Gives the user what was written, or removes what is left of it. */
export async function handOver(target: SaveTarget, written: Result<unknown>): Promise<SavedFile> {
  if (written.ok) return ok({ file: await target.deliver() });
  await target.discard();
  return written;
}
