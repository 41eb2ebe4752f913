import { chmod, copyFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseJson, readNumber, readObject } from '../../contract/json.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/start.ts';
import { writeAtomically } from './atomic-file.ts';
import { withFileLock } from './file-lock.ts';
import { errorCode, errorMessage } from './node-error.ts';

/** Checks the data of a document, as a zod schema does. */
export interface DocumentSchema<T> {
  readonly safeParse: (data: unknown) => { readonly success: true; readonly data: T } | { readonly success: false };
}

/** The format of a JSON document, with its migrations. */
export interface DocumentFormat<T> {
  readonly file: string;
  readonly version: number;
  readonly schema: DocumentSchema<T>;
  /** `migrations[n]` turns the data of version n into that of version n + 1. */
  readonly migrations: Readonly<Record<number, (data: unknown) => unknown>>;
  readonly initial: T;
}

/** A problem found while opening a document. The program continues and notifies the user. */
export type DocumentProblem =
  | { readonly kind: 'damaged'; readonly setAside: string; readonly restored: 'previous' | 'initial' }
  | { readonly kind: 'missing'; readonly file: string }
  | { readonly kind: 'newer'; readonly file: string; readonly version: number }
  | { readonly kind: 'unreadable'; readonly file: string; readonly reason: string };

/** A value in memory and its file, which other processes may change too. */
export interface StoredDocument<T> {
  readonly problem: DocumentProblem | undefined;
  readonly read: () => T;
  /**
   * Changes the value in memory at once. Resolves when the change is on disk, or with a failure. The edit is applied again to the current
   * file, so that another process's changes stay.
   */
  readonly change: (edit: (value: T) => T) => Promise<Result<undefined>>;
  /** Replaces the whole value. */
  readonly write: (value: T) => Promise<Result<undefined>>;
  /** Reads another process's changes. Returns whether there were any. */
  readonly refresh: () => Promise<boolean>;
  /** Resolves when all writes so far are on disk or have failed. */
  readonly settled: () => Promise<void>;
}

type Loaded<T> =
  | { readonly kind: 'good'; readonly value: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Opens a document. A damaged file is moved aside. The previous version replaces a damaged or missing one. */
export async function openDocument<T>(format: DocumentFormat<T>): Promise<StoredDocument<T>> {
  const { file } = format;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const { value, problem } = await recover(format, await load(format, file));
  const isReadOnly = problem?.kind === 'newer' || problem?.kind === 'unreadable';
  /** The last known content of the file, and its stamp. */
  let stored = value;
  let stamp = await stampOf(file);
  /** Edits that are not on disk yet. */
  let unsaved: readonly ((value: T) => T)[] = [];
  let current = value;
  let writing: Promise<unknown> = Promise.resolve();

  const take = (next: T): void => {
    stored = next;
    current = unsaved.reduce((edited, edit) => edit(edited), next);
  };

  /** Reads the file. Returns whether it may be overwritten. */
  const takeIn = async (): Promise<boolean> => {
    const now = await stampOf(file);
    if (now === stamp) return true;
    const loaded = await load(format, file);
    if (loaded.kind === 'newer' || loaded.kind === 'unreadable') return false;
    stamp = now;
    if (loaded.kind === 'good') take(loaded.value);
    return true;
  };

  const save = async (): Promise<Result<undefined>> => {
    if (isReadOnly) return fail('document-read-only', { file });
    try {
      return await withFileLock(lockFile(file), async () => {
        if (!(await takeIn())) return fail('document-read-only', { file });
        const edits = unsaved;
        const next = edits.reduce((edited, edit) => edit(edited), stored);
        await keepPrevious(file);
        await writeAtomically(file, `${JSON.stringify({ version: format.version, data: next }, null, 2)}\n`);
        stamp = await stampOf(file);
        unsaved = unsaved.slice(edits.length);
        take(next);
        return ok(undefined);
      });
    } catch (error) {
      return fail('document-not-saved', { file, detail: errorMessage(error) });
    }
  };
  // a restored value that is only in memory would be lost at the next start
  if (problem?.kind === 'missing' || (problem?.kind === 'damaged' && problem.restored === 'previous')) await save();

  const change: StoredDocument<T>['change'] = (edit) => {
    current = edit(current);
    unsaved = [...unsaved, edit];
    const saved = writing.then(save);
    writing = saved;
    return saved;
  };
  return {
    problem: problem,
    read: () => current,
    change,
    write: (next) => change(() => next),
    refresh: async () => {
      const before = stamp;
      await writing;
      if (!isReadOnly) await takeIn();
      return stamp !== before;
    },
    settled: async () => void (await writing),
  };
}

/** Changes with every write of any process. */
async function stampOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
}

/** One lock for all files of a folder, because they are rarely written. */
function lockFile(file: string): string {
  return path.join(path.dirname(file), '.lock');
}

async function recover<T>(
  format: DocumentFormat<T>,
  loaded: Loaded<T>,
): Promise<{ readonly value: T; readonly problem: DocumentProblem | undefined }> {
  switch (loaded.kind) {
    case 'good':
      return { value: loaded.value, problem: undefined };
    case 'absent': {
      const previous = await load(format, previousFile(format.file));
      return previous.kind === 'good'
        ? { value: previous.value, problem: { kind: 'missing', file: format.file } }
        : { value: format.initial, problem: undefined };
    }
    case 'newer':
      return { value: format.initial, problem: { kind: 'newer', file: format.file, version: loaded.version } };
    case 'unreadable':
      return { value: format.initial, problem: { kind: 'unreadable', file: format.file, reason: loaded.reason } };
    case 'damaged': {
      const setAside = `${format.file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
      await rename(format.file, setAside);
      const previous = await load(format, previousFile(format.file));
      return previous.kind === 'good'
        ? { value: previous.value, problem: { kind: 'damaged', setAside, restored: 'previous' } }
        : { value: format.initial, problem: { kind: 'damaged', setAside, restored: 'initial' } };
    }
  }
}

async function load<T>(format: DocumentFormat<T>, file: string): Promise<Loaded<T>> {
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
    const step = format.migrations[version];
    if (!step) return undefined;
    migrated = step(migrated);
  }
  return migrated;
}

function previousFile(file: string): string {
  return `${file}.previous`;
}

async function keepPrevious(file: string): Promise<void> {
  try {
    await copyFile(file, previousFile(file));
    await chmod(previousFile(file), 0o600); // a copy gets the permissions of the file, which may have been changed
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
