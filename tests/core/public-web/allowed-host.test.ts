import { expect, test } from 'vitest';
import { isAllowedHost, parseAllowedHost } from '../../../electron/core/public-web/address-rules.ts';

test.each([
  ['Printer.Local:8080', 'printer.local:8080'],
  ['10.0.0.7', '10.0.0.7'],
  ['127.1', '127.0.0.1'],
  ['0x7f000001:80', '127.0.0.1:80'],
  ['[FD00::7]:80', '[fd00::7]:80'],
])('normalizes %s to %s', (text, normalized) => expect(parseAllowedHost(text)).toEqual({ ok: true, value: normalized }));

// An entry allows access, so it must be exactly one host, never a pattern or a whole address.
test.each(['', '*', 'http://a', 'a/b', 'a b', 'user@a', 'a:0', 'a:99999', '::1', '[::1', 'a?b', 'a#b', '%31'])('rejects %s', (text) =>
  expect(parseAllowedHost(text).ok).toBe(false),
);

test('allows only the port of an entry that has one', () => {
  expect(isAllowedHost(['a.example:8080'], 'a.example', 8080)).toBe(true);
  expect(isAllowedHost(['a.example:8080'], 'a.example', 80)).toBe(false);
  expect(isAllowedHost(['a.example'], 'A.example', 80)).toBe(true);
  expect(isAllowedHost(['a.example'], 'b.a.example', 80)).toBe(false);
});
