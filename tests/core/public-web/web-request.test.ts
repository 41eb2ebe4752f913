import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody, limitedResponse, readLimited } from '../../../electron/core/public-web/web-request.ts';

const text = 'sunny '.repeat(1000);
const bodyOf = (bytes: Buffer) => Readable.from(bytes.length === 0 ? [] : [bytes.subarray(0, 5), bytes.subarray(5)]);

test.each([
  ['gzip', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['X-GZip', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  [undefined, Buffer.from(text)],
  ['unheard-of', Buffer.from(text)],
])('reads a body with the encoding %s', async (encoding, bytes) => {
  const read = await readLimited(decodeBody(bodyOf(bytes), encoding), 1_000_000);
  expect({ text: read.body.toString(), isCut: read.isCut }).toEqual({ text, isCut: false });
});

test('counts the decoded bytes (catches a small answer that fills the memory)', async () => {
  const source = bodyOf(gzipSync(Buffer.alloc(50_000_000)));
  const read = await readLimited(decodeBody(source, 'gzip'), 1000);
  expect([read.body.length, read.isCut]).toEqual([1000, true]);
  expect(source.destroyed).toBe(true);
});

test.each(['gzip', 'deflate', 'br'])('reads an empty body that is said to be %s', async (encoding) => {
  expect((await readLimited(decodeBody(bodyOf(Buffer.alloc(0)), encoding), 1000)).body).toHaveLength(0);
});

test('fails for a body that isn’t what its encoding says', () =>
  expect(readLimited(decodeBody(bodyOf(Buffer.from('no gzip')), 'gzip'), 1000)).rejects.toThrow('incorrect header check'));

function streamed(type: string, pieces: readonly string[]): Promise<string> {
  const body = new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return limitedResponse(new Response(body, { headers: { 'content-type': type } }), 100, 'a.example').text();
}

const event = `data: ${'x'.repeat(50)}\n\n`;

test('limits each event of a stream, not the whole stream (catches a long session that breaks)', async () => {
  const pieces = Array.from({ length: 10 }, () => event);
  expect(await streamed('text/event-stream; charset=utf-8', pieces)).toBe(event.repeat(10));
  const split = pieces.flatMap((each) => [each.slice(0, -1), each.slice(-1)]);
  expect(await streamed('text/event-stream', split)).toBe(event.repeat(10));
  await expect(streamed('text/event-stream', ['data: ', 'x'.repeat(100), event])).rejects.toMatchObject({
    failure: { reason: 'web-answer-too-long' },
  });
  await expect(streamed('application/json', pieces)).rejects.toMatchObject({ failure: { reason: 'web-answer-too-long' } });
});

test('limits one endless event', () =>
  expect(streamed('text/event-stream', [event, ...Array.from({ length: 3 }, () => 'x'.repeat(50))])).rejects.toMatchObject({
    failure: { reason: 'web-answer-too-long' },
  }));
