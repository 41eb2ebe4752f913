import { expect, test } from 'vitest';
import { checkRequestHead, type RequestHead, type GuardResult } from '../../../../electron/core/local-api/access/request-guard.ts';

const identity = { port: 7333, allowedOrigins: ['https://page.example'] };
const judge = (rawHeaders: readonly string[], more: Partial<RequestHead> = {}): GuardResult =>
  checkRequestHead(
    { method: 'GET', target: '/v1/models', httpVersion: '1.1', rawHeaders: ['Host', '127.0.0.1:7333', ...rawHeaders], ...more },
    identity,
  );
const codeOf = (verdict: GuardResult): string => (verdict.kind === 'refused' ? verdict.error.code : verdict.kind);

test('requires JSON for a body of any method, but not for an empty one', () => {
  const post = { method: 'POST' };
  const length = ['Content-Length', '2'];
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json', 'application/json ;x']) {
    expect(codeOf(judge(['Content-Type', type, ...length], post)), type).toBe('allowed');
  }
  for (const type of ['text/plain', 'application/jsonx', 'text/json', 'application/x-www-form-urlencoded', 'x; application/json', '']) {
    expect(codeOf(judge(['Content-Type', type, ...length], post)), type).toBe('not_json');
  }
  expect(codeOf(judge(length, { method: 'DELETE' }))).toBe('not_json');
  expect(codeOf(judge(['Transfer-Encoding', 'chunked'], post))).toBe('not_json');
  // a page can't send this without a preflight
  for (const key of [
    ['Authorization', 'Bearer any'],
    ['X-Api-Key', 'any'],
  ]) {
    expect(codeOf(judge(['Content-Type', 'multipart/form-data; boundary=x', ...length, ...key], post))).toBe('allowed');
  }
  expect(codeOf(judge(['Content-Length', '0'], post))).toBe('allowed');
  expect(codeOf(judge([], post))).toBe('allowed');
});

test('accepts an allow-listed origin from any site and returns it', () => {
  expect(judge(['Origin', 'https://page.example', 'Sec-Fetch-Site', 'cross-site'])).toEqual({
    kind: 'allowed',
    origin: 'https://page.example',
  });
  expect(judge(['Sec-Fetch-Site', 'same-origin'])).toEqual({ kind: 'allowed', origin: null });
  expect(codeOf(judge(['Sec-Fetch-Site', 'Cross-Site']))).toBe('origin_not_allowed');
  expect(codeOf(judge(['Sec-Fetch-Site', 'whatever']))).toBe('origin_not_allowed');
});

test('treats OPTIONS as a preflight only if it requests a method, after checking the host', () => {
  const asks = ['Access-Control-Request-Method', 'POST'];
  expect(judge(['Origin', 'https://page.example', ...asks], { method: 'OPTIONS' }).kind).toBe('preflight');
  expect(judge(['Origin', 'https://page.example'], { method: 'OPTIONS' }).kind).toBe('allowed');
  expect(codeOf(judge(asks, { method: 'OPTIONS', rawHeaders: ['Host', 'evil.example', 'Origin', 'https://page.example', ...asks] }))).toBe(
    'wrong_host',
  );
});

test('rejects repeated headers and unknown methods of an allow-listed origin', () => {
  expect(codeOf(judge(['Origin', 'https://page.example', 'origin', 'https://evil.example']))).toBe('malformed_request');
  expect(codeOf(judge([], { method: 'TRACE' }))).toBe('method_not_allowed');
  expect(codeOf(judge([], { target: '/a b' }))).toBe('malformed_request');
  expect(codeOf(judge([], { target: '/é' }))).toBe('malformed_request');
});

test('ignores an offer of HTTP/2 and rejects any other protocol', () => {
  const upgrade = (protocol: string): readonly string[] => [
    'Connection',
    'Upgrade, HTTP2-Settings',
    'Upgrade',
    protocol,
    'HTTP2-Settings',
    'AAMA',
  ];
  expect(['h2c', ' H2C ', 'websocket', 'h2c, websocket', 'TLS/1.0', ''].map((protocol) => codeOf(judge(upgrade(protocol))))).toEqual([
    'allowed',
    'allowed',
    'malformed_request',
    'malformed_request',
    'malformed_request',
    'malformed_request',
  ]);
});
