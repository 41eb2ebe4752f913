import path from 'node:path';
import Papa from 'papaparse';
import type { DocumentKind } from '../../contract/documents.ts';
import { detectFileKind } from '../../contract/file-kind.ts';
import { fail } from '../../contract/failures/fail.ts';
import { openArchive } from './archive.ts';
import { decodeText } from './decode-text.ts';
import { DocumentStop, type DetectedDocument, type DocumentFile } from './document-types.ts';
import { readRelations } from './xml.ts';

const kindsByEnding: Readonly<Record<string, DocumentKind>> = {
  '.csv': 'csv',
  '.docx': 'docx',
  '.epub': 'epub',
  '.htm': 'html',
  '.html': 'html',
  '.ipynb': 'notebook',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.odp': 'odp',
  '.ods': 'ods',
  '.odt': 'odt',
  '.pdf': 'pdf',
  '.pptx': 'pptx',
  '.rtf': 'rtf',
  '.tab': 'csv',
  '.tex': 'latex',
  '.tsv': 'csv',
  '.xhtml': 'html',
  '.xlsx': 'xlsx',
};

/** The kind that a file's name says. */
export function kindOfName(name: string): DocumentKind | undefined {
  return kindsByEnding[path.extname(name).toLowerCase()];
}

/** The signature may come after something else, such as the head of a web answer. */
const pdfHeadBytes = 1024;

/** Returns whether a file is a PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  return toLatin1(bytes.subarray(0, pdfHeadBytes)).includes('%PDF-');
}

/** Finds a document's kind by its content. The name decides only between texts that look alike. */
export async function detectKind(file: DocumentFile): Promise<DetectedDocument> {
  const { name, bytes } = file;
  const stop = (reason: 'document-kind-unknown' | 'document-is-image' | 'document-is-archive'): never => {
    throw new DocumentStop(fail(reason, { name }));
  };
  if (isPdf(bytes)) return { kind: 'pdf' };
  const head = toLatin1(bytes.subarray(0, 8));
  if (head.startsWith(String.raw`{\rtf`)) return { kind: 'rtf' };
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    throw new DocumentStop(fail(isEncryptedOffice(bytes) ? 'document-encrypted' : 'document-old-office', { name }));
  if (head.startsWith('PK\x03\x04')) return { kind: (await detectArchive(file)) ?? stop('document-is-archive') };
  const binary = detectFileKind(bytes);
  if (binary !== undefined)
    return stop(binary === 'image' ? 'document-is-image' : binary === 'archive' ? 'document-is-archive' : 'document-kind-unknown');
  const text = decodeText(bytes);
  return text === undefined ? stop('document-kind-unknown') : { kind: detectTextKind(text, name), text };
}

function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** An encrypted document of Office is in a file of the older kind, in a stream of this name. */
function isEncryptedOffice(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from('EncryptedPackage', 'utf16le'));
}

const mimeKinds: readonly (readonly [type: RegExp, kind: DocumentKind])[] = [
  [/^application\/epub\+zip/, 'epub'],
  [/opendocument\.text/, 'odt'],
  [/opendocument\.(?:presentation|graphics)/, 'odp'],
  [/opendocument\.spreadsheet/, 'ods'],
];
const officeKinds: Readonly<Record<string, DocumentKind>> = { word: 'docx', ppt: 'pptx', xl: 'xlsx' };

async function detectArchive(file: DocumentFile): Promise<DocumentKind | undefined> {
  const archive = await openArchive(file).catch((error: unknown) => {
    throw error instanceof DocumentStop ? error : new DocumentStop(fail('document-damaged', { name: file.name }));
  });
  const type = await archive.readText('mimetype');
  const byType = mimeKinds.find(([pattern]) => pattern.test(type))?.[1];
  if (byType !== undefined || !archive.names.has('[Content_Types].xml')) return byType;
  const main = (await readRelations(archive, '')).find((relation) => relation.type === 'officeDocument')?.target ?? '';
  return officeKinds[main.split('/')[0] ?? ''];
}

const headLength = 64 * 1024;

function detectTextKind(text: string, name: string): DocumentKind {
  const head = text.slice(0, headLength).trimStart();
  const named = kindOfName(name);
  if (head.startsWith('{') && /"nbformat"\s*:/.test(text) && /"cells"\s*:/.test(text)) return 'notebook';
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype html|html)[\s>]/i.test(head)) return 'html';
  if (/^(?:\s*%.*\n|\s*\n)*\s*\\(?:documentclass|documentstyle|begin\{document\})/.test(head)) return 'latex';
  if (named === 'markdown' || named === 'latex' || named === 'html') return named;
  const mayBeTable = named === 'csv' || /^\.(?:txt|dat)?$/i.test(path.extname(name));
  return mayBeTable && hasColumns(head) ? 'csv' : 'text';
}

export const delimiters = [',', ';', '\t', '|'] as const;

/** Returns whether all of the first lines have the same number of fields. */
function hasColumns(head: string): boolean {
  const { data, errors } = Papa.parse<string[]>(head, { preview: 20, skipEmptyLines: true, delimitersToGuess: [...delimiters] });
  const width = data[0]?.length ?? 0;
  return data.length > 1 && width > 1 && errors.length === 0 && data.every((row) => row.length === width);
}
