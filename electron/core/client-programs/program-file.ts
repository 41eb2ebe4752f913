import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { ProgramChange } from '../../contract/local-api.ts';
import { writeAtomically } from '../shared/atomic-file.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';
import { renameFile } from '../shared/rename-file.ts';
import { maskSecretShapes } from '../shared/redactor.ts';
import type { ConfiguredProgram, SetUpFacts } from './configured-programs.ts';
import { readJsonc, setInJsonc } from './edit-jsonc.ts';

/** Reads a program's file. Null if there is none. Fails if Causeway can't replace it. */
export async function readProgramFile(file: string): Promise<Result<string | null>> {
  try {
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) return fail('client-program-file-link', { file, target: await readlink(file) });
    // As root, everything can be written.
    if ((stats.mode & 0o222) === 0) return fail('client-program-file-read-only', { file });
    return ok(await readFile(file, 'utf8'));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? ok(null) : fail('file-unreadable', { name: file });
  }
}

/** Stands for the key in what is shown, because it is created once the user has approved. */
export const shownKey = 'NEW-LOCAL-KEY';

type Line = ProgramChange['difference'][number];

/** The text of a program's file after its set-up, and the lines that differ. */
export function planSetUp(
  { title, edits }: ConfiguredProgram,
  file: string,
  before: string | null,
  facts: SetUpFacts,
): Result<{ readonly after: string; readonly difference: readonly Line[] }> {
  let after = before ?? '';
  const difference: Line[] = [];
  for (const { path: place, value, isInitial } of edits(facts)) {
    if (isInitial && readJsonc(after, place) !== undefined) continue;
    const next = setInJsonc(after, place, value);
    if (next === undefined) return fail('client-program-file-not-json', { file, title });
    difference.push(...differentLines(after, next));
    after = next;
  }
  return ok({ after, difference: before === null ? differentLines('', after) : difference });
}

/** Returns the lines between the first and the last that differ. */
function differentLines(before: string, after: string): readonly Line[] {
  const [old, now] = [toLines(before), toLines(after)];
  const first = now.findIndex((line, index) => line !== old[index]);
  const start = first < 0 ? now.length : first;
  let same = 0;
  while (same < Math.min(old.length, now.length) - start && old.at(-1 - same) === now.at(-1 - same)) same += 1;
  const show = (lines: readonly string[], isAdded: boolean): readonly Line[] =>
    lines.slice(start, lines.length - same).map((line) => ({
      isAdded,
      text: maskSecretShapes(line, (found) => found.includes(shownKey)),
    }));
  return [...show(old, false), ...show(now, true)];
}

function toLines(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** Writes a program's file, and saves the one before beside it if `copies`. Returns the path of the copy. */
export async function replaceProgramFile(file: string, text: string, copies: boolean, now: Date): Promise<Result<string | null>> {
  const backup = `${file}.before-causeway-${now.toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    if (copies) await copyFile(file, backup, constants.COPYFILE_EXCL);
    await writeAtomically(file, text);
    return ok(copies ? backup : null);
  } catch (error) {
    return fail('file-not-saved', { file, detail: errorMessage(error) });
  }
}

/** Puts the saved file back, with the permissions it had. */
export async function restoreProgramFile(file: string, backup: string | null): Promise<Result<undefined>> {
  try {
    await (backup === null ? rm(file) : renameFile(backup, file));
    return ok(undefined);
  } catch (error) {
    return fail('file-not-saved', { file, detail: errorMessage(error) });
  }
}
