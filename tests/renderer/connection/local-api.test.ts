import { expect, test } from 'vitest';
import type { LocalApiRequest } from '../../../electron/contract/local-api.ts';
import { newRequest } from '../../../electron/core/local-api/inspector/inspector.ts';
import { parseOrigin } from '../../../renderer/connection/local-api/access-lists.tsx';
import { parsePort } from '../../../renderer/connection/local-api/port-fields.tsx';
import { matchesRequest, mergeRequests } from '../../../renderer/connection/local-api/requests-panel.tsx';
import { formatBytes, formatDuration } from '../../../renderer/shared/format.ts';

const head = { method: 'POST', path: '/v1/chat/completions', userAgent: 'curl/8.5' };
const request = (id: number, change: Partial<LocalApiRequest> = {}): LocalApiRequest => ({
  ...newRequest(id, 0, head),
  model: 'beta-4-scout',
  mode: 'direct',
  ...change,
});

test('replaces changed requests and sorts the newest first', () => {
  const merged = mergeRequests([request(2), request(1)], [request(1, { status: 200 }), request(3)]);
  expect(merged.map(({ id, status }) => [id, status])).toEqual([
    [3, null],
    [2, null],
    [1, 200],
  ]);
});

test('limits the number of requests', () =>
  expect(
    mergeRequests(
      [],
      Array.from({ length: 2000 }, (_, id) => request(id)),
    ),
  ).toHaveLength(500));

test('matches a request that contains every word of the filter', () => {
  expect(matchesRequest(request(1, { status: 503 }), 'SCOUT 503')).toBe(true);
  expect(matchesRequest(request(1), 'scout 503')).toBe(false);
  expect(matchesRequest(request(1), '')).toBe(true);
});

test.each([
  ['http://localhost:8888', 'http://localhost:8888'],
  ['https://Notebooks.example.org/', 'https://notebooks.example.org'],
  ['https://example.org/page', undefined],
  ['https://me@example.org', undefined],
  ['app://obsidian.md', 'app://obsidian.md'],
  ['chrome-extension://abcdefghijklmnop/', 'chrome-extension://abcdefghijklmnop'],
  ['chrome-extension://*', undefined],
  ['app://obsidian.md/index.html', undefined],
  ['localhost:8888', undefined],
  ['file:///home', undefined],
  ['blob:https://example.org', undefined],
  ['javascript://example.org', undefined],
  ['null', undefined],
  ['*', undefined],
])('parses %s as the origin %s', (text, origin) => expect(parseOrigin(text)).toBe(origin));

test.each([
  ['7333', 7333],
  ['1023', undefined],
  ['65536', undefined],
  ['7e3', undefined],
  ['', undefined],
])('parses %s as the port %s', (text, port) => expect(parsePort(text)).toBe(port));

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KiB'],
  [512 * 1024 ** 2, '512 MiB'],
  [2.25 * 1024 ** 3, '2.3 GiB'],
])('formats %d bytes as %s', (bytes, formatted) => expect(formatBytes(bytes)).toBe(formatted));

test.each([
  [0, '0 s'],
  [59_000, '59 s'],
  [3_725_000, '1 h 2 min'],
  [90_000_000, '1 d 1 h'],
])('formats %d milliseconds as %s', (ms, formatted) => expect(formatDuration(ms)).toBe(formatted));
