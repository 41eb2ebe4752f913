/** The first fields of an image file. */
export interface ImageHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif' | 'image/heic' | 'image/bmp' | 'image/tiff';
  /** Size in pixels as stored. Orientations from 5 on exchange the two when it is shown. */
  readonly width: number;
  readonly height: number;
  /** How EXIF says to turn it: 1 (as it is) to 8. */
  readonly orientation: number;
}

type Fields = Omit<ImageHeader, 'type'>;

/** An image with more pixels is not decoded: each takes four bytes of memory. */
export const maxImagePixels = 100_000_000;

/**
 * Reads the type and the size of an image from its first bytes. Decodes nothing. Returns undefined for everything else and for a broken
 * header. The bytes may be cut off, and lie.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const [type, , read] = findFormat(bytes) ?? [];
  const fields = read?.(bytes);
  return type && fields && fields.width > 0 && fields.height > 0 ? { type, ...fields } : undefined;
}

/** Returns the type of an image from its first bytes, which may end before its size. */
export function detectImageType(bytes: Uint8Array): ImageHeader['type'] | undefined {
  return findFormat(bytes)?.[0];
}

function findFormat(bytes: Uint8Array) {
  const beginning = latin1(bytes, 0, 64);
  return formats.find(([, signature]) => signature.test(beginning));
}

/* oxlint-disable no-control-regex -- signatures have control characters */
const formats: readonly (readonly [ImageHeader['type'], RegExp, (bytes: Uint8Array) => Fields | undefined])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n.{4}IHDR/s, readPng],
  ['image/jpeg', /^\xff\xd8\xff/, readJpeg],
  ['image/webp', /^RIFF.{4}WEBPVP8[ LX]/s, readWebp],
  ['image/gif', /^GIF8[79]a/, (bytes) => ({ width: u16(bytes, 6, true), height: u16(bytes, 8, true), orientation: 1 })],
  ['image/avif', /^.{4}ftyp(?:avi[fs]|(?:miaf|m[is]f1).{4}(?:.{4})*?avi[fs])/s, readHeif],
  ['image/heic', /^.{4}ftyp(?:hei[cfmsx]|hev[cmsx]|miaf|m[is]f1)/s, readHeif],
  ['image/bmp', /^BM.{4}\0{4}/s, readBmp],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/, (bytes) => readTiff(bytes)],
];
/* oxlint-enable no-control-regex */

/** Bytes beyond the end read as 0, so that nothing here throws. */
const u8 = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
const u16 = (bytes: Uint8Array, at: number, isLittle = false): number =>
  isLittle ? u8(bytes, at) + u8(bytes, at + 1) * 0x100 : u8(bytes, at) * 0x100 + u8(bytes, at + 1);
const u32 = (bytes: Uint8Array, at: number, isLittle = false): number => {
  const [first, second] = [u16(bytes, at, isLittle), u16(bytes, at + 2, isLittle)];
  return isLittle ? first + second * 0x10000 : first * 0x10000 + second;
};

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

/** A section of a file: its name and the range of its content, which may end beyond the bytes. */
export interface ImageSection {
  readonly name: string;
  /** Where its name and length begin. */
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

function findSection(sections: Iterable<ImageSection>, name: string): ImageSection | undefined {
  for (const section of sections) if (section.name === name) return section;
  return undefined;
}

/** Lists the chunks of a PNG. */
export function* pngChunks(bytes: Uint8Array): Generator<ImageSection> {
  for (let start = 8; start + 8 <= bytes.length;) {
    const content = start + 8;
    const end = content + u32(bytes, start);
    yield { name: latin1(bytes, start + 4, content), start, content, end };
    start = end + 4; // after the checksum
  }
}

/** Lists the chunks of a WebP. */
export function* webpChunks(bytes: Uint8Array): Generator<ImageSection> {
  for (let start = 12; start + 8 <= bytes.length;) {
    const content = start + 8;
    const end = content + u32(bytes, start + 4, true);
    yield { name: latin1(bytes, start, start + 4), start, content, end };
    start = end + (end % 2); // padded
  }
}

/** Lists the segments of a JPEG, each named by its marker, such as `e1`. The data after the head of a scan are a segment named `scan`. */
export function* jpegSegments(bytes: Uint8Array): Generator<ImageSection> {
  for (let start = 2; start + 2 <= bytes.length && u8(bytes, start) === 0xff;) {
    while (u8(bytes, start + 1) === 0xff) start += 1; // fill bytes
    const marker = u8(bytes, start + 1);
    const name = marker.toString(16);
    const content = start + 4;
    if (marker === 0xd9) return yield { name, start, content: start + 2, end: start + 2 };
    const end = start + 2 + Math.max(2, u16(bytes, start + 2));
    yield { name, start, content, end };
    start = end;
    if (marker !== 0xda) continue;
    start = findMarker(bytes, end);
    yield { name: 'scan', start: end, content: end, end: start };
  }
}

/** Returns where the data of a scan end: at a marker other than those within it. */
function findMarker(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  for (; at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = u8(bytes, at + 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** Reads the orientation of EXIF data, which are a TIFF file. */
function readOrientation(exif: Uint8Array): number {
  return readTiff(exif)?.orientation ?? 1;
}

function readPng(bytes: Uint8Array): Fields {
  const exif = findSection(pngChunks(bytes), 'eXIf');
  const orientation = exif ? readOrientation(bytes.subarray(exif.content, exif.end)) : 1;
  return { width: u32(bytes, 16), height: u32(bytes, 20), orientation };
}

function readJpeg(bytes: Uint8Array): Fields | undefined {
  let orientation: number | undefined;
  let size: Pick<Fields, 'width' | 'height'> | undefined;
  for (const { name, content, end } of jpegSegments(bytes)) {
    if (name === 'da') break;
    const isExif = name === 'e1' && latin1(bytes, content, content + 6) === 'Exif\0\0';
    if (isExif) orientation ??= readOrientation(bytes.subarray(content + 6, end));
    // the frame of every kind of compression, between which are the tables
    if (/^c[0-35-79-bd-f]$/.test(name)) {
      size ??= { width: u16(bytes, content + 3), height: u16(bytes, content + 1) };
    }
  }
  return size && { ...size, orientation: orientation ?? 1 };
}

function readWebp(bytes: Uint8Array): Fields | undefined {
  const exif = findSection(webpChunks(bytes), 'EXIF');
  const orientation = exif ? readOrientation(bytes.subarray(exif.content, exif.end)) : 1;
  const u24 = (at: number): number => u16(bytes, at, true) + u8(bytes, at + 2) * 0x10000;
  const at = 20; // the content of the first chunk
  switch (latin1(bytes, 12, 16)) {
    case 'VP8X':
      return at + 10 > bytes.length ? undefined : { width: u24(at + 4) + 1, height: u24(at + 7) + 1, orientation };
    case 'VP8L': {
      const size = u32(bytes, at + 1, true);
      if (u8(bytes, at) !== 0x2f || at + 5 > bytes.length) return undefined;
      return { width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1, orientation };
    }
    default:
      if (latin1(bytes, at + 3, at + 6) !== '\x9d\x01*') return undefined;
      return { width: u16(bytes, at + 6, true) & 0x3fff, height: u16(bytes, at + 8, true) & 0x3fff, orientation };
  }
}

function readBmp(bytes: Uint8Array): Fields {
  const isOld = u32(bytes, 14, true) === 12;
  const size = (at: number): number => Math.abs(u32(bytes, at, true) | 0); // a negative height is from the top down
  if (isOld) return { width: u16(bytes, 18, true), height: u16(bytes, 20, true), orientation: 1 };
  return { width: size(18), height: size(22), orientation: 1 };
}

/** Reads the first directory of a TIFF file or of EXIF data, which have no size. */
function readTiff(bytes: Uint8Array): Fields | undefined {
  const isLittle = u8(bytes, 0) === 0x49;
  if (u16(bytes, 2, isLittle) !== 42) return undefined;
  const directory = u32(bytes, 4, isLittle);
  const tags = new Map<number, number>();
  const end = Math.min(bytes.length, directory + 2 + 12 * u16(bytes, directory, isLittle));
  for (let at = directory + 2; at + 12 <= end; at += 12) {
    const isShort = u16(bytes, at + 2, isLittle) === 3;
    tags.set(u16(bytes, at, isLittle), isShort ? u16(bytes, at + 8, isLittle) : u32(bytes, at + 8, isLittle));
  }
  const orientation = tags.get(274) ?? 1;
  return { width: tags.get(256) ?? 0, height: tags.get(257) ?? 0, orientation: orientation >= 1 && orientation <= 8 ? orientation : 1 };
}

/** Lists the boxes between two positions. */
function* boxes(bytes: Uint8Array, from: number, to: number): Generator<ImageSection> {
  const limit = Math.min(to, bytes.length);
  for (let start = from; start + 8 <= limit;) {
    const declared = u32(bytes, start);
    const isLong = declared === 1;
    const content = start + (isLong ? 16 : 8);
    const length = isLong ? u32(bytes, start + 8) * 2 ** 32 + u32(bytes, start + 12) : declared;
    const end = length === 0 ? limit : start + length;
    if (end < content) return; // else it would loop
    yield { name: latin1(bytes, start + 4, start + 8), start, content, end: Math.min(end, limit) };
    start = end;
  }
}

/** The turns of HEIF, a quarter counterclockwise each, as EXIF has them. */
const turns = [1, 8, 3, 6];

/** Reads AVIF and HEIC: the largest of the sizes in it, because there are those of tiles and thumbnails, too. */
function readHeif(bytes: Uint8Array): Fields | undefined {
  let range = { content: 0, end: bytes.length };
  for (const name of ['meta', 'iprp', 'ipco']) {
    const found = findSection(boxes(bytes, range.content, range.end), name);
    if (!found) return undefined;
    range = { content: found.content + (name === 'meta' ? 4 : 0), end: found.end };
  }
  const fields = { width: 0, height: 0, orientation: 1 };
  for (const { name, content, end } of boxes(bytes, range.content, range.end)) {
    const [width, height] = [u32(bytes, content + 4), u32(bytes, content + 8)];
    if (name === 'ispe' && content + 12 <= end && width * height > fields.width * fields.height) Object.assign(fields, { width, height });
    if (name === 'irot' && content < end) fields.orientation = turns[u8(bytes, content) & 3] ?? 1;
  }
  return fields;
}
