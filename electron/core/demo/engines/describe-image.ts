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

/** Names of hues, each up to an angle of the color wheel. */
const hues = [
  [15, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [195, 'turquoise'],
  [260, 'blue'],
  [310, 'purple'],
  [345, 'pink'],
  [360, 'red'],
] as const;

const maxColors = 3;
const minShare = 0.05;
/** Unpacking more would block the program that the demo is part of. */
const maxPixels = 2048 * 2048;
/** Samples suffice for shares. */
const maxSamples = 20_000;

/** Returns the most frequent colors, and then the first ones. Returns undefined for the rarer kinds of PNG. */
function mainColors(bytes: Buffer, { width, height }: ImageHeader): readonly string[] | undefined {
  const pixels = width * height <= maxPixels ? decodePng(bytes, width, height) : undefined;
  if (!pixels) return undefined;
  const counts = new Map<string, number>();
  const step = Math.ceil((width * height) / maxSamples);
  let samples = 0;
  for (let index = 0; index < width * height; index += step) {
    const name = colorName(pixels(index));
    counts.set(name, (counts.get(name) ?? 0) + 1);
    samples += 1;
  }
  return [...counts]
    .filter(([, count]) => count >= minShare * samples)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxColors)
    .map(([name]) => name);
}

/** Names a color by its hue, or by its lightness if it has almost none. */
function colorName([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const max = Math.max(red, green, blue);
  const chroma = max - Math.min(red, green, blue);
  if (max < 64) return 'black';
  if (chroma < 40) return max > 230 ? 'white' : 'gray';
  const sector = max === red ? (green - blue) / chroma : max === green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma;
  const angle = (sector * 60 + 360) % 360;
  const name = hues.find(([end]) => angle <= end)?.[1] ?? 'red';
  if (name === 'red' && max - chroma > 140) return 'pink';
  return name === 'orange' && max < 170 ? 'brown' : name;
}

/** Channels per pixel by color type: gray, RGB, palette, gray and alpha, RGBA. */
const channelsByType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Decodes a PNG with 8 bits per channel that isn't interlaced. Returns a function from the index of a pixel to its color. */
function decodePng(bytes: Buffer, width: number, height: number): ((index: number) => readonly number[]) | undefined {
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
    const value = (channel: number): number => rows[at + channel] ?? 0;
    if (type === 3) return [0, 1, 2].map((channel) => bytes[palette + 3 * value(0) + channel] ?? 0);
    const opacity = channels % 2 === 0 ? value(channels - 1) / 255 : 1;
    return (channels < 3 ? [0, 0, 0] : [0, 1, 2]).map((channel) => 255 - (255 - value(channel)) * opacity); // on white
  };
}

/** Undoes the filter of a row in place. Each byte was predicted from those to the left, above, and above to the left. */
function unfilter(rows: Buffer, start: number, stride: number, channels: number): void {
  const filter = rows[start] ?? 0;
  if (filter === 0) return;
  for (let at = start + 1; at <= start + stride; at += 1) {
    const isFirst = at <= start + channels;
    const left = isFirst ? 0 : (rows[at - channels] ?? 0);
    const above = rows[at - stride - 1] ?? 0; // nothing above the first row
    const corner = isFirst ? 0 : (rows[at - stride - 1 - channels] ?? 0);
    rows[at] = ((rows[at] ?? 0) + predict(filter, left, above, corner)) & 0xff;
  }
}

function predict(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      // that of the three which is nearest to `left + above - corner`
      const [toLeft, toAbove, toCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
      if (toLeft <= toAbove && toLeft <= toCorner) return left;
      return toAbove <= toCorner ? above : corner;
    }
    default:
      return 0;
  }
}
