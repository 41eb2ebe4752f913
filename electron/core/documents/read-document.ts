import { createHash } from 'node:crypto';
import path from 'node:path';
import type { DocumentKind, DocumentPart, ReadDocument } from '../../contract/documents.ts';
import { fail, failure } from '../../contract/failures/fail.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import { detectKind, kindOfName } from './detect-kind.ts';
import { DocumentStop, type DetectedDocument, type DocumentFile, type DocumentUnit, type PartBatch } from './document-types.ts';
import { readEpub } from './formats/epub.ts';
import { readHtml } from './formats/html.ts';
import { readOpenDocument } from './formats/open-document.ts';
import { readPdf } from './formats/pdf.ts';
import { readPowerPoint } from './formats/powerpoint.ts';
import { readRtf } from './formats/rtf.ts';
import { readDelimited, readWorkbook } from './formats/tables.ts';
import { readLatex, readMarkdown, readNotebook, readPlainText } from './formats/text-formats.ts';
import { readWord } from './formats/word.ts';
import type { CompiledModule } from './load-pdf-module.ts';

const units: Partial<Record<DocumentKind, DocumentUnit>> = { pdf: 'page', pptx: 'slide', odp: 'slide' };

/** Reads a document, and passes its parts on as soon as they are read. Throws a `DocumentStop` if it can't be read or has no text. */
export async function readDocument(
  file: DocumentFile,
  pdf: CompiledModule | undefined,
  onParts: (parts: readonly DocumentPart[], total: number | null) => void,
): Promise<ReadDocument> {
  const { name, bytes, limits } = file;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const detected = await detectKind(file);
  const { kind } = detected;
  const named = kindOfName(name);
  const problems = named === undefined || named === kind ? [] : [failure('document-other-kind', { name, kind })];
  let title = '';
  let [parts, characters] = [0, 0];
  let hasText = false;
  for await (const batch of readFormat(detected, file, pdf)) {
    const numbered = batch.parts.map((part) => ({ problem: null, ...part, number: (parts += 1) }));
    for (const { text } of numbered) {
      characters += text.length;
      hasText ||= text.trim() !== '';
    }
    if (characters > limits.characters) {
      throw new DocumentStop(fail('document-text-too-long', { name, millions: Math.floor(limits.characters / 1_000_000) }));
    }
    if (batch.title !== undefined && batch.title !== '') title ||= batch.title;
    problems.push(...(batch.problems ?? []));
    if (numbered.length > 0) onParts(numbered, batch.total ?? null);
  }
  if (!hasText) throw new DocumentStop(fail('document-without-text', { name }));
  return {
    title: title.trim() || path.parse(name).name,
    kind,
    unit: units[kind] ?? 'section',
    hash,
    bytes: bytes.length,
    parts,
    characters,
    tokens: estimateTokens(characters),
    problems,
  };
}

function readFormat(
  { kind, text = '' }: DetectedDocument,
  file: DocumentFile,
  pdf: CompiledModule | undefined,
): AsyncIterable<PartBatch> | Iterable<PartBatch> {
  switch (kind) {
    case 'pdf':
      if (!pdf) throw new Error('PDFium is missing');
      return readPdf(file, pdf);
    case 'docx':
      return readWord(file);
    case 'pptx':
      return readPowerPoint(file);
    case 'odt':
    case 'odp':
      return readOpenDocument(file, kind);
    case 'xlsx':
    case 'ods':
      return readWorkbook(file, kind);
    case 'epub':
      return readEpub(file);
    case 'rtf':
      return readRtf(file);
    case 'html':
      return readHtml(text);
    case 'csv':
      return readDelimited(text);
    case 'markdown':
      return readMarkdown(text);
    case 'latex':
      return readLatex(text);
    case 'notebook':
      return readNotebook(text, file.name);
    case 'text':
      return readPlainText(text);
  }
}
