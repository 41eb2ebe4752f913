import { expect, test } from 'vitest';
import { parseRoute } from '../../../../electron/core/local-api/forwarding/destination.ts';

const kindOf = (target: string, method = 'GET'): string => {
  const route = parseRoute(method, target);
  return route.kind === 'refused' ? route.error.code : route.kind;
};

test('parses each path to its route', () => {
  expect(parseRoute('POST', '/engine-b/v1/chat/completions?a=1')).toEqual({
    kind: 'direct',
    segment: 'engine-b',
    rest: 'chat/completions?a=1',
  });
  expect(parseRoute('POST', '/engine-b/tokenize?a=1')).toEqual({ kind: 'engine', segment: 'engine-b', rest: 'tokenize?a=1' });
  expect(kindOf('/engine-b/v1/')).toBe('not_found');
  expect(parseRoute('GET', '/api/models')).toEqual({ kind: 'proxy', rest: 'models' });
  expect(parseRoute('GET', '/api/v1/x')).toEqual({ kind: 'proxy', rest: 'v1/x' }); // never a segment called api
  expect(parseRoute('POST', '/v1/chat/completions')).toEqual({ kind: 'by-model', rest: 'chat/completions' });
  expect(parseRoute('POST', '/v1/v1/x')).toEqual({ kind: 'by-model', rest: 'v1/x' });
  expect(parseRoute('GET', '/v1/models')).toEqual({ kind: 'models', id: null });
  expect(parseRoute('GET', '/v1/models/a%20b')).toEqual({ kind: 'models', id: 'a b' });
  expect([kindOf('/healthz'), kindOf('/status?x'), kindOf('/status', 'POST'), kindOf('/v1/models', 'POST')]).toEqual([
    'health',
    'status',
    'method_not_allowed',
    'method_not_allowed',
  ]);
});

test('takes an escaped slash in a model’s name, as the OpenAI libraries send it, and nowhere else', () => {
  expect(parseRoute('GET', '/v1/models/org%2Fname')).toEqual({ kind: 'models', id: 'org/name' });
  expect(parseRoute('HEAD', '/v1/models/org%2fname?a=1')).toEqual({ kind: 'models', id: 'org/name' });
  expect(parseRoute('GET', '/v1/models/org%252Fname')).toEqual({ kind: 'models', id: 'org%2Fname' });
  for (const path of ['..%2Fx', '%2e%2e%2Fx', 'x%2F%2Fy', '%2F', 'x%5Cy', 'x%00y', '%ff']) {
    expect(kindOf(`/v1/models/${path}`), path).toBe('malformed_path');
  }
  expect(kindOf('/v1/models/org%2Fname', 'DELETE')).toBe('malformed_path'); // this one would be forwarded
  expect(kindOf('/v1/files/a%2Fb')).toBe('malformed_path');
});

test('separates path and query at the first question mark', () => {
  expect(parseRoute('GET', '/engine-b/v1/models?next=/../../api')).toMatchObject({ kind: 'direct', rest: 'models?next=/../../api' });
  expect(kindOf('/engine-b/v1/models%3f/../x')).toBe('malformed_path');
});

test('decodes nothing twice and rejects dot segments', () => {
  expect(parseRoute('GET', '/engine-b/v1/%252e%252e/x')).toMatchObject({ kind: 'direct', rest: '%252e%252e/x' }); // a literal name, forwarded unchanged
  for (const path of [
    '/engine-b/v1/..',
    '/engine-b/v1/%2E.',
    '/engine-b/v1/.',
    '/a//b',
    '/engine-b/v1/x%2F',
    '/engine-b/v1/x\\y',
    '/%5C',
    '/%7f',
  ]) {
    expect(kindOf(path), path).toBe('malformed_path');
  }
});

test('rejects a local key in the address', () => {
  const key = `cw-${'a'.repeat(43)}`;
  expect(kindOf(`/api/models?key=${key}`)).toBe('key_in_address');
  expect(kindOf(`/engine-b/v1/${key}`)).toBe('key_in_address');
  expect(kindOf('/api/models?key=cw-short')).toBe('proxy');
});
