import { rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createFileTransfers } from '../../electron/browser/file-transfers.ts';

test('receives files after the system has removed its folder (catches uploads that fail until a restart)', async () => {
  const files = createFileTransfers();
  onTestFinished(files.close);
  rmSync(path.dirname((await files.offer('a.txt', 'download')).path), { recursive: true });
  const { id, received } = files.expect(100);
  expect(await files.receive(id, 'b.txt', Readable.from(['text']))).toBe(true);
  expect(await received).toMatchObject({ ok: true, value: { name: 'b.txt' } });
});
