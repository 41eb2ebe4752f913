import { describe, expect, test } from 'vitest';
import { detectLanguage } from '../../../electron/contract/strings.ts';
import { parseAttachments, toAttachment } from '../../../renderer/chat/attachment.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('attaching a file', () => {
  test('reads text and detects the language from its name', () => {
    expect(toAttachment('fit.py', bytes('print(1)\n'))).toEqual({
      ok: true,
      value: { name: 'fit.py', language: 'python', text: 'print(1)\n' },
    });
    expect([detectLanguage('README'), detectLanguage('a.b.TS'), detectLanguage('x.unknown')]).toEqual([null, 'typescript', null]);
  });

  test('accepts UTF-16 (catches a spreadsheet’s export refused)', () =>
    expect(toAttachment('a.csv', new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x62, 0x00]))).toMatchObject({ ok: true, value: { text: 'ab' } }));

  test.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0xff])],
    ['an archive', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00])],
  ])('rejects a file that is %s (catches a message full of signs)', (_, content) => {
    expect(toAttachment('x.bin', content)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', reason: 'attachment-not-text', params: { name: 'x.bin' } },
    });
  });

  test('rejects an empty or far too long file with a reason', () => {
    expect(toAttachment('x.txt', bytes(' \n'))).toMatchObject({
      ok: false,
      failure: { reason: 'attachment-empty', params: { name: 'x.txt' } },
    });
    expect(toAttachment('x.txt', bytes('a'.repeat(2_000_001)))).toMatchObject({ ok: false, failure: { reason: 'attachment-too-long' } });
  });
});

test('restores the attachments of a draft and ignores everything else (catches a crash on a broken draft)', () => {
  const file = { name: 'a', language: null, text: 'b' };
  expect(parseAttachments(JSON.stringify([file, { name: 1 }, null]))).toEqual([file]);
  expect([parseAttachments('{'), parseAttachments('{}')]).toEqual([[], []]);
});
