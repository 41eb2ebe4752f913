import { open, realpath, stat, writeFile } from 'node:fs/promises';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/start.ts';
import { writeAtomically, writeFailure } from '../../core/program-start.ts';
import { hostText } from '../text.ts';
import type { FileKind, Dialogs, SaveTarget, ChosenFile } from '../dialogs.ts';

/** File types that can be saved and opened. */
export const fileKinds = {
  json: { name: hostText.files.kinds.json, extensions: ['json'] },
  zip: { name: hostText.files.kinds.zip, extensions: ['zip'] },
  markdown: { name: hostText.files.kinds.markdown, extensions: ['md'] },
  text: { name: hostText.files.kinds.text, extensions: ['txt'] },
  html: { name: hostText.files.kinds.html, extensions: ['html'] },
  pdf: { name: hostText.files.kinds.pdf, extensions: ['pdf'] },
  ndjson: { name: hostText.files.kinds.ndjson, extensions: ['ndjson'] },
  har: { name: hostText.files.kinds.har, extensions: ['har'] },
  csv: { name: hostText.files.kinds.csv, extensions: ['csv'] },
  jsonl: { name: hostText.files.kinds.jsonl, extensions: ['jsonl'] },
  xlsx: { name: hostText.files.kinds.xlsx, extensions: ['xlsx'] },
  tables: { name: hostText.files.kinds.tables, extensions: ['csv', 'tsv', 'txt', 'jsonl', 'ndjson', 'json', 'xlsx'] },
  certificates: { name: hostText.files.kinds.certificates, extensions: ['pem', 'crt', 'cer'] },
  any: { name: hostText.files.kinds.any, extensions: ['*'] },
} as const satisfies Record<string, FileKind>;

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a file name that is valid on every system, derived from a title. */
export function fileName(name: string, extension: string, fallback: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 70) // at most 210 bytes: systems allow 255, and a file has a longer name until it is complete
    .replace(/\p{Cs}$/u, '') // half of a character
    .replaceAll(/^[\s.-]+|[\s.-]+$/g, '');
  return `${safe === '' || reserved.test(safe) ? fallback : safe}.${extension}`;
}

/** Returns a file name with the date of today, by the user's clock. */
export function datedFileName(name: string, extension: string): string {
  return `${name}-${new Date().toLocaleDateString('sv')}.${extension}`; // Swedish dates are those of ISO 8601
}

/** The saved file, or null if the user cancelled. */
export type SavedFile = Result<{ readonly file: string | null }>;

/** A file to save, and the dialog that asks where. */
export interface FileToSave {
  readonly dialogs: Pick<Dialogs, 'chooseFileToSave'>;
  readonly title: string;
  readonly suggestedName: string;
  readonly kind: FileKind;
  /** Called only after the user has chosen where to save. */
  readonly content: () => string | Uint8Array | Promise<string | Uint8Array>;
  readonly onError?: (error: unknown) => void;
}

/** Asks where to save, then creates and writes the content. */
export async function saveFile({ dialogs, title, suggestedName, kind, content, onError }: FileToSave): Promise<SavedFile> {
  const target = await dialogs.chooseFileToSave(title, suggestedName, kind);
  if (target === null) return ok({ file: null });
  try {
    await writeWhole(target.path, await content());
  } catch (error) {
    onError?.(error);
    return deliverFile(target, writeFailure(error, target.path, fail('file-not-written', { file: target.path })));
  }
  return deliverFile(target, ok(undefined));
}

/** Replaces a file only once its content is complete. A link stays one. */
async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (!existing) await writeAtomically(file, content);
  else if (existing.isFile()) await writeAtomically(await realpath(file), content, existing);
  else await writeFile(file, content); // a device such as /dev/stdout would be replaced by a file
}

/** Delivers a written file, or removes its remains if writing failed. */
export async function deliverFile(target: SaveTarget, written: Result<unknown>): Promise<SavedFile> {
  if (written.ok) return ok({ file: await target.deliver() });
  await target.discard();
  return written;
}

/** Lets the user choose a file and reads its text. Returns null if the user cancels. */
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

/** Returns the failure for a file above the size limit. */
export function fileTooLarge(name: string, maxBytes: number): Result<never> {
  return fail('file-too-large', { name, megabytes: maxBytes / 1_000_000 });
}

async function readText({ path, name }: ChosenFile, maxBytes: number): Promise<Result<string>> {
  try {
    const handle = await open(path);
    try {
      const { size } = await handle.stat();
      return size > maxBytes ? fileTooLarge(name, maxBytes) : ok(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch {
    return fail('file-unreadable', { name });
  }
}
