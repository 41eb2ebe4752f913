import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/start.ts';
import { parseJson, readObject, readNumber } from '../../contract/json.ts';
import { writeAtomically } from './atomic-file.ts';
import { errorCode, errorMessage } from './node-error.ts';
import { renameFile } from './rename-file.ts';

/** Checks the data of a document, as a zod schema does. */
export interface DocumentSchema<T> {
  readonly safeParse: (data: unknown) => { readonly success: true; readonly data: T } | InvalidData;
}

interface InvalidData {
  readonly success: false;
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] };
}

/** The format of a JSON document, with its migrations. */
export interface DocumentFormat<T> {
  readonly file: string;
  readonly version: number;
  readonly schema: DocumentSchema<T>;
  /** `migrations[n]` turns the data of version n into that of version n + 1. */
  readonly migrations?: Readonly<Record<number, (data: unknown) => unknown>>;
  readonly initial: T;
  /** Called when a change isn't saved, because it would make the document invalid. */
  readonly onInvalid?: ReportInvalid | undefined;
}

/** Reports a document that a change would make invalid, for the log. */
export type ReportInvalid = (problem: { readonly file: string; readonly detail: string }) => void;

/** What a document's file has. */
export type LoadedDocument<T> =
  | { readonly kind: 'good'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads a document's file. Changes no file. */
export function loadDocument<T>(format: DocumentFormat<T>): Promise<LoadedDocument<T>> {
  return load(format, format.file);
}

/** Reads the version before the last write. Changes no file. */
export function loadPrevious<T>(format: DocumentFormat<T>): Promise<LoadedDocument<T>> {
  return load(format, previousFile(format.file));
}

export function previousFile(file: string): string {
  return `${file}.previous`;
}

async function load<T>(format: DocumentFormat<T>, file: string): Promise<LoadedDocument<T>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { kind: 'absent' };
    return { kind: 'unreadable', reason: errorMessage(error) };
  }
  const envelope = readObject(parseJson(text));
  const version = readNumber(envelope?.['version']);
  if (version === undefined || !Number.isInteger(version) || version < 1) return { kind: 'damaged' };
  if (version > format.version) return { kind: 'newer', version };
  const parsed = format.schema.safeParse(migrate(format, version, envelope?.['data']));
  return parsed.success ? { kind: 'good', value: parsed.data } : { kind: 'damaged' };
}

function migrate<T>(format: DocumentFormat<T>, from: number, data: unknown): unknown {
  let migrated = data;
  for (let version = from; version < format.version; version += 1) {
    migrated = format.migrations?.[version]?.(migrated);
  }
  return migrated;
}

/** A problem found while opening a document. The program continues and notifies the user. */
export type DocumentProblem =
  | { readonly kind: 'damaged'; readonly setAside: string; readonly restored: 'previous' | 'initial' }
  | { readonly kind: 'missing'; readonly file: string }
  | { readonly kind: 'newer'; readonly file: string; readonly version: number }
  | { readonly kind: 'unreadable'; readonly file: string; readonly reason: string };

/** A value in memory and its file, which no other process writes. */
export interface StoredDocument<T> {
  readonly problem: DocumentProblem | undefined;
  readonly read: () => T;
  /**
   * Changes the value in memory at once. Resolves when the change is on disk, or with a failure. One that makes the document invalid is
   * refused. One that can't be written stays in memory, and is written with the next.
   */
  readonly change: (edit: (value: T) => T) => Promise<Result<undefined>>;
  /** Replaces the whole value. */
  readonly write: (value: T) => Promise<Result<undefined>>;
  /** Resolves when all writes so far are on disk or have failed. */
  readonly settled: () => Promise<void>;
}

/** Opens a document. A damaged file is moved aside. The previous version replaces a damaged or missing one. */
export async function openDocument<T>(format: DocumentFormat<T>): Promise<StoredDocument<T>> {
  const { file } = format;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const { value, problem } = await recover(format, await loadDocument(format));
  let current = value;
  let text = textOf(format, value);
  let writing: Promise<unknown> = Promise.resolve();
  /** A write that has not begun, which includes later changes. */
  let waiting: Promise<Result<undefined>> | undefined;

  const save = async (): Promise<Result<undefined>> => {
    waiting = undefined;
    try {
      await keepPrevious(file);
      await writeAtomically(file, text);
      return ok(undefined);
    } catch (error) {
      return fail('file-not-saved', { file, detail: errorMessage(error) });
    }
  };
  // a restored value that is only in memory would be lost at the next start
  if (problem?.kind === 'missing' || (problem?.kind === 'damaged' && problem.restored === 'previous')) await save();

  const write = async (next: T): Promise<Result<undefined>> => {
    const nextText = textOf(format, next);
    const detail = findInvalid(format, nextText);
    if (detail !== undefined) {
      format.onInvalid?.({ file, detail });
      return fail('file-not-saved', { file, detail });
    }
    current = next;
    if (problem?.kind === 'newer' || problem?.kind === 'unreadable') return fail('document-read-only', { file });
    text = nextText;
    waiting ??= writing.then(save);
    writing = waiting;
    return waiting;
  };

  return {
    problem,
    read: () => current,
    write,
    change: (edit) => write(edit(current)),
    settled: async () => void (await writing),
  };
}

function textOf<T>({ version }: DocumentFormat<T>, data: T): string {
  return `${JSON.stringify({ version, data }, null, 2)}\n`;
}

/**
 * Returns why a document couldn't be read back, because it would count as damaged at the next start. Reads its text instead of the value,
 * because JSON has no undefined, infinity or NaN.
 */
function findInvalid<T>({ schema }: DocumentFormat<T>, text: string): string | undefined {
  const read = schema.safeParse(readObject(parseJson(text))?.['data']);
  if (read.success) return undefined;
  const at = read.error?.issues[0]?.path.join('.') ?? '';
  return at === '' ? 'its content would be invalid' : `${at} would be invalid`;
}

async function recover<T>(
  format: DocumentFormat<T>,
  loaded: LoadedDocument<T>,
): Promise<{ readonly value: T; readonly problem: DocumentProblem | undefined }> {
  const { file, initial } = format;
  switch (loaded.kind) {
    case 'good':
      return { value: loaded.value, problem: undefined };
    case 'absent': {
      const previous = await loadPrevious(format);
      return previous.kind === 'good'
        ? { value: previous.value, problem: { kind: 'missing', file } }
        : { value: initial, problem: undefined };
    }
    case 'newer':
      return { value: initial, problem: { kind: 'newer', file, version: loaded.version } };
    case 'unreadable':
      return { value: initial, problem: { kind: 'unreadable', file, reason: loaded.reason } };
    case 'damaged': {
      const setAside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
      await renameFile(file, setAside);
      const previous = await loadPrevious(format);
      return previous.kind === 'good'
        ? { value: previous.value, problem: { kind: 'damaged', setAside, restored: 'previous' } }
        : { value: initial, problem: { kind: 'damaged', setAside, restored: 'initial' } };
    }
  }
}

async function keepPrevious(file: string): Promise<void> {
  try {
    await copyFile(file, previousFile(file));
    await chmod(previousFile(file), 0o600); // a copy gets the permissions of the file, which may have been changed
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
