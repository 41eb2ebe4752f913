import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { Attachment } from '../../../contract/history.ts';
import { maxAttachmentLength } from '../../../contract/constants.ts';
import { detectFileKind } from '../../../contract/file-kind.ts';
import { detectLanguage } from '../../../contract/strings.ts';
import { readRegularFile } from '../../shared/regular-file.ts';

const maxFiles = 50;
/** A character takes at most four bytes. */
const maxBytes = 4 * maxAttachmentLength;

/**
 * Reads the text files named in a value, separated by semicolons or line breaks. Rejects files outside the folder of the table, because
 * a table is untrusted.
 */
export async function readAttachments(folder: string | null, value: string): Promise<Result<readonly Attachment[]>> {
  const names = value
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > maxFiles) return fail('run-attachments-too-many', { count: names.length, most: maxFiles });
  const attachments: Attachment[] = [];
  for (const name of names) {
    if (folder === null) return fail('run-attachment-no-folder', { name });
    const read = await readAttachment(folder, name);
    if (!read.ok) return read;
    attachments.push(read.value);
  }
  return ok(attachments);
}

async function readAttachment(folder: string, name: string): Promise<Result<Attachment>> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(path.resolve(folder, name))]);
    const relative = path.relative(root, file);
    if (relative.startsWith('..') || path.isAbsolute(relative)) return fail('run-attachment-outside', { name });
    const read = await readRegularFile(file, maxBytes);
    if (read.kind === 'not-a-file') return fail('run-attachment-unreadable', { name });
    if (read.kind === 'too-large') return fail('run-attachment-too-long', { name });
    const text = detectFileKind(read.bytes) === undefined ? decode(read.bytes) : undefined;
    if (text === undefined) return fail('run-attachment-not-text', { name });
    if (text.trim() === '') return fail('run-attachment-empty', { name });
    if (text.length > maxAttachmentLength) return fail('run-attachment-too-long', { name });
    return ok({ name: path.basename(name).slice(0, 300), language: detectLanguage(name), text });
  } catch {
    return fail('run-attachment-unreadable', { name });
  }
}

/** Decodes a text file. Returns undefined for binary data, which has a zero byte or an invalid character. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
