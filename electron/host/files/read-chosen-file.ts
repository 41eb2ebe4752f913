import { open } from 'node:fs/promises';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { ChosenFile, Dialogs, FileKind } from '../dialogs/dialogs.ts';

/** Asks which file and reads its text; null where the user cancelled. */
export async function readChosenFile(
  dialogs: Pick<Dialogs, 'chooseFileToOpen'>,
  title: string,
  kinds: readonly FileKind[],
  maxBytes = 5_000_000,
): Promise<Result<string | null>> {
  const chosen = await dialogs.chooseFileToOpen(title, kinds, maxBytes);
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen;
  try {
    return await readText(chosen.value, maxBytes);
  } finally {
    await chosen.value.release();
  }
}

/** The failure of a file that is larger than what can be made of it. */
export function tooLarge(name: string, maxBytes: number): Result<never> {
  return failed('invalid-input', `${name} is too large for this.`, `Choose a file of at most ${maxBytes / 1_000_000} MB.`);
}

async function readText({ path, name }: ChosenFile, maxBytes: number): Promise<Result<string>> {
  try {
    const handle = await open(path);
    try {
      const { size } = await handle.stat();
      return size > maxBytes ? tooLarge(name, maxBytes) : ok(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch {
    return failed('storage', `${name} could not be read.`, 'Check that the file is there and is yours to read.');
  }
}
