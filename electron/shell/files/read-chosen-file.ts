import { open } from 'node:fs/promises';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Dialogs, FileKind } from '../dialogs/dialogs.ts';

/** Asks which file and reads its text; null where the user withdrew. */
export async function readChosenFile(
  dialogs: Pick<Dialogs, 'chooseFileToOpen'>,
  title: string,
  kind: FileKind,
  maxBytes = 5_000_000,
): Promise<Result<string | null>> {
  const file = await dialogs.chooseFileToOpen(title, [kind]);
  if (file === null) return ok(null);
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) {
        return failed('invalid-input', `${file} is too large for this.`, `Choose a file of at most ${maxBytes / 1_000_000} MB.`);
      }
      return ok(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch {
    return failed('storage', `${file} could not be read.`, 'Check that the file is there and is yours to read.');
  }
}
