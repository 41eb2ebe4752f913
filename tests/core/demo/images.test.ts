import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { describeImage, readSentImage } from '../../../electron/core/demo/engines/describe-image.ts';
import { chatRequestSchema } from '../../../electron/core/demo/engines/requests.ts';
import { errorTextFor } from '../../../electron/core/demo/dialects/request-error.ts';
import { checkImages } from '../../../electron/core/demo/http/check-request.ts';
import { madeJpeg, madePng, pngChunk, pngHead } from '../../support/made-images.ts';
import { answered, model } from './engine-fixture.ts';

const urlOf = (bytes: Buffer, type = 'png'): string => `data:image/${type};base64,${bytes.toString('base64')}`;
const asking = (text: string, ...urls: readonly string[]) => ({
  role: 'user',
  content: [{ type: 'text', text }, ...urls.map((url) => ({ type: 'image_url', image_url: { url } }))],
});

test('describes the images of a question, and those of an earlier one that it asks about', () => {
  const red = asking('What is this?', urlOf(madePng(32, 20)));
  const said = { role: 'assistant', content: 'An image.' };
  const size = 'This is a PNG image with 32 × 20 pixels. It’s mainly **red**.';
  expect(answered('beta-4-scout', [red]).content).toContain(size);
  expect(answered('beta-4-scout', [red, said, { role: 'user', content: 'Which color is it?' }]).content).toContain(size);
  expect(answered('beta-4-scout', [red, said, { role: 'user', content: 'What is 2 + 3?' }]).content).toContain('**5**');
  const two = answered('beta-4-scout', [asking('Compare', urlOf(madePng(9, 9)), urlOf(madeJpeg(40, 30), 'jpeg'))]).content;
  expect(two).toMatch(/2 images.*\n1\. .*9 × 9.*\n2\. This is a JPEG image with 40 × 30 pixels\. I can’t tell/);
  expect(answered('beta-4-scout', [asking('And this?', 'data:image/png;base64,AAAA')]).content).toContain('can’t read');
});

/** A PNG with these rows of bytes, each with its filter first, and a color type. */
function packedPng(width: number, rows: readonly (readonly number[])[], type: number, height = rows.length): Buffer {
  const header = Buffer.from(pngHead(width, height));
  header[25] = type;
  return Buffer.concat([header, pngChunk('IDAT', deflateSync(Buffer.from(rows.flat()))), pngChunk('IEND', Buffer.alloc(0))]);
}

/** A PNG of 4 × 4 pixels with one filter per row, whose upper half is blue and whose lower half is yellow. */
function filteredPng(): Buffer {
  const rows = Array.from({ length: 4 }, (_, row) => Array.from({ length: 4 }, () => (row < 2 ? [0, 0, 250] : [250, 250, 0])).flat());
  const at = (row: number, index: number): number => (row < 0 || index < 0 ? 0 : (rows[row]?.[index] ?? 0));
  const predicted = (filter: number, row: number, index: number): number => {
    const [left, above, corner] = [at(row, index - 3), at(row - 1, index), index < 3 ? 0 : at(row - 1, index - 3)];
    const estimate = left + above - corner;
    const nearest = [left, above, corner].toSorted((one, other) => Math.abs(estimate - one) - Math.abs(estimate - other))[0] ?? 0;
    return [0, left, above, (left + above) >> 1, nearest][filter] ?? 0;
  };
  const packed = rows.map((row, y) => [[y + 1], row.map((byte, index) => (byte - predicted(y + 1, y, index)) & 0xff)].flat());
  return packedPng(4, packed, 2);
}

const described = (png: Buffer): string => {
  const image = readSentImage(urlOf(png));
  return image ? describeImage(image) : '';
};

test.each([
  ['a white background', [250, 250, 250], '**white**'],
  ['the gray of a plot’s grid', [211, 211, 211], '**gray**'],
  ['the first blue of a plot', [31, 119, 180], '**blue**'],
  ['cyan', [23, 190, 207], '**turquoise**'],
  ['light pink', [255, 182, 193], '**pink**'],
  ['wood', [139, 69, 19], '**brown**'],
  ['a dark ink', [20, 20, 50], '**black**'],
  ['magenta', [255, 0, 255], '**purple**'],
])('names the color of %s as people do', (_, color, name) => expect(described(madePng(2, 2, { color }))).toContain(`It’s mainly ${name}.`));

test('sees a transparent background as white', () => {
  const line = [255, 0, 0, 255];
  expect(
    described(
      packedPng(
        2,
        [
          [0, ...line, 0, 0, 0, 0],
          [0, 0, 0, 0, 0, 0, 0, 0, 0],
        ],
        6,
      ),
    ),
  ).toContain('**white** and **red**');
  expect(described(packedPng(2, [[0, 0, 0, 0, 0]], 4))).toContain('mainly **white**');
});

test('decodes every filter of a PNG, and names nothing for one that is broken', () => {
  expect(described(filteredPng())).toContain('Its main colors are **blue** and **yellow**.');
  const broken = Buffer.concat([pngHead(4, 4), pngChunk('IDAT', Buffer.from('not packed'))]);
  const row = [0, ...Array<number>(12).fill(9)];
  for (const png of [broken, packedPng(4, [row], 2, 4), packedPng(4, [row, row, row, row, row], 2, 4), pngHead(60_000, 60_000)])
    expect(described(png)).toContain('can’t tell');
  expect(readSentImage('https://example.org/a.png')).toBeUndefined();
});

test('refuses images as the engines do', () => {
  const refusal = (id: string, count: number) => {
    const request = chatRequestSchema.parse({
      model: id,
      messages: [asking('Hi', ...Array.from({ length: count }, () => urlOf(madePng(2, 2))))],
    });
    const problem = checkImages(request, model(id));
    return problem && errorTextFor(problem).message;
  };
  expect(refusal('gamma-oss-120b', 0)).toBeUndefined();
  expect(refusal('gamma-oss-120b', 1)).toBe('gamma-oss-120b is not a multimodal model');
  expect(refusal('alpha-R1', 1)).toContain('only supports text input');
  expect(refusal('beta-4-scout', 4)).toBeUndefined();
  expect(refusal('beta-4-scout', 5)).toBe('At most 4 image(s) may be provided in one prompt.');
});
