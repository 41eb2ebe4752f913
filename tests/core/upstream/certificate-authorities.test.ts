import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { readAuthorities } from '../../../electron/core/upstream/upstream.ts';
import { createAuthority } from '../../support/certificates.ts';
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
