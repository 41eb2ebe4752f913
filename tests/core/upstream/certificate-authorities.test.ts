import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { readAuthorities } from '../../../electron/core/upstream/upstream.ts';
import { createAuthority } from '../../support/certificates.ts';
import { startServer } from '../../support/https-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('rejects a missing, empty or damaged authority file with a sentence', async () => {
  const folder = await temporaryFolder();
  const good = path.join(folder, 'good.pem');
  const empty = path.join(folder, 'empty.pem');
  const damaged = path.join(folder, 'damaged.pem');
  const { pem } = createAuthority();
  await writeFile(good, `# two\n${pem}\n${pem}`);
  await writeFile(empty, 'nothing here');
  await writeFile(damaged, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----');
  expect(await readAuthorities(good)).toMatchObject({ ok: true, value: { length: 2 } });
  for (const file of [empty, damaged, path.join(folder, 'none.pem')]) {
    expect(await readAuthorities(file)).toMatchObject({ ok: false, failure: { code: 'ca-file' } });
  }
});

test.skipIf(process.platform === 'win32')('rejects a device and a pipe (catches a read that never ends, at every start)', async () => {
  const pipe = path.join(await temporaryFolder(), 'pipe.pem');
  await promisify(execFile)('mkfifo', [pipe]);
  for (const file of ['/dev/zero', pipe]) expect(await readAuthorities(file)).toEqual(fail('ca-file-without-certificate', { file }));
});

// catches a window that is frozen for ten seconds at the first connection
test.runIf(process.platform === 'linux')('reads the system’s authorities while this thread goes on, and trusts them', async () => {
  const server = await startServer((_seen, response) => response.end());
  const folder = await temporaryFolder();
  const [store, authority] = [path.join(folder, 'store'), path.join(folder, 'authority.pem')];
  await writeFile(authority, server.authority.pem);
  await promisify(execFile)('mkfifo', [store]);
  const script = path.join(import.meta.dirname, 'system-store-script.ts');
  const env = { ...process.env, SSL_CERT_FILE: store, SSL_CERT_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [script, server.origin, authority, store], { env, timeout: 60_000 });
  expect(stdout).toBe('verified');
});
