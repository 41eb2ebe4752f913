import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { chatBody } from '../demo/demo-fixture.ts';
import { ask, codeOf, sendRaw, testLocalApi } from './local-api-fixture.ts';

const scout = 'beta-4-scout';

test('rejects ambiguous requests', async () => {
  const { port, demo } = await testLocalApi();
  const path = `/${scout}/v1/chat/completions`;
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  const inner = `GET /${scout}/v1/models HTTP/1.1\r\n${host}\r\n`;
  const shapes: Readonly<Record<string, string>> = {
    'two lengths': `POST ${path} HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    'length and chunks': `POST ${path} HTTP/1.1\r\n${host}${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    'chunks and length': `POST ${path} HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${inner}`,
    'chunks in disguise': `POST ${path} HTTP/1.1\r\n${host}${json}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
    'chunks twice': `POST ${path} HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${inner}`,
    'chunks and another coding': `POST ${path} HTTP/1.1\r\n${host}${json}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${inner}`,
    'chunks in HTTP/1.0': `POST ${path} HTTP/1.0\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    'a folded header': `GET ${path} HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n`,
    'a space before the colon': `POST ${path} HTTP/1.1\r\n${host}Content-Length : 0\r\n\r\n`,
    'bare line feeds': `GET ${path} HTTP/1.1\nHost: 127.0.0.1:${port}\n\n`,
    'two hosts': `GET ${path} HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`,
    'an absolute address': `GET http://127.0.0.1:${port}${path} HTTP/1.1\r\n${host}\r\n`,
    'an absolute address elsewhere': `GET http://evil.example/ HTTP/1.1\r\n${host}\r\n`,
    'an asterisk': `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
    'an upgrade': `GET ${path} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    'an upgrade among others': `GET ${path} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: h2c, websocket\r\n\r\n`,
    'HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
    'HTTP/0.9': `GET ${path}\r\n\r\n`,
    'HTTP/1.2': `GET ${path} HTTP/1.2\r\n${host}\r\n`,
    'a zero byte': `GET ${path} HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`,
    'a bare carriage return': `GET ${path} HTTP/1.1\r\n${host}X-A: a\rX-B: b\r\n\r\n`,
    'a negative length': `POST ${path} HTTP/1.1\r\n${host}${json}Content-Length: -1\r\n\r\n`,
    'a length with a sign': `POST ${path} HTTP/1.1\r\n${host}${json}Content-Length: +2\r\n\r\n{}`,
    'two keys': `GET ${path} HTTP/1.1\r\n${host}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
    'two origins': `GET ${path} HTTP/1.1\r\n${host}Origin: https://a.example\r\nOrigin: https://b.example\r\n\r\n`,
  };
  for (const [name, bytes] of Object.entries(shapes)) {
    const answer = await sendRawEnding(port, bytes);
    expect(answer, name).toMatch(/^HTTP\/1\.1 (400|421) /);
    expect(answer.match(/^HTTP\/1\.1 \d/gm), `${name}: one answer`).toHaveLength(1);
  }
  expect(demo.requests()).toEqual([]);
});

test('rejects paths with dot segments, escapes or repetitions before they reach the service', async () => {
  const { port, demo } = await testLocalApi();
  const crooked = [
    '/../etc/passwd',
    `/${scout}/v1/../../api/chat/completions`,
    `/${scout}/v1/%2e%2e/%2E%2E/api/models`,
    `/${scout}/v1/.%2e/models`,
    `/${scout}/v1/./models`,
    `//${scout}/v1/models`,
    `/${scout}//v1/models`,
    `/${scout}/v1//models`,
    `/${scout}%2fv1/models`,
    `/${scout}/v1/models%2f..%2f..%2fapi`,
    `/${scout}/v1/models%5c..`,
    `/${scout}/v1/models%00`,
    `/${scout}/v1/models%0d%0aX:%20y`,
    `/${scout}/v1/%zz`,
    `/${scout}/v1/%e9`,
    '/api/../api/chat/completions',
    '/api//chat/completions',
  ];
  for (const path of crooked) {
    const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    expect(answer, path).toContain('malformed_path');
  }
  for (const path of [
    '/',
    '/v1',
    '/v1/',
    '/api',
    '/api/',
    `/${scout}`,
    `/${scout}/v1`,
    `/${scout}/v1/`,
    '/.hidden/v1/models',
    '/%61pi/models',
  ]) {
    expect(codeOf(await ask(port, path)), path).toBe('not_found');
  }
  expect(demo.requests()).toEqual([]);
});

test('allows no header injection into the request to the service', async () => {
  const { port, demo } = await testLocalApi();
  const answer = await sendRawEnding(
    port,
    `GET /${scout}/v1/models?a=b%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-A: one%0d%0aX-Evil: 1\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  const [seen] = demo.requests();
  expect(Object.keys(seen?.headers ?? {})).not.toContain('x-evil');
  expect(seen?.headers['x-a']).toBe('one%0d%0aX-Evil: 1');
});

test('checks each request on a connection separately', async () => {
  const { port, demo } = await testLocalApi();
  const body = JSON.stringify(chatBody(scout));
  const good = `POST /${scout}/v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const bad = `GET /${scout}/v1/models HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
  const answer = await sendRaw(port, good + bad);
  expect(answer.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 421']);
  expect(demo.requests()).toHaveLength(1);
});

/** Like sendRaw, but closes our half after the first bytes, for responses that keep the connection open. */
function sendRawEnding(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (/\r\n\r\n[\s\S]+/.test(text)) socket.end();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}
