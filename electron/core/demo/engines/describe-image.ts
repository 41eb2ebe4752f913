import { inflateSync } from 'node:zlib';
import { pngChunks, readImageHeader, type ImageHeader } from '../../../contract/image-header.ts';
import { demoText } from '../text.ts';

/** A sent image: its type and size, and its bytes. */
export interface SentImage {
  readonly header: ImageHeader;
  readonly bytes: Buffer;
}

/** Reads an image from a data URL. Returns undefined if it isn't one. */
export function readSentImage(url: string): SentImage | undefined {
  const data = /^data:image\/[a-z+.-]+;base64,/i.exec(url);
  if (!data) return undefined;
  const bytes = Buffer.from(url.slice(data[0].length), 'base64');
  const header = readImageHeader(bytes);
  return header && { header, bytes };
}

/** Returns a sentence about an image: its type, its size and, of a PNG, its main colors. */
export function describeImage({ header, bytes }: SentImage): string {
  const { type, width, height } = header;
  const colors = type === 'image/png' ? mainColors(bytes, header) : undefined;
  return demoText.image(type.slice('image/'.length).toUpperCase(), width, height, colors);
}

const namedColors = {
  black: [0, 0, 0],
  gray: [128, 128, 128],
  white: [255, 255, 255],
  red: [255, 0, 0],
  brown: [139, 69, 19],
  orange: [255, 165, 0],
  yellow: [255, 255, 0],
  green: [0, 128, 0],
  turquoise: [64, 224, 208],
  blue: [0, 0, 255],
  purple: [128, 0, 128],
  pink: [255, 182, 193],
} as const;
type Color = readonly [red: number, green: number, blue: number];

const maxColors = 3;
const minShare = 0.05;
/** Unpacking more would block the program that the demo is part of. */
const maxPixels = 4096 * 4096;
/** Samples suffice for shares. */
const maxSamples = 100_000;

/** Returns the most frequent colors, and then the first ones. Returns undefined for the rarer kinds of PNG. */
function mainColors(bytes: Buffer, { width, height }: ImageHeader): readonly string[] | undefined {
  const pixels = width * height <= maxPixels ? decodePng(bytes, width, height) : undefined;
  if (!pixels) return undefined;
  const counts = new Map<string, number>();
  const step = Math.ceil((width * height) / maxSamples);
  let samples = 0;
  for (let index = 0; index < width * height; index += step) {
    const name = nearestColor(pixels(index));
    counts.set(name, (counts.get(name) ?? 0) + 1);
    samples += 1;
  }
  return [...counts]
    .filter(([, count]) => count >= minShare * samples)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxColors)
    .map(([name]) => name);
}

function nearestColor(color: Color): string {
  const distance = (named: Color): number => named.reduce((sum, channel, index) => sum + (channel - (color[index] ?? 0)) ** 2, 0);
  const [first] = Object.entries<Color>(namedColors).toSorted(([, one], [, other]) => distance(one) - distance(other));
  return first?.[0] ?? 'black';
}

/** Channels per pixel by color type: gray, RGB, palette, gray and alpha, RGBA. */
const channelsByType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Decodes a PNG with 8 bits per channel that isn't interlaced. Returns a function from the index of a pixel to its color. */
function decodePng(bytes: Buffer, width: number, height: number): ((index: number) => Color) | undefined {
  const [depth, type, interlacing] = [bytes[24], bytes[25] ?? 0, bytes[28]];
  const channels = channelsByType[type];
  if (depth !== 8 || interlacing !== 0 || channels === undefined) return undefined;
  const chunks = [...pngChunks(bytes)];
  const stride = width * channels;
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ content, end }) => bytes.subarray(content, end)));
  let rows: Buffer;
  try {
    rows = inflateSync(packed, { maxOutputLength: (stride + 1) * height });
  } catch {
    return undefined;
  }
  if (rows.length < (stride + 1) * height) return undefined;
  for (let row = 0; row < height; row += 1) unfilter(rows, row * (stride + 1), stride, channels);
  const palette = chunks.find(({ name }) => name === 'PLTE')?.content ?? 0;
  return (index) => {
    const at = Math.floor(index / width) * (stride + 1) + 1 + (index % width) * channels;
    if (type === 3) return rgbAt(bytes, palette + 3 * (rows[at] ?? 0));
    return channels < 3 ? [rows[at] ?? 0, rows[at] ?? 0, rows[at] ?? 0] : rgbAt(rows, at);
  };
}

function rgbAt(bytes: Buffer, at: number): Color {
  return [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
}

/** Undoes the filter of a row in place. Each byte was predicted from those to the left, above, and above to the left. */
function unfilter(rows: Buffer, start: number, stride: number, channels: number): void {
  const filter = rows[start];
  if (filter === 0) return;
  for (let index = 0; index < stride; index += 1) {
    const at = start + 1 + index;
    const left = index < channels ? 0 : (rows[at - channels] ?? 0);
    const above = start === 0 ? 0 : (rows[at - stride - 1] ?? 0);
    const corner = start === 0 || index < channels ? 0 : (rows[at - stride - 1 - channels] ?? 0);
    const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
    rows[at] = ((rows[at] ?? 0) + predicted) & 0xff;
  }
}

/** Returns that of the three bytes which is nearest to their prediction. */
function paeth(left: number, above: number, corner: number): number {
  const [toLeft, toAbove, toCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
