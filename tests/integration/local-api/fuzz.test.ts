/** @module-tag long */
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { chatBody } from '../demo/demo-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { seeded } from '../../support/seeded.ts';
import { ask, testLocalApi } from './local-api-fixture.ts';

/** Requests that break the parser end their connection, so each has its own. */
const breaking = 10_000;
/** Requests that parse and are rejected follow each other on one connection. */
const refusable = 90_000;
const perConnection = 180;
const lanes = 8;
const scout = 'beta-4-scout';

const methods = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', 'G\0T', '', 'M-SEARCH', 'PATCH'];
const targets = [
  '/',
  '*',
  '//',
  '/v1/chat/completions',
  `/${scout}/v1/models/..`,
  '/api/%2e%2e/x',
  'http://evil.example/',
  '/%',
  '/%00',
  '/\xff',
  '?',
  '/v1/models?\r',
  `/${scout}/v1/${'a/'.repeat(60)}`,
  '/healthz/../status',
  'evil.example:443',
  ':0',
];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', '', 'HTTP/1.1 x'];
const lines = [
  'Content-Length: 5',
  'Content-Length: -5',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5, 6',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding:\tchunked',
  'Connection: close, host',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'Expect: nothing',
  'Origin: null',
  'Origin: https://evil.example',
  'Sec-Fetch-Site: cross-site',
  'Host: evil.example',
  'Host:',
  ': empty',
  'No-Colon',
  ' Folded: x',
  'X-Nul: a\0b',
  'X-High: \xff\xfe',
  'Content-Type: text/plain',
  'Content-Type: application/json',
  'Authorization: Bearer',
  'X-Api-Key: cw-',
  'Trailer: X',
  'TE: trailers',
];
const bodies = [
  '',
  'hello',
  '{"model":',
  '{"model":"x"}',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '-1\r\n',
  '5;ext=\0\r\n',
  '\r\n\r\n\r\n',
  '\0\0\0\0',
];

/** Picks one of a list. */
const pickWith =
  (random: () => number) =>
  <T>(from: readonly T[]): T =>
    from[Math.floor(random() * from.length)] as T; // within its length

/** Generates something that is nearly, or not at all, a request. */
function malformed(random: () => number, port: number): Buffer {
  const pick = pickWith(random);
  if (random() < 0.1) return Buffer.from(Array.from({ length: 1 + Math.floor(random() * 200) }, () => Math.floor(random() * 256)));
  const end = random() < 0.9 ? '\r\n' : pick(['\n', '\r', '\n\r', '']);
  const headers = Array.from({ length: Math.floor(random() * 6) }, () => pick(lines));
  const host = random() < 0.5 ? [`Host: 127.0.0.1:${port}`] : [];
  const text = [`${pick(methods)} ${pick(targets)} ${pick(versions)}`, ...host, ...headers, '', pick(bodies)].join(end);
  const bytes = Buffer.from(text, 'latin1');
  if (random() < 0.3 && bytes.length > 0) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return bytes;
}

/** Generates a request that is rejected. */
function refused(random: () => number, port: number): string {
  const pick = pickWith(random);
  const host = `127.0.0.1:${port}`;
  const word = Math.floor(random() * 2 ** 32).toString(36);
  const request = (method: string, target: string, headers: readonly string[], body = ''): string =>
    [`${method} ${target} HTTP/1.1`, ...headers, ...(body === '' ? [] : [`Content-Length: ${body.length}`]), '', body].join('\r\n');
  switch (Math.floor(random() * 6)) {
    case 0:
      return request('GET', '/healthz', [
        `Host: ${pick([word, `${word}:${port}`, `127.0.0.1:${port + 1}`, '', `${host}.`, `localhost@${host}`])}`,
      ]);
    case 1:
      return request('GET', `/${scout}/v1/models`, [
        `Host: ${host}`,
        `Origin: ${pick([`https://${word}.example`, 'null', `http://${host}`, '*'])}`,
      ]);
    case 2:
      return request(
        'GET',
        pick([`/${word}/../x`, `/${scout}/v1/%2e%2e/${word}`, `//${word}`, `/api/%2f${word}`, `/%00${word}`, `/${scout}/v1/%zz`]),
        [`Host: ${host}`],
      );
    case 3:
      return request(
        'POST',
        '/v1/chat/completions',
        [`Host: ${host}`, `Content-Type: ${pick(['text/plain', 'multipart/form-data', word])}`],
        word,
      );
    case 4:
      return request(pick(['TRACE', 'PROPFIND', 'M-SEARCH', 'LOCK', 'PURGE']), `/${word}`, [`Host: ${host}`]);
    default:
      return request('GET', `/${word}`, [`Host: ${host}`, `Sec-Fetch-Site: ${pick(['none', 'cross-site', 'same-site', word])}`]);
  }
}

/** Sends bytes over their own connection and returns the response. */
async function over(port: number, bytes: Buffer | string, isEnded: boolean): Promise<string> {
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (isEnded) socket.end(bytes);
  else socket.write(bytes);
  await closed;
  return text;
}

test('survives 100,000 malformed requests without crash or leak, and answers the next good one', async () => {
  const { port, localApi, demo } = await testLocalApi({ limits: { bodyIdleMs: 1_000 } });
  expect((await ask(port, `/${scout}/v1/models`)).status).toBe(200);
  const openFiles = (): number => readdirSync('/proc/self/fd').length;
  const before = openFiles();
  const seen = demo.requests().length;
  const random = seeded(20_261_115);
  let broken = 0;
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (broken < breaking) {
      const own = (broken += 1);
      await over(port, malformed(random, port), true);
      // Now and then a series of the other kind, with a good request at its end.
      if (own % (breaking / (refusable / perConnection)) !== 0) continue;
      const row = Array.from({ length: perConnection }, () => refused(random, port));
      const text = await over(port, `${row.join('')}GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`, false);
      answered += text.match(/HTTP\/1\.1 4\d\d /g)?.length ?? 0;
      expect(text.endsWith('{"status":"ok"}')).toBe(true);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect([broken, answered]).toEqual([breaking, refusable]);
  await eventually(() => expect(openFiles()).toBeLessThanOrEqual(before + 2));
  await eventually(() => expect(localApi.requests().filter(({ durationMs }) => durationMs === null)).toEqual([]));
  const good = await ask(port, '/v1/chat/completions', { body: chatBody(scout) });
  expect([good.status, good.isComplete]).toEqual([200, true]);
  expect(JSON.parse((await ask(port, '/status')).text)).toMatchObject({ requests_in_flight: 0 });
  expect(demo.requests().slice(seen)).toMatchObject([{ endpoint: 'chat' }]);
}, 600_000);
