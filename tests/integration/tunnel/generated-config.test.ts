/** @module-tag long */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { generateConfig } from '../../../electron/core/tunnel/openssh/ssh-arguments.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hopTo } from './tunnel-parts.ts';

const run = promisify(execFile);

/** Returns ssh's settings for a host by a configuration. */
async function readBySsh(config: string, name: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await run('ssh', ['-G', '-F', config, name]);
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );
}

test('passes unusual paths and logins to ssh unchanged, with ours before the user’s own settings', async () => {
  const folder = await temporaryFolder();
  const users = path.join(folder, 'the users config');
  const checks = ' StrictHostKeyChecking no\n VerifyHostKeyDNS yes\n NoHostAuthenticationForLocalhost yes\n KnownHostsCommand /bin/true\n';
  await writeFile(users, `Host gate\n Port 99\n Compression yes\n${checks}`);
  const hop = hopTo(
    { port: 2222, login: 'lab\\ada' },
    {
      name: 'gate',
      host: 'fe80::1%eth0',
      identityFiles: [path.join(folder, '100% my "key"')],
      knownHostsFiles: ['/known hosts', '/other'],
      agent: '/run/an agent',
    },
  );
  const config = path.join(folder, 'config');
  await writeFile(config, generateConfig([{ hop, knownTypes: ['ssh-rsa', 'ssh-ed25519'] }], folder, [users]));
  const read = await readBySsh(config, 'gate');
  expect(Object.fromEntries(read)).toMatchObject({
    hostname: 'fe80::1%eth0',
    port: '2222',
    user: 'lab\\ada',
    identityagent: '/run/an agent',
    stricthostkeychecking: 'true',
    verifyhostkeydns: 'false',
    nohostauthenticationforlocalhost: 'no',
    compression: 'yes',
    userknownhostsfile: '/known hosts /other',
  });
  expect(read.get('identityfile')?.replace('%%', '%')).toBe(path.join(folder, '100% my "key"'));
  expect(read.get('knownhostscommand')).toContain('--host-key 0 %H %K');
  expect(read.get('hostkeyalgorithms')).toMatch(/^rsa-sha2-512,rsa-sha2-256,ssh-ed25519,/);
});
