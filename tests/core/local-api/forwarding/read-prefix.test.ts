import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPrefix } from '../../../../electron/core/local-api/forwarding/relay.ts';

const sentence = '{"detail":"API keys are switched off"}';
const read = (body: Buffer, encoding?: string, limit = 16 * 1024) => readPrefix(Readable.from([body]), limit, encoding);

test.each([
  ['gzip', gzipSync(sentence)],
  ['x-gzip', gzipSync(sentence)],
  [' GZIP', gzipSync(sentence)],
  ['deflate', deflateSync(sentence)],
  ['br', brotliCompressSync(sentence)],
  ['identity', Buffer.from(sentence)],
  [undefined, Buffer.from(sentence)],
] as const)('reads a body with the encoding %s', async (encoding, body) => {
  expect(await read(body, encoding)).toBe(sentence);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('reads the start of a %s body that is longer than the limit', async (encoding, compress) => {
  const text = `${sentence}${randomBytes(30_000).toString('base64')}`;
  const start = await read(compress(text), encoding);
  expect(start.length).toBeGreaterThan(sentence.length);
  expect(text.startsWith(start)).toBe(true);
});

test('has no text for a body that can’t be decoded or decodes to too much', async () => {
  expect(await read(Buffer.from([1, 2, 3]), 'gzip')).toBe('');
  expect(await read(gzipSync(sentence), 'zstd')).toBe('');
  expect(await read(gzipSync(sentence), 'gzip, br')).toBe('');
  expect(await read(gzipSync(Buffer.alloc(8 * 1024 * 1024)), 'gzip')).toBe('');
});

test('has what arrived of a body that breaks', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('abc');
      throw new Error('broken');
    })(),
  );
  expect(await readPrefix(broken, 10)).toBe('abc');
});
