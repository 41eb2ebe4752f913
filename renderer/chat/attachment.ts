import { readArray, parseJson } from '../../electron/contract/json.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import type { Attachment } from '../../electron/contract/history.ts';

/** The contract's limit for the text of one file. */
const maxTextLength = 2_000_000;

const languages: Readonly<Record<string, string>> = {
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  css: 'css',
  csv: 'csv',
  f90: 'fortran',
  go: 'go',
  h: 'c',
  html: 'html',
  java: 'java',
  jl: 'julia',
  js: 'javascript',
  json: 'json',
  m: 'matlab',
  md: 'markdown',
  py: 'python',
  r: 'r',
  rs: 'rust',
  sh: 'bash',
  sql: 'sql',
  tex: 'latex',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'tsx',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** Returns the language of a file name, as code fences name it. */
export function detectLanguage(name: string): string | null {
  const ending = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase();
  return ending === undefined ? null : (languages[ending] ?? null);
}

/** Decodes a file into an attachment. Fails if it is not text. */
export function toAttachment(name: string, bytes: Uint8Array): Result<Attachment> {
  const text = decode(bytes);
  if (text === undefined) return fail('attachment-not-text', { name });
  if (text.trim() === '') return fail('attachment-empty', { name });
  if (text.length > maxTextLength) return fail('attachment-too-long', { name });
  return ok({ name: name.slice(0, 300), language: detectLanguage(name), text });
}

/** Returns undefined for binary data, detected by a zero byte or an invalid character. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Parses the attachments saved with a draft. Ignores everything else. */
export function parseAttachments(json: string): readonly Attachment[] {
  return readArray(parseJson(json)).filter(isAttachment);
}

function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== 'object' || value === null) return false;
  const { name, language, text } = value as Partial<Record<keyof Attachment, unknown>>;
  return typeof name === 'string' && typeof text === 'string' && (language === null || typeof language === 'string');
}
