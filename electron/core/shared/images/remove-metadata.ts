import { jpegSegments, pngChunks, webpChunks, type ImageSection } from '../../../contract/image-header.ts';
import type { ImageType } from '../../../contract/image.ts';
import { pngChunk } from './write-png.ts';

/** What is needed to show a PNG as it is meant. All other chunks go. */
const pngChunkNames = /^(?:IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|bKGD|cICP|mDCV|cLLI|pHYs|acTL|fcTL|fdAT)$/;
const webpChunkNames = /^(?:VP8[ LX]|ICCP|ALPH)$/;

/**
 * Returns an image without EXIF, XMP, IPTC, comments, thumbnails and whatever follows its end, or undefined if it is cut off or broken.
 * Keeps the pixels as they are, the color profile, and the orientation in EXIF data of its own.
 */
export function removeMetadata(bytes: Buffer, type: ImageType, orientation: number): Buffer | undefined {
  switch (type) {
    case 'image/png':
      return cleanPng(bytes, orientation);
    case 'image/jpeg':
      return cleanJpeg(bytes, orientation);
    case 'image/webp':
      return cleanWebp(bytes, orientation);
  }
}

/** Returns whether an image is an animated WebP, whose frames may have metadata of their own. */
export function isAnimated(bytes: Buffer, type: ImageType): boolean {
  return type === 'image/webp' && [...webpChunks(bytes)].some(({ name }) => name === 'ANIM' || name === 'ANMF');
}

/** EXIF data with the orientation only. */
function orientationExif(orientation: number): Buffer {
  return Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex').fill(orientation, 19, 20);
}

function cleanPng(bytes: Buffer, orientation: number): Buffer | undefined {
  const pieces: Buffer[] = [bytes.subarray(0, 8)];
  for (const { name, start, end } of pngChunks(bytes)) {
    if (end + 4 > bytes.length) return undefined;
    if (pngChunkNames.test(name)) pieces.push(bytes.subarray(start, end + 4));
    if (name === 'IHDR' && orientation !== 1) pieces.push(pngChunk('eXIf', orientationExif(orientation)));
    if (name === 'IEND') return Buffer.concat(pieces);
  }
  return undefined;
}

function cleanJpeg(bytes: Buffer, orientation: number): Buffer | undefined {
  const pieces: Buffer[] = [bytes.subarray(0, 2)];
  if (orientation !== 1) {
    const exif = orientationExif(orientation);
    pieces.push(Buffer.from([0xff, 0xe1, 0, exif.length + 8]), Buffer.from('Exif\0\0', 'latin1'), exif);
  }
  for (const segment of jpegSegments(bytes)) {
    const { name, start, end } = segment;
    if (name === 'd9') return Buffer.concat([...pieces, bytes.subarray(start, start + 2)]);
    if (end > bytes.length) return undefined;
    if (isKept(bytes, segment)) pieces.push(bytes.subarray(start, end));
  }
  return undefined;
}

/** Returns whether a segment is needed to show a JPEG: frames, scans and tables, and what says how its colors are meant. */
function isKept(bytes: Buffer, { name, content, end }: ImageSection): boolean {
  const startsWith = (text: string): boolean => bytes.toString('latin1', content, content + text.length) === text;
  switch (name) {
    case 'e0':
      return startsWith('JFIF\0') && end - content === 14; // a longer one has a thumbnail
    case 'e2':
      return startsWith('ICC_PROFILE\0');
    case 'ee':
      return startsWith('Adobe');
    default:
      return /^(?:[cd].|scan)$/.test(name);
  }
}

function cleanWebp(bytes: Buffer, orientation: number): Buffer | undefined {
  const declared = 8 + bytes.readUInt32LE(4);
  if (declared > bytes.length) return undefined;
  const image = bytes.subarray(0, declared);
  const pieces: Buffer[] = [image.subarray(0, 12)];
  let isExtended = false;
  for (const { name, start, content, end } of webpChunks(image)) {
    if (end > image.length) return undefined;
    if (!webpChunkNames.test(name)) continue;
    const chunk = Buffer.from(image.subarray(start, end + (end % 2)));
    if (name === 'VP8X') {
      if (end === content) return undefined;
      isExtended = true;
      const flags = image.readUInt8(content) & ~0x0c; // neither EXIF nor XMP
      chunk.writeUInt8(orientation === 1 ? flags : flags | 0x08, 8);
    }
    pieces.push(chunk);
  }
  if (isExtended && orientation !== 1) {
    const exif = orientationExif(orientation);
    const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
    head.writeUInt32LE(exif.length, 4);
    pieces.push(head, exif);
  }
  const cleaned = Buffer.concat(pieces);
  cleaned.writeUInt32LE(cleaned.length - 8, 4);
  return cleaned;
}
