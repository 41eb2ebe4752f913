import type { DocumentKind, DocumentPart, ReadDocument } from '../../contract/documents.ts';
import type { Failed, Failure } from '../../contract/failure.ts';

const mebibyte = 1024 * 1024;

/** The limits in production. Tests use smaller ones. */
export const documentLimits = {
  /** Bytes of a file. It is held in memory. */
  fileBytes: 256 * mebibyte,
  /** Bytes of everything in an archive such as DOCX, unpacked, as its directory declares them. */
  unpackedBytes: 512 * mebibyte,
  /** Bytes of one part of an archive that is read. */
  partBytes: 128 * mebibyte,
  archiveEntries: 20_000,
  pages: 20_000,
  characters: 100_000_000,
  /** How long nothing may be read. Twenty pages of the slowest kind take a few seconds. */
  silenceMs: 60_000,
  /** Memory of JavaScript's objects in the thread. */
  heapMegabytes: 512,
  /** Memory of PDFium. It has the file and what the file unpacks to. */
  pdfBytes: 1024 * mebibyte,
};
export type DocumentLimits = typeof documentLimits;

/** A part that has no number yet. */
export type NewPart = Omit<DocumentPart, 'number' | 'problem'> & { readonly problem?: DocumentPart['problem'] };

/** Parts as a reader of a format returns them, some at a time. */
export interface PartBatch {
  readonly parts: readonly NewPart[];
  readonly total?: number;
  readonly title?: string;
  readonly problems?: readonly Failure[];
}

/** A file to read. Its parts are those of its format. */
export interface DocumentFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly limits: DocumentLimits;
  readonly password: string | undefined;
}

export type DocumentUnit = ReadDocument['unit'];

/** The kind of a document, and its text if it is plain text. */
export interface DetectedDocument {
  readonly kind: DocumentKind;
  readonly text?: string;
}

/** Thrown to end reading with a failure. `read-document.ts` returns it. */
export class DocumentStop extends Error {
  readonly failed: Failed;

  constructor(failed: Failed) {
    super(failed.failure.reason);
    this.failed = failed;
  }
}
