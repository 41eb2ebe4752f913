import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Core } from '../core/create-core.ts';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import type { Recipe, TableOptions } from '../contract/run-recipe.ts';
import type { RunDetails } from '../contract/runs.ts';

interface InputFiles {
  readonly recipe: string;
  readonly rows: string;
}

/** Finds the run with the same recipe and rows, or creates it and reads the rows. */
export async function prepareRun({ runs }: Core, files: InputFiles, signal: AbortSignal): Promise<Result<RunDetails>> {
  let recipe: string;
  let fingerprint: string;
  try {
    recipe = await readFile(files.recipe, 'utf8');
    const hash = createHash('sha256').update(recipe).update('\0');
    await pipeline(createReadStream(files.rows), hash);
    fingerprint = hash.digest('hex');
  } catch (error) {
    return unreadable(error);
  }
  const found = await runs.findByFingerprint(fingerprint);
  if (!found.ok) return found;
  if (found.value && found.value.rows > 0) return ok(found.value);

  const created = found.value ? ok(found.value) : await runs.createFromText(recipe, fingerprint);
  if (!created.ok) return created;
  const file = path.resolve(files.rows);
  const source = await runs.addSource({ path: file, name: path.basename(file), hasFolder: true, release: async () => undefined });
  if (!source.ok) return source;
  let options: TableOptions;
  try {
    options = await chooseOptions(created.value.recipe, source.value.detected, file);
  } catch (error) {
    return unreadable(error);
  }
  return runs.readTable({ id: created.value.id, sourceId: source.value.id, options }, { signal });
}

function unreadable(error: unknown): Result<never> {
  return fail('run-files-unreadable', { detail: error instanceof Error ? error.message : String(error) });
}

/** Returns the options of the recipe if the file has the same format, and otherwise the detected ones. A certain encoding is used in any case. */
async function chooseOptions({ data }: Recipe, detected: TableOptions, file: string): Promise<TableOptions> {
  if (!data || data.format !== detected.format) return detected;
  const { fileName: _name, ...options } = data;
  return (await isUnicode(file, detected)) ? { ...options, encoding: detected.encoding } : options;
}

/** Returns whether a file is certain to be UTF-16 or UTF-8. Text in another encoding isn't valid UTF-8 by chance, unless it is only ASCII. */
async function isUnicode(file: string, { encoding }: TableOptions): Promise<boolean> {
  if (encoding.startsWith('utf-16')) return true;
  if (encoding !== 'utf-8') return false;
  for await (const piece of createReadStream(file)) {
    if (Buffer.isBuffer(piece) && !isAscii(piece)) return startsWithUtf8(piece);
  }
  return false;
}

/** Returns whether bytes are UTF-8. They may end inside a character. */
function startsWithUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
