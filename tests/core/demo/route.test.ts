import { expect, test } from 'vitest';
import { parseRoute } from '../../../electron/core/demo/http/exchange.ts';

const segments = ['engine-b', 'beta-4-scout'];

test.each([
  ['/api/chat/completions', { mode: 'proxy', endpoint: 'chat' }],
  ['/api/models', { mode: 'proxy', endpoint: 'models' }],
  ['/engine-b/v1/completions?x=1', { mode: 'direct', segment: 'engine-b', endpoint: 'completion' }],
  ['/engine-b/v1/tokenize', { mode: 'direct', segment: 'engine-b', endpoint: 'tokenize' }],
  ['/engine-b/detokenize', { mode: 'direct', segment: 'engine-b', endpoint: 'detokenize', isBesideV1: true }],
  ['/engine-b/v1/embeddings', { mode: 'direct', segment: 'engine-b', endpoint: 'other' }],
  ['/engine-z/tokenize', { mode: 'none' }],
  ['/engine-z/v1/models', { mode: 'none' }],
  ['/api', { mode: 'none' }],
])('parses %s', (target, route) => expect(parseRoute(target, segments)).toEqual(route));

test.each([
  '/engine-b//v1/models',
  '//engine-b/v1/models',
  '/x/../engine-b/v1/models',
  '/%65ngine-b/v1/models',
  '/engine-b/v1/models/',
  '/api/v1/chat/completions',
])('doesn’t normalise %s, so that a client’s malformed path is noticed', (target) => {
  const route = parseRoute(target, segments);
  expect(route.mode === 'none' || route.endpoint === 'other').toBe(true);
});
