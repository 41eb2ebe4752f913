import { expect, test } from 'vitest';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
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
  ['', 'base-url-empty', {}],
  ['   ', 'base-url-empty', {}],
  ['models.example.org', 'base-url-no-scheme', { suggestion: 'https://models.example.org' }],
  ['models.example.org:8443/x', 'base-url-no-scheme', { suggestion: 'https://models.example.org:8443/x' }],
  ['//models.example.org', 'base-url-no-scheme', { suggestion: 'https://models.example.org' }],
  ['user:pw@models.example.org/x', 'base-url-no-scheme', { suggestion: 'https://models.example.org/x' }],
  ['http://models.example.org', 'base-url-http', {}],
  ['ftp://models.example.org', 'base-url-scheme', { scheme: 'ftp' }],
  ['javascript://x', 'base-url-scheme', { scheme: 'javascript' }],
  ['https://', 'base-url-no-host', {}],
  ['https:///path', 'base-url-no-host', {}],
  ['https://:443', 'base-url-no-host', {}],
  ['https://models .example.org', 'base-url-spaces', {}],
  ['https://models.example.org:99999', 'base-url-invalid', {}],
  ['https://[::1', 'base-url-invalid', {}],
  ['https://user:pw@models.example.org', 'base-url-credentials', {}],
  ['https://models.example.org/?a=1', 'base-url-query', {}],
  ['https://models.example.org/#x', 'base-url-query', {}],
])('rejects %s with a reason and a remedy, and never repeats a password', (input, reason, params) => {
  const parsed = parseBaseUrl(input);
  expect(parsed).toEqual({ ok: false, failure: { code: 'invalid-input', reason, params } });
  expect(parsed.ok ? '' : describeFailure(parsed.failure).remedy).not.toBe('');
});
