import { expect, test } from 'vitest';
import { parseExternalLink } from '../../electron/host/parse-external-link.ts';

test('accepts https links', () => {
  expect(parseExternalLink('https://example.org/a?b#c')).toEqual({ ok: true, value: 'https://example.org/a?b#c' });
});

test('accepts a mail address', () => {
  expect(parseExternalLink('mailto:someone@example.org')).toEqual({ ok: true, value: 'mailto:someone@example.org' });
});

test.each([
  'mailto:someone@example.org?attach=/etc/passwd',
  'mailto:someone@example.org?',
  'mailto:someone@example.org#?attach=/etc/passwd',
  'mailto:',
  'mailto:a@b.example,c@d.example',
  'http://example.org',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://server/share',
  'ms-msdt:/id',
  'https://bank.example@evil.example/',
  'https://user:pw@example.org/',
  '//example.org',
  'example.org',
  '',
])('rejects %s', (text) => {
  expect(parseExternalLink(text)).toMatchObject({ ok: false, failure: { code: 'refused' } });
});
