import { maxAttachmentLength } from '../../contract/constants.ts';
import type { DocumentPart } from '../../contract/documents.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Documents, DocumentsOptions } from './documents.ts';

/** A document as it is attached to a message. */
interface DocumentText {
  readonly text: string;
  /** What the user should know, such as pages without text. */
  readonly problems: readonly Failure[];
}

/** Reads a document as one text. Its pages and slides have their numbers, so that an answer can name them. */
export async function readAttachmentText(
  { read }: Pick<Documents, 'read'>,
  { name, data }: { readonly name: string; readonly data: string },
  signal: AbortSignal,
): Promise<Result<DocumentText>> {
  const parts: DocumentPart[] = [];
  const document = await read({ name, bytes: Buffer.from(data, 'base64') }, { signal, onParts: (some) => parts.push(...some) });
  if (!document.ok) {
    // A message has no field for a password.
    return document.failure.reason === 'document-password-missing' ? fail('document-encrypted', { name }) : document;
  }
  const { unit, problems } = document.value;
  const texts = parts
    .filter(({ text }) => text !== '')
    .map(({ number, text }) => (unit === 'section' ? text : `--- ${unit} ${number} ---\n${text}`));
  const text = texts.join('\n\n');
  return text.length > maxAttachmentLength ? fail('attachment-too-long', { name }) : ok({ text, problems });
}

/** Creates a function that does so. The reader is loaded at its first use, because most conversations have no document. */
export function createAttachmentReader(options: DocumentsOptions) {
  let loading: Promise<Documents> | undefined;
  return async (document: { readonly name: string; readonly data: string }, signal: AbortSignal): Promise<Result<DocumentText>> => {
    loading ??= import('./documents.ts').then(({ createDocuments }) => createDocuments(options));
    return readAttachmentText(await loading, document, signal);
  };
}
