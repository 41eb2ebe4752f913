import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readImageHeader } from '../../../../electron/contract/image-header.ts';
import {
  exifWithPosition,
  jpegSegment,
  madeJpeg,
  madePng,
  madeWebp,
  pngHead,
  webpChunk,
  webpHeader,
} from '../../../support/made-images.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const u32 = (number: number): string => number.toString(16).padStart(8, '0');
const box = (name: string, content: Buffer, length = content.length + 8): Buffer =>
  Buffer.concat([bytes(u32(length)), Buffer.from(name), content]);
const ispe = (width: number, height: number): Buffer => box('ispe', bytes(u32(0) + u32(width) + u32(height)));
const heif = (brand: string, ...properties: readonly Buffer[]): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1avif`)),
    box('meta', Buffer.concat([Buffer.alloc(4), box('hdlr', Buffer.alloc(20)), box('iprp', box('ipco', Buffer.concat(properties)))])),
  ]);
const exifSegment = (orientation: number): Buffer =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWithPosition(orientation)]));
const littleTiff = bytes(
  '49492a0008000000 0300 0001 0400 01000000 c4090000 0101 0300 01000000 05000000 1201 0300 01000000 06000000 00000000',
);

it.each([
  ['PNG', madePng(40, 30), 'image/png', 40, 30, 1],
  ['JPEG', madeJpeg(40, 30), 'image/jpeg', 40, 30, 1],
  ['a turned JPEG', madeJpeg(40, 30, [exifSegment(8)]), 'image/jpeg', 40, 30, 8],
  ['a JPEG with an orientation that is none', madeJpeg(40, 30, [exifSegment(99)]), 'image/jpeg', 40, 30, 1],
  ['an extended WebP', madeWebp([webpHeader(5000, 7)]), 'image/webp', 5000, 7, 1],
  ['a lossless WebP', madeWebp([webpChunk('VP8L', bytes('2f 27c00700 00'))]), 'image/webp', 40, 32, 1],
  ['a lossy WebP', madeWebp([webpChunk('VP8 ', bytes('000000 9d012a 2800 1e00'))]), 'image/webp', 40, 30, 1],
  ['GIF', bytes('474946383961 2800 1e00'), 'image/gif', 40, 30, 1],
  ['BMP, from the top down', bytes(`424d 00000000 00000000 36000000 28000000 28000000 e2ffffff`), 'image/bmp', 40, 30, 1],
  ['TIFF', littleTiff, 'image/tiff', 2500, 5, 6],
  ['AVIF with a thumbnail', heif('avif', ispe(160, 120), ispe(4000, 3000), ispe(512, 512)), 'image/avif', 4000, 3000, 1],
  ['AVIF by its second brand', heif('mif1', ispe(4, 3)), 'image/avif', 4, 3, 1],
  ['a turned HEIC', heif('heic', ispe(4000, 3000), box('irot', bytes('01'))), 'image/heic', 4000, 3000, 8],
  ['60,000 × 60,000 pixels', pngHead(60_000, 60_000), 'image/png', 60_000, 60_000, 1],
])('reads the type, the size and the orientation of %s', (_, file, type, width, height, orientation) => {
  expect(readImageHeader(file)).toEqual({ type, width, height, orientation });
});

it.each([
  ['a text', Buffer.from('hello')],
  ['a PNG without size', pngHead(0, 30)],
  ['a PNG cut off in its header', madePng(40, 30).subarray(0, 20)],
  ['a JPEG without a frame', bytes('ffd8ffe0 0004 0000 ffda 0002 00')],
  ['a JPEG of fill bytes', Buffer.concat([bytes('ffd8'), Buffer.alloc(100_000, 0xff)])],
  ['boxes that contain themselves', Buffer.concat([box('ftyp', Buffer.from('avif')), box('meta', Buffer.alloc(4), 1)])],
  ['a box of no length', Buffer.concat([box('ftyp', Buffer.from('heic')), bytes('00000004'), Buffer.from('meta')])],
  ['a box beyond the file', Buffer.concat([box('ftyp', Buffer.from('heic')), box('meta', Buffer.alloc(4), 2 ** 31)])],
  ['a TIFF whose directory is nowhere', bytes('4d4d002a ffffffff')],
])('reads nothing of %s', (_, file) => {
  expect(readImageHeader(file)).toBeUndefined();
});

it('throws nothing, whatever the bytes are, and wherever they end', () => {
  const files = [
    madePng(40, 30),
    madeJpeg(40, 30, [exifSegment(6)]),
    madeWebp([webpHeader(40, 30), webpChunk('EXIF', exifWithPosition(6))]),
    heif('avif', ispe(4000, 3000)),
    littleTiff,
  ];
  const broken = fc
    .tuple(fc.constantFrom(...files), fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }))
    .map(([file, length, changes]) => {
      const bytes = Buffer.from(file.subarray(0, length % (file.length + 1)));
      for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      return bytes;
    });
  const isSound = (bytes: Buffer): boolean => {
    const { width, height } = readImageHeader(bytes) ?? { width: 1, height: 1 };
    return width > 0 && height > 0;
  };
  expect(() => fc.assert(fc.property(broken, isSound))).not.toThrow();
});
