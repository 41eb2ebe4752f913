import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Model } from '../../../contract/catalog.ts';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { fail, failure } from '../../../contract/failures/fail.ts';
import type { Attachment } from '../../../contract/history.ts';
import { maxAttachmentLength, maxImageBytes } from '../../../contract/constants.ts';
import { detectFileKind } from '../../../contract/file-kind.ts';
import type { StoredImage } from '../../../contract/image.ts';
import { detectLanguage } from '../../../contract/strings.ts';
import { imageDataUrl, prepareImage } from '../../shared/images/prepare-image.ts';
import { readRegularFile } from '../../shared/regular-file.ts';

const maxFiles = 50;
/** A character takes at most four bytes. */
const maxBytes = Math.max(4 * maxAttachmentLength, maxImageBytes);

/** An image file, without its metadata. */
export interface RowImage extends Pick<StoredImage, 'width' | 'height'> {
  readonly name: string;
  readonly dataUrl: string;
}

/** The files that a row names, in its order. */
export interface RowFiles {
  readonly attachments: readonly Attachment[];
  readonly images: readonly RowImage[];
}

/**
 * Reads the text files and images named in a value, separated by semicolons or line breaks. Rejects files outside the folder of the
 * table, because a table is untrusted. They are read for each request, so that nothing is stored twice.
 */
export async function readAttachments(folder: string | null, value: string): Promise<Result<RowFiles>> {
  const names = value
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > maxFiles) return fail('run-attachments-too-many', { count: names.length, most: maxFiles });
  const attachments: Attachment[] = [];
  const images: RowImage[] = [];
  for (const name of names) {
    if (folder === null) return fail('run-attachment-no-folder', { name });
    const read = await readAttachment(folder, name);
    if (!read.ok) return read;
    if ('dataUrl' in read.value) images.push(read.value);
    else attachments.push(read.value);
  }
  return ok({ attachments, images });
}

/** Returns why a model can't take the images of a row, or undefined if it can. All of them go or none, because the answer is about all. */
export function refuseImages({ id, seesImages, imagesPerRequest: most = Infinity }: Model, count: number): Failure | undefined {
  if (count === 0) return undefined;
  if (seesImages === false) return failure('images-not-taken', { model: id, said: '' });
  return count > most ? failure('run-images-too-many', { model: id, count, most }) : undefined;
}

/**
 * Compares the text of two resolved paths. It comes before any access to the file, because Windows signs in to the host of a path
 * such as `\\host\share` when it looks there.
 */
export function isInside(folder: string, file: string, paths: path.PlatformPath = path): boolean {
  const relative = paths.relative(folder, file);
  return !relative.startsWith('..') && !paths.isAbsolute(relative);
}

async function readAttachment(folder: string, name: string): Promise<Result<Attachment | RowImage>> {
  try {
    const named = path.resolve(folder, name);
    if (!isInside(folder, named)) return fail('run-attachment-outside', { name });
    const [root, file] = await Promise.all([realpath(folder), realpath(named)]);
    if (!isInside(root, file)) return fail('run-attachment-outside', { name });
    const read = await readRegularFile(file, maxBytes);
    if (read.kind === 'not-a-file') return fail('run-attachment-unreadable', { name });
    if (read.kind === 'too-large') return fail('run-attachment-too-long', { name });
    const kind = detectFileKind(read.bytes);
    if (kind === 'image') return readImage(name, read.bytes);
    const text = kind === undefined ? decode(read.bytes) : undefined;
    if (text === undefined) return fail('run-attachment-not-text', { name });
    if (text.trim() === '') return fail('run-attachment-empty', { name });
    if (text.length > maxAttachmentLength) return fail('run-attachment-too-long', { name });
    return ok({ name: path.basename(name).slice(0, 300), language: detectLanguage(name), text });
  } catch {
    return fail('run-attachment-unreadable', { name });
  }
}

function readImage(name: string, bytes: Buffer): Result<RowImage> {
  const prepared = prepareImage(bytes);
  if (!prepared.ok) return fail('run-image-unusable', { name, cause: prepared.failure });
  const { image, content } = prepared.value;
  const { width, height, type } = image;
  return ok({ name: path.basename(name), width, height, dataUrl: imageDataUrl(type, content) });
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
