/** @module-tag long */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Sshd } from '../../support/sshd.ts';
import { echoServer, opened, stateOf, testSshd, testTunnel, ownIdentities } from './tunnel-fixture.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

/** OpenSSH's own dummy for a security key that is always touched. The signatures are real. */
const securityKey = '/usr/lib/openssh/regress/misc/sk-dummy/sk-dummy.so';
const types = ['ed25519-sk', 'ecdsa-sk'] as const;

/** Starts an instance that accepts only such a key, and returns the file that names it. */
async function withSecurityKey(type: (typeof types)[number]): Promise<{ readonly sshd: Sshd; readonly keyFile: string }> {
  const sshd = await testSshd();
  const keyFile = path.join(sshd.folder, 'id_sk');
  await promisify(execFile)('ssh-keygen', ['-q', '-t', type, '-w', securityKey, '-N', '', '-f', keyFile]);
  await copyFile(`${keyFile}.pub`, path.join(sshd.folder, 'authorized_keys'));
  return { sshd, keyFile };
}

test.skipIf(!existsSync(securityKey)).each(types)('%s: ssh2’s failure has a remedy, and the system’s ssh logs in with it', async (type) => {
  const { sshd, keyFile } = await withSecurityKey(type);
  const echo = await echoServer();
  const hop = { identityFiles: [keyFile], identitiesOnly: true };
  const own = testTunnel(sshd, echo.port, { hop, identities: ownIdentities });
  own.start();
  const { failure } = await stateOf(own, 'failed');
  expect(failure.code).toBe('ssh-auth');
  expect(describeFailure(failure).message).toMatch(/is on a security key .* system SSH/s);

  const config = path.join(sshd.folder, 'config');
  await writeFile(config, `SecurityKeyProvider ${securityKey}\n`);
  const bySystem = testTunnel(sshd, echo.port, { hop, systemSsh: { configFiles: [config] } });
  await opened(bySystem, echo.port);
});
