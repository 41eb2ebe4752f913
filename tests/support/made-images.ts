import { crc32, deflateSync } from 'node:zlib';

/** EXIF data with an orientation, a position and a camera, as a telephone writes them. */
export function exifWithPosition(orientation: number): Buffer {
  const entries = [
    Buffer.from(`0112000300000001${orientation.toString(16).padStart(4, '0')}0000`, 'hex'),
    Buffer.from('882500040000000100000032', 'hex'), // the position, in a directory of its own
  ];
  const position = Buffer.from('0002000100020000000257530000001d000200000008000000500000', 'hex');
  const directory = Buffer.concat([Buffer.from('0002', 'hex'), ...entries, Buffer.alloc(4)]);
  return Buffer.concat([
    Buffer.from('4d4d002a00000008', 'hex'),
    directory,
    Buffer.alloc(20),
    position,
    Buffer.from('GPS 52.5200 13.4050 Telephone'),
  ]);
}

/** A chunk of a PNG. */
export function pngChunk(name: string, content: Uint8Array, declared = content.length): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(declared);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A valid PNG of one color, with chunks of the test's own before its pixels. */
export function madePng(
  width: number,
  height: number,
  { color = [200, 30, 30], chunks = [] }: { readonly color?: readonly number[]; readonly chunks?: readonly Buffer[] } = {},
): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => color).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([pngHead(width, height), ...chunks, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]);
}

/** The beginning of a PNG, with any size. */
export function pngHead(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', header)]);
}

/** A segment of a JPEG. */
export function jpegSegment(marker: number, content: Uint8Array, declared = content.length): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(declared + 2, 2);
  return Buffer.concat([head, content]);
}

export const jpegScan = Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]);

/** A JPEG with everything but real pixels, with segments of the test's own. */
export function madeJpeg(width: number, height: number, segments: readonly Buffer[] = []): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const jfif = jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jfif,
    ...segments,
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    jpegScan,
    jpegSegment(0xc4, Buffer.from('another table')),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    jpegScan,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A chunk of a WebP. */
export function webpChunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** A WebP of these chunks. */
export function madeWebp(chunks: readonly Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** The head of an extended WebP, with flags for a profile, EXIF and XMP. */
export function webpHeader(width: number, height: number): Buffer {
  const content = Buffer.alloc(10);
  content[0] = 0x2c;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', content);
}
