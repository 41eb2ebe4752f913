import { maxImageBytes } from '../../../electron/contract/constants.ts';
import { maxImagePixels, readImageHeader } from '../../../electron/contract/image-header.ts';
import { detectFileKind, fileKindBytes } from '../../../electron/contract/file-kind.ts';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { formatBytes, formatNumber } from '../../shared/format.ts';

/** A photograph may have its size after megabytes of metadata. */
const headerBytes = 4 * 1024 ** 2;
/** A larger file isn't read. */
const maxFileBytes = 100 * 1024 ** 2;
/** SVG is drawn from a data URL. */
const maxVectorBytes = 10 * 1024 ** 2;
/** SVG has no pixels of its own, and its text must stay readable. */
const vectorSide = 1024;
/** A larger PNG without transparency is probably a photograph. */
const maxGraphicBytes = 1024 ** 2;
const jpegQuality = 0.9;

/** An SVG file up to the tag of its first element. */
const vectorText =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:\w{1,20}:)?svg[\s/>]/is;

/** Whether a file is an image, by its first bytes. */
export function isImage(bytes: Uint8Array): boolean {
  return detectFileKind(bytes) === 'image' || isVectorText(bytes);
}

function isVectorText(bytes: Uint8Array): boolean {
  return vectorText.test(new TextDecoder().decode(bytes.subarray(0, fileKindBytes)));
}

/**
 * Draws the image of a file upright, at most `maxSide` pixels on its longer side, and returns it in Base64. Metadata, such as the place
 * where a photograph was taken, are lost by that. Reads the size first, so that an image that needs too much memory isn't decoded.
 */
export async function prepareImage(file: File, maxSide: number): Promise<Result<string>> {
  const { name } = file;
  const beginning = await readBeginning(file);
  if (beginning === undefined) return fail('file-unreadable', { name });
  const isVector = isVectorText(beginning);
  const maxBytes = isVector ? maxVectorBytes : maxFileBytes;
  if (file.size > maxBytes) return fail('attachment-image-size', { name, max: formatBytes(maxBytes) });
  const header = readImageHeader(beginning);
  if (header?.type === 'image/heic' || header?.type === 'image/tiff') return fail('attachment-image', { name });
  if (header === undefined && !isVector) return fail('attachment-image-unreadable', { name });
  const [width, height] = [header?.width ?? 0, header?.height ?? 0];
  if (width * height > maxImagePixels)
    return fail('attachment-image-pixels', {
      name,
      size: `${formatNumber(width)} × ${formatNumber(height)}`,
      millions: maxImagePixels / 1e6,
    });
  try {
    if (header === undefined) return ok(await encode(drawVector(await openVector(file), maxSide), false));
    const bitmap = await createImageBitmap(file.slice(0, file.size, header.type), { imageOrientation: 'from-image' });
    const isGraphic = header.type === 'image/png' || header.type === 'image/gif' || header.type === 'image/bmp';
    try {
      return ok(await encode(draw(bitmap, bitmap, Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))), !isGraphic));
    } finally {
      bitmap.close();
    }
  } catch {
    return fail('attachment-image-unreadable', { name }); // by the browser
  }
}

/** Returns undefined if the file can't be read, because it was changed or its drive is gone. */
async function readBeginning(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, headerBytes).arrayBuffer());
  } catch {
    return undefined;
  }
}

type Size = Pick<ImageBitmap, 'width' | 'height'>;

function draw(image: CanvasImageSource, { width, height }: Size, scale: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The page has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Loads SVG. Inside an image, it has neither scripts nor network. The page's policy allows no `blob:` address. */
async function openVector(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = await readDataUrl(file.slice(0, file.size, 'image/svg+xml'));
  await image.decode();
  return image;
}

function drawVector(image: HTMLImageElement, maxSide: number): OffscreenCanvas {
  const [width, height] = [image.naturalWidth || 300, image.naturalHeight || 150];
  const side = Math.max(width, height);
  return draw(image, { width, height }, Math.min(maxSide, Math.max(side, vectorSide)) / side);
}

/**
 * Encodes photographs as JPEG, and graphics and everything transparent as PNG, which every engine can read. A PNG that is too large to be
 * stored becomes a JPEG on white.
 */
async function encode(canvas: OffscreenCanvas, isPhotograph: boolean): Promise<string> {
  const png = isPhotograph && isOpaque(canvas) ? undefined : await canvas.convertToBlob({ type: 'image/png' });
  const isTooLarge = png !== undefined && png.size > maxImageBytes;
  if (isTooLarge) fillBehind(canvas, 'white');
  const isJpeg = png === undefined || isTooLarge || (png.size > maxGraphicBytes && isOpaque(canvas));
  const image = isJpeg ? await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality }) : png;
  return (await readDataUrl(image)).replace(/^[^,]*,/, '');
}

function fillBehind(canvas: OffscreenCanvas, color: string): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

function isOpaque(canvas: OffscreenCanvas): boolean {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return false;
  return true;
}

function readDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string)); // because a data URL is read
    reader.addEventListener('error', () => reject(new Error('The file can’t be read', { cause: reader.error })));
    reader.readAsDataURL(blob);
  });
}
