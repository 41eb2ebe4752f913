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
    ['attachment-pdf', bytes('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')],
    ['attachment-image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['attachment-image', bytes('GIF89a, all of it ASCII')],
    ['attachment-office', bytes('PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml')],
    ['attachment-office', bytes('PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.text')],
    ['attachment-office', bytes(String.raw`{\rtf1\ansi Hello}`)],
    ['attachment-archive', bytes('PK\u0003\u0004\u0014\0\u0006\0notes.txt')],
    ['attachment-archive', bytes(`notes.txt${'\0'.repeat(248)}ustar`)],
    ['attachment-not-text', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0x02, 0xff])],
  ])('rejects a file as %s by its content (catches a PDF whose source is sent)', (reason, content) => {
    expect(toAttachment('x.txt', content)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', reason, params: { name: 'x.txt' } },
    });
  });

  test.each(['BMW built 50 km of PDF readers', 'PK is a name', 'It starts with %PDF-1.4', 'GIF8 is no header'])('accepts “%s”', (text) => {
    expect(toAttachment('x.txt', bytes(text))).toMatchObject({ ok: true, value: { text } });
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
