import { maxAttachmentLength } from '../../electron/contract/constants.ts';
import { detectFileKind } from '../../electron/contract/file-kind.ts';
import { detectLanguage } from '../../electron/contract/strings.ts';
import { readArray, parseJson } from '../../electron/contract/json.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import type { Attachment } from '../../electron/contract/history.ts';

/** Decodes a file into an attachment. Fails if it is not text. `isBeginning` says that the file is too long and the bytes are its first ones. */
export function toAttachment(name: string, bytes: Uint8Array, isBeginning = false): Result<Attachment> {
  const kind = detectFileKind(bytes);
  if (kind !== undefined) return fail(`attachment-${kind}`, { name });
  const text = decode(bytes, isBeginning);
  if (text === undefined) return fail('attachment-not-text', { name });
  if (isBeginning || text.length > maxAttachmentLength) return fail('attachment-too-long', { name });
  if (text.trim() === '') return fail('attachment-empty', { name });
  return ok({ name: name.slice(0, 300), language: detectLanguage(name), text });
}

/** Returns undefined for binary data, detected by a zero byte or an invalid character. */
function decode(bytes: Uint8Array, isBeginning: boolean): string | undefined {
  try {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isBeginning });
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
