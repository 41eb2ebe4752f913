import { chmod, copyFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/start.ts';
import { writeAtomically } from './atomic-file.ts';
import { applyDifference } from './apply-difference.ts';
import { editDocument } from './edit-document.ts';
import { withFileLock } from './file-lock.ts';
import { loadDocument, loadPrevious, previousFile, type DocumentFormat, type LoadedDocument } from './load-document.ts';
import { errorCode, errorMessage } from './node-error.ts';

export type { DocumentFormat, DocumentSchema, ReportInvalid } from './load-document.ts';

/** A problem found while opening a document. The program continues and notifies the user. */
export type DocumentProblem =
  | { readonly kind: 'damaged'; readonly setAside: string; readonly restored: 'previous' | 'initial' }
  | { readonly kind: 'missing'; readonly file: string }
  | { readonly kind: 'newer'; readonly file: string; readonly version: number }
  | { readonly kind: 'unreadable'; readonly file: string; readonly reason: string };

/** As many edits are repeated one by one on another process's changes. More become one, because a full disk may last. */
const mostUnsaved = 20;

/** A value in memory and its file, which other processes may change too. */
export interface StoredDocument<T> {
  readonly problem: DocumentProblem | undefined;
  readonly read: () => T;
  /**
   * Changes the value in memory at once. Resolves when the change is on disk, or with a failure. The edit is applied again to the current
   * file, so that another process's changes stay. One that makes the document invalid is undone.
   */
  readonly change: (edit: (value: T) => T) => Promise<Result<undefined>>;
  /** Replaces the whole value. */
  readonly write: (value: T) => Promise<Result<undefined>>;
  /** Reads another process's changes. Returns whether there were any. */
  readonly refresh: () => Promise<boolean>;
  /** Resolves when all writes so far are on disk or have failed. */
  readonly settled: () => Promise<void>;
}

/** Opens a document. A damaged file is moved aside. The previous version replaces a damaged or missing one. */
export async function openDocument<T>(format: DocumentFormat<T>): Promise<StoredDocument<T>> {
  const { file } = format;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const { value, problem } = await recover(format, await loadDocument(format));
  const isReadOnly = problem?.kind === 'newer' || problem?.kind === 'unreadable';
  /** The last known content of the file, and its stamp. */
  let stored = value;
  let stamp = await stampOf(file);
  /** Edits that are not on disk yet. They turn `stored` into `current`. */
  let unsaved: readonly ((value: T) => T)[] = [];
  let current = value;
  let writing: Promise<unknown> = Promise.resolve();
  /** A save that has not begun, which writes later edits too. */
  let waiting: Promise<Result<undefined>> | undefined;

  const take = (next: T): void => {
    stored = next;
    current = unsaved.reduce((edited, edit) => edit(edited), next);
  };

  /** Reads the file. Returns whether it may be overwritten. */
  const takeIn = async (): Promise<boolean> => {
    const now = await stampOf(file);
    if (now === stamp) return true;
    const loaded = await loadDocument(format);
    if (loaded.kind === 'newer' || loaded.kind === 'unreadable') return false;
    stamp = now;
    if (loaded.kind === 'good') take(loaded.value);
    return true;
  };

  const save = async (): Promise<Result<undefined>> => {
    try {
      return await withFileLock(lockFile(file), async () => {
        if (!(await takeIn())) return fail('document-read-only', { file });
        const edits = unsaved;
        const { value: next, text, problem: detail } = editDocument(format, stored, edits);
        if (detail === undefined || next !== stored) {
          await keepPrevious(file);
          await writeAtomically(file, text);
          stamp = await stampOf(file);
        }
        unsaved = unsaved.slice(edits.length);
        take(next);
        if (detail === undefined) return ok(undefined);
        format.onInvalid?.({ file, detail });
        return fail('document-not-saved', { file, detail });
      });
    } catch (error) {
      return fail('document-not-saved', { file, detail: errorMessage(error) });
    }
  };
  const saveNext = async (): Promise<Result<undefined>> => {
    waiting = undefined;
    const saved = await save();
    if (!saved.ok && unsaved.length > mostUnsaved) {
      const [before, after] = [stored, current];
      unsaved = [(other) => applyDifference(other, before, after)];
    }
    return saved;
  };
  // a restored value that is only in memory would be lost at the next start
  if (problem?.kind === 'missing' || (problem?.kind === 'damaged' && problem.restored === 'previous')) await save();

  const change: StoredDocument<T>['change'] = (edit) => {
    current = edit(current);
    if (isReadOnly) return Promise.resolve(fail('document-read-only', { file }));
    unsaved = [...unsaved, edit];
    waiting ??= writing.then(saveNext);
    writing = waiting;
    return waiting;
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
  loaded: LoadedDocument<T>,
): Promise<{ readonly value: T; readonly problem: DocumentProblem | undefined }> {
  switch (loaded.kind) {
    case 'good':
      return { value: loaded.value, problem: undefined };
    case 'absent': {
      const previous = await loadPrevious(format);
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
      const previous = await loadPrevious(format);
      return previous.kind === 'good'
        ? { value: previous.value, problem: { kind: 'damaged', setAside, restored: 'previous' } }
        : { value: format.initial, problem: { kind: 'damaged', setAside, restored: 'initial' } };
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
