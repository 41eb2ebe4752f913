import { readFile } from 'node:fs/promises';
import { parseJson, readNumber, readObject } from '../../contract/json.ts';
import { errorCode, errorMessage } from './node-error.ts';

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
