import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { ok } from '../../electron/contract/failure.ts';
import { createFileTransfers, serveTransfer } from '../../electron/browser/file-transfers.ts';

test('receives files after the system has removed its folder (catches uploads that fail until a restart)', async () => {
  const files = createFileTransfers();
  onTestFinished(files.close);
  rmSync(path.dirname((await files.offer('a.txt', 'download')).path), { recursive: true });
  const { id, received } = files.expect(100);
  expect(await files.receive(id, 'b.txt', Readable.from(['text']))).toBe(true);
  expect(await received).toMatchObject({ ok: true, value: { name: 'b.txt' } });
});

test('ends a cancelled upload without a file, and leaves nothing of it', async () => {
  const files = createFileTransfers();
  onTestFinished(files.close);
  const folder = path.dirname((await files.offer('a.txt', 'download')).path);
  const { id, received } = files.expect(100);
  const body = new PassThrough();
  const arrived = files.receive(id, 'b.txt', body);
  body.write('half, ');
  files.withdraw(id);
  expect(await received).toEqual(ok(null));
  body.end('and half');
  await arrived;
  expect(await readdir(folder)).toEqual([]);
  expect(await files.receive(id, 'b.txt', Readable.from(['again']))).toBe(false);
});

test('sends a file whose name has half of a character (catches a download that fails)', async () => {
  const files = createFileTransfers();
  onTestFinished(files.close);
  const offered = await files.offer('results \ud83e', 'download');
  await writeFile(offered.path, 'text');
  const server = createServer((request, response) => {
    serveTransfer(request, response, files, offered.id).catch(() => response.writeHead(500).end());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect([response.status, await response.text()]).toEqual([200, 'text']);
});
