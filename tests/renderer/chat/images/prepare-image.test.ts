import { expect, test } from 'vitest';
import type { Failed } from '../../../../electron/contract/failure.ts';
import { prepareImage } from '../../../../renderer/chat/images/prepare-image.ts';
import { pngHead } from '../../../support/made-images.ts';

/** A file that says it is larger than its content. Reading all of it fails. */
function fileOf(bytes: string | Uint8Array, size?: number): File {
  const file = new File([typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : new Uint8Array(bytes)], 'figure');
  const reads = { arrayBuffer: () => expect.unreachable('reads all of it') };
  return size === undefined ? file : Object.defineProperty(Object.assign(file, reads), 'size', { value: size });
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

// Plain Node decodes nothing, so that each of these is refused before that.
test.each<[string, File, string]>([
  ['60,000 × 60,000 pixels', fileOf(pngHead(60_000, 60_000)), 'attachment-image-pixels'],
  ['2 GB', fileOf(pngHead(100, 100), 2 * 1024 ** 3), 'attachment-image-size'],
  ['a huge drawing', fileOf(svg, 11 * 1024 ** 2), 'attachment-image-size'],
  ['a broken header', fileOf('\x89PNG\r\n\x1a\n\0\0'), 'attachment-image-unreadable'],
  ['no size', fileOf('\xff\xd8\xff\xe0\0\x04JF'), 'attachment-image-unreadable'],
  ['HEIC', fileOf(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${heifSize(4000, 3000)}`), 'attachment-image'],
  ['TIFF', fileOf('II*\0\x08\0\0\0\x02\0\0\x01\x03\0\x01\0\0\0\x10\0\0\0\x01\x01\x03\0\x01\0\0\0\x10\0\0\0'), 'attachment-image'],
])('refuses an image of %s by a sentence (catches a window that runs out of memory)', async (_, file, reason) => {
  const result = (await prepareImage(file, 1568)) as Failed;
  expect(result.failure).toMatchObject({ reason, params: { name: 'figure' } });
});

test('says that a file became unreadable (catches a composer that waits for it forever)', async () => {
  const gone = Object.assign(new File([], 'figure'), {
    slice: () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  });
  const result = (await prepareImage(gone, 1568)) as Failed;
  expect(result.failure).toMatchObject({ reason: 'file-unreadable', params: { name: 'figure' } });
});

/** The boxes of a HEIC file that have its size. */
function heifSize(width: number, height: number): string {
  const u32 = (value: number) => String.fromCharCode(...[24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff));
  const box = (name: string, content: string) => u32(content.length + 8) + name + content;
  const size = box('ispe', u32(0) + u32(width) + u32(height));
  return box('meta', u32(0) + box('iprp', box('ipco', size)));
}
