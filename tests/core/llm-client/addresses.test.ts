import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../electron/core/llm-client/addresses.ts';

test.each([
  ['https://models.example.org', 'https://models.example.org', '/'],
  ['  https://models.example.org/ \n', 'https://models.example.org', '/'],
  ['HTTPS://Models.Example.org///', 'https://models.example.org', '/'],
  ['https://models.example.org:443', 'https://models.example.org', '/'],
  ['https://models.example.org:8443/', 'https://models.example.org:8443', '/'],
  ['https://models.example.org/some/path//', 'https://models.example.org/some/path', '/some/path/'],
  ['https://[2001:DB8::1]:8443/x', 'https://[2001:db8::1]:8443/x', '/x/'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example', '/'],
  ['https://10.0.0.7', 'https://10.0.0.7', '/'],
])('%s', (input, baseUrl, path) => {
  const parsed = parseBaseUrl(input);
  expect(parsed).toMatchObject({ ok: true, value: { baseUrl, proxyBase: `${path}api/` } });
  expect(parsed.ok && parsed.value.directBase('engine-b')).toBe(`${path}engine-b/v1/`);
});

test('returns what TLS and the tunnel need: host without brackets, port with its default', () => {
  expect(parseBaseUrl('https://[::1]')).toMatchObject({ ok: true, value: { host: '::1', port: 443, origin: 'https://[::1]' } });
  expect(parseBaseUrl('https://a.example:7')).toMatchObject({ ok: true, value: { host: 'a.example', port: 7 } });
});

test.each([
  ['', /empty/],
  ['   ', /empty/],
  ['models.example.org', /https:\/\/models\.example\.org\?/],
  ['models.example.org:8443/x', /must begin with https/],
  ['//models.example.org', /https:\/\/models\.example\.org\?/],
  ['http://models.example.org', /unprotected/],
  ['ftp://models.example.org', /not ftp/],
  ['javascript://x', /not javascript/],
  ['https://', /no host/],
  ['https:///path', /no host/],
  ['https://:443', /no host/],
  ['https://models .example.org', /space/],
  ['https://models.example.org:99999', /port/],
  ['https://[::1', /valid/],
  ['https://user:pw@models.example.org', /password/],
  ['https://models.example.org/?a=1', /\?/],
  ['https://models.example.org/#x', /#/],
])('rejects with a sentence: %s', (input, sentence) => {
  const parsed = parseBaseUrl(input);
  expect(parsed).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  expect(parsed.ok ? '' : parsed.failure.message).toMatch(sentence);
  expect(parsed.ok ? '' : parsed.failure.remedy).not.toBe('');
});
