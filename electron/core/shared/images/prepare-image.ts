import { createHash } from 'node:crypto';
import { maxImageBytes } from '../../../contract/constants.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { maxImagePixels, readImageHeader } from '../../../contract/image-header.ts';
import { imageTypeSchema, type StoredImage } from '../../../contract/image.ts';
import { isAnimated, removeMetadata } from './remove-metadata.ts';

/** An image that can be stored and sent, and its content. */
export interface PreparedImage {
  readonly image: StoredImage;
  readonly content: Buffer;
}

/** Checks the content of an image and removes its metadata. Refuses types that the window draws as another one. */
export function prepareImage(bytes: Buffer): Result<PreparedImage> {
  if (bytes.length > maxImageBytes) return fail('image-file-too-large', { megabytes: maxImageBytes / 1024 / 1024 });
  const header = readImageHeader(bytes);
  if (!header) return fail('image-unreadable');
  const { width, height, orientation } = header;
  if (width * height > maxImagePixels) return fail('image-too-many-pixels', { width, height });
  const type = imageTypeSchema.safeParse(header.type);
  if (!type.success) return fail('image-type-unsupported', { type: header.type.slice('image/'.length).toUpperCase() });
  if (isAnimated(bytes, type.data)) return fail('image-animated');
  const content = removeMetadata(bytes, type.data, orientation);
  if (!content) return fail('image-unreadable');
  const [shownWidth, shownHeight] = orientation >= 5 ? [height, width] : [width, height];
  const hash = createHash('sha256').update(content).digest('hex');
  return ok({ image: { hash, type: type.data, width: shownWidth, height: shownHeight, bytes: content.length }, content });
}

/** Returns an image as a URL that holds its content. */
export function imageDataUrl(type: StoredImage['type'], content: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64')}`;
}
