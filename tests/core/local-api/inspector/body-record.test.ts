import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBodyRecord } from '../../../../electron/core/local-api/inspector/body-record.ts';
import { jpegSegment, madeJpeg, madePng } from '../../../support/made-images.ts';
import { createRedactor } from '../../../../electron/core/shared/redactor.ts';

test('redacts a body once, and again only if it grew or another secret became known', () => {
  const redactor = createRedactor();
  let count = 0;
  const redact = (value: unknown): unknown => {
    count += 1;
    return redactor.redact(value);
  };
  const body = createBodyRecord({ ...redactor, redact });
  body.add(Buffer.from('my pet is '));
  expect([body.read(), body.read(), count]).toEqual(['my pet is ', 'my pet is ', 1]);
  body.add(Buffer.from('rumpelstiltskin'));
  expect([body.read(), body.read(), count]).toEqual(['my pet is rumpelstiltskin', 'my pet is rumpelstiltskin', 2]);
  redactor.learn('rumpelstiltskin');
  expect([body.read(), body.read(), count]).toEqual(['my pet is [redacted]', 'my pet is [redacted]', 3]);
});

const image = madePng(300, 200, { color: [1, 2, 3], chunks: [] });
const noise = Buffer.concat([image, Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919) % 251))]);
const described = (bytes: Buffer, type = 'png'): string =>
  `<image/${type}, ${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}>`;

/** Records a body that arrives in pieces of this size. */
function recorded(body: string, size: number): string {
  const record = createBodyRecord(createRedactor());
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) record.add(bytes.subarray(at, at + size));
  return record.read();
}

const data = image.toString('base64');
const url = `data:image/png;base64,${data}`;
test.each([
  ['chat completions', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] }],
  ['Responses', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }] }],
  ['Messages', { messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }] }] }],
  ['a tool’s result of Messages', { content: [{ type: 'tool_result', content: [{ type: 'image', source: { type: 'base64', data } }] }] }],
  ['a tool’s result of Responses', { type: 'function_call_output', output: [{ type: 'input_image', image_url: url }] }],
  ['an answer', { choices: [{ message: { content: `You sent ![this](${url}).` } }] }],
  ['a tool’s result as text', { input: [{ type: 'function_call_output', output: JSON.stringify({ image: url, data }) }] }],
  ['a tiny image', { image_url: `data:image/gif;base64,R0lGODlhAQABAAAAACw=`, seen: true }],
])('records the type, size and hash of an image in %s, however it arrives', (_dialect, body) => {
  const text = JSON.stringify(body);
  const tiny = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
  const expected = text
    .replaceAll(data, described(image))
    .replace(/R0lGOD[^"]*/, `<image/gif, ${tiny.length} bytes, SHA-256 ${createHash('sha256').update(tiny).digest('hex')}>`);
  for (const size of [1, 7, 64, 1_000_000]) expect(recorded(text, size), String(size)).toBe(expected);
  expect(() => JSON.parse(recorded(text, 100)) as unknown).not.toThrow();
});

// with many values of bytes, so that its Base64 has slashes and plus signs
const photo = madeJpeg(400, 300, [jpegSegment(0xe1, Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 31) & 0xff)))]);

test('names the type of a photograph, whose size stands further behind', () => {
  const data = photo.toString('base64');
  for (const size of [1, 100, 1_000_000]) expect(recorded(`{"data":"${data}"}`, size)).toBe(`{"data":"${described(photo, 'jpeg')}"}`);
});

test.each([
  ['slashes', (text: string) => text.replaceAll('/', String.raw`\/`)],
  ['plus signs', (text: string) => text.replaceAll('+', String.raw`\u002B`)],
  ['both in JSON within JSON', (text: string) => text.replaceAll('/', String.raw`\\/`).replaceAll('+', String.raw`\\u002b`)],
])('recognizes an image with escaped %s', (_, escape) => {
  const data = photo.toString('base64');
  expect(data).toMatch(/\+.*\/|\/.*\+/);
  const [bare, url] = [escape(data), escape(`data:image/jpeg;base64,${data}`)];
  const text = `{"data":"${bare}","url":"${url}","end":"\\\\"}`;
  const expected = `{"data":"${described(photo, 'jpeg')}","url":"${escape('data:image/jpeg;base64,')}${described(photo, 'jpeg')}","end":"\\\\"}`;
  for (const size of [1, 9, 100_000]) expect(recorded(text, size), String(size)).toBe(expected);
});

test('takes images out before the rest is measured, and describes one whose end never arrives', () => {
  const large = noise.toString('base64');
  const whole = `{"image_url":{"url":"data:image/png;base64,${large}"},"question":"What is it?"}`;
  expect(recorded(whole, 16_384)).toBe(whole.replace(large, described(noise)));
  const cut = `{"image_url":{"url":"data:image/png;base64,${large.slice(0, 80_000)}`;
  expect(recorded(cut, 16_384)).toBe(`{"image_url":{"url":"data:image/png;base64,${described(noise.subarray(0, 60_000))}`);
});

test('keeps text that only looks like Base64 (catches a sequence of letters that is taken for an image)', () => {
  const sequence = JSON.stringify({
    content: `${'ACGT'.repeat(5000)} and ${'wordswithoutspaces'.repeat(40)}`,
    path: 'C:\\\\x',
    code: 'base64,decode',
  });
  expect(recorded(sequence, 333)).toBe(sequence);
});
