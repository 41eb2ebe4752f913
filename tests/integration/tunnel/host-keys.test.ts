import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprint, randomart } from '../../../electron/core/tunnel/host-keys/public-key.ts';
import { createHostKeys } from '../../../electron/core/tunnel/host-keys/host-keys.ts';
import { hopTo, keyOf, lineOf } from '../../core/tunnel/host-keys/hop-fixture.ts';
import { startSshd } from '../../support/sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

const run = promisify(execFile);

async function makeKey(folder: string, type: string, ...args: readonly string[]): Promise<Buffer> {
  const file = path.join(folder, `key-${type}-${args.join('')}`);
  await run('ssh-keygen', ['-q', '-t', type, ...args, '-N', '', '-C', '', '-f', file]);
  const [, encoded = ''] = (await readFile(`${file}.pub`, 'utf8')).split(' ');
  await rm(file);
  return Buffer.from(encoded, 'base64');
}

describe('fingerprint and randomart', () => {
  test.each([
    ['ed25519', []],
    ['rsa', ['-b', '2048']],
    ['rsa', ['-b', '1031']],
    ['ecdsa', ['-b', '256']],
    ['ecdsa', ['-b', '384']],
    ['ecdsa', ['-b', '521']],
  ])('match ssh-keygen for %s %s', async (type, args) => {
    const folder = await temporaryFolder();
    const key = await makeKey(folder, type, ...args);
    const file = path.join(folder, 'public');
    await writeFile(file, `${lineOf('x', key).slice(2)}\n`);
    const shown = execFileSync('ssh-keygen', ['-lv', '-f', file], { encoding: 'utf8' });
    expect(shown).toContain(` ${fingerprint(key)} `);
    expect(shown.trimEnd().split('\n').slice(1).join('\n')).toBe(randomart(key));
  });
});

test('finds names hashed by ssh-keygen, with and without a port', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'known_hosts');
  const [key, other] = [keyOf('ssh-ed25519', 1), keyOf('ssh-ed25519', 2)];
  const real = await makeKey(folder, 'ed25519');
  await writeFile(file, `${lineOf('gate.lab,10.0.0.1', real)}\n${lineOf('[gate.lab]:2222', real)}\n`);
  await run('ssh-keygen', ['-H', '-f', file]);
  expect(await readFile(file, 'utf8')).not.toContain('gate');
  const keys = createHostKeys({ ownFile: path.join(folder, 'own') });
  for (const hop of [hopTo('gate.lab'), hopTo('10.0.0.1'), hopTo('gate.lab', { port: 2222 })]) {
    const found = { ...hop, knownHostsFiles: [file] };
    expect(await keys.check(found, real)).toEqual({ kind: 'known' });
    expect((await keys.check(found, other)).kind).toBe('refused');
    expect(await keys.knownTypes(found)).toEqual(['ssh-ed25519']);
  }
  expect((await keys.check(hopTo('far.lab', { knownHostsFiles: [file] }), key)).kind).toBe('unknown');
});

test('writes entries that ssh-keygen finds, in a file only the user can read', async () => {
  const folder = await temporaryFolder();
  const ownFile = path.join(folder, 'new', 'known_hosts');
  const keys = createHostKeys({ ownFile });
  const key = await makeKey(folder, 'ed25519');
  for (const hop of [hopTo('gate.lab'), hopTo('gate.lab', { port: 2222 }), hopTo('x', { hostKeyAlias: 'odd,*' })]) {
    expect(await keys.trust(hop, key)).toBeUndefined();
    expect(await keys.check(hop, key)).toEqual({ kind: 'known' });
  }
  for (const name of ['gate.lab', '[gate.lab]:2222', 'odd,*']) {
    expect(execFileSync('ssh-keygen', ['-F', name, '-f', ownFile], { encoding: 'utf8' })).toContain('found');
  }
  expect((await keys.check(hopTo('odd'), key)).kind).toBe('unknown');
  expect((await stat(ownFile)).mode & 0o777).toBe(0o600);
  expect((await readdir(path.dirname(ownFile))).toSorted()).toEqual(['.lock', 'known_hosts']);
});

describe('a changed key', () => {
  test('is refused with locations, explanations and the command for the user’s file, never for ours', async () => {
    const folder = await temporaryFolder();
    const [ownFile, users] = [path.join(folder, 'own'), path.join(folder, 'known hosts')];
    const [old, shown] = [keyOf('ssh-ed25519', 1), keyOf('ssh-ed25519', 2)];
    await writeFile(users, `# mine\n${lineOf('[gate.lab]:2222', old)}\n`);
    const hop = hopTo('gate.lab', { port: 2222, knownHostsFiles: [users] });
    const keys = createHostKeys({ ownFile });
    const verdict = await keys.check(hop, shown);
    const command = `ssh-keygen -R "[gate.lab]:2222" -f "${users}"`;
    expect(verdict).toMatchObject({
      kind: 'refused',
      failure: { code: 'host-key-changed', reason: 'host-key-changed', params: { locations: [`${users} line 2`], commands: [command] } },
    });
    const { message, remedy } = verdict.kind === 'refused' ? describeFailure(verdict.failure) : { message: '', remedy: '' };
    expect(message).toContain(`${users} line 2`);
    expect(message).toMatch(/new instance.*intercepting/s);
    expect(remedy).toContain(command);
    // A shell can run the command, and it does what it says.
    const real = await makeKey(folder, 'ed25519');
    await writeFile(users, `${lineOf('[gate.lab]:2222', real)}\n`);
    expect(spawnSync('sh', ['-c', command]).status).toBe(0);
    expect((await keys.check(hop, shown)).kind).toBe('unknown');
  });

  test('can’t be trusted with one click, nor with a wrong fingerprint', async () => {
    const ownFile = path.join(await temporaryFolder(), 'own');
    const keys = createHostKeys({ ownFile });
    const [old, shown] = [keyOf('ssh-ed25519', 1), keyOf('ssh-ed25519', 2)];
    await keys.trust(hopTo('gate'), old);
    const before = await readFile(ownFile, 'utf8');
    expect(await keys.trust(hopTo('gate'), shown)).toMatchObject({ code: 'host-key-changed' });
    const refused = await keys.replaceKey(hopTo('gate'), shown, fingerprint(old));
    expect(refused).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(JSON.stringify(refused)).not.toContain(fingerprint(shown).slice(7));
    expect(await readFile(ownFile, 'utf8')).toBe(before);
  });

  test('of a new instance replaces only our entry, after its fingerprint was typed in any form consoles show', async () => {
    const folder = await temporaryFolder();
    const [ownFile, users] = [path.join(folder, 'own'), path.join(folder, 'known_hosts')];
    const [old, shown, far] = [keyOf('ssh-ed25519', 1), keyOf('ssh-ed25519', 2), keyOf('ssh-ed25519', 3)];
    await writeFile(users, `${lineOf('gate', old)}\n`);
    const keys = createHostKeys({ ownFile });
    const md5 = createHash('md5').update(shown).digest('hex').match(/../g)?.join(':') ?? '';
    const forms = [
      fingerprint(shown),
      ` ${fingerprint(shown).slice(7)}=\n`,
      `256 ${fingerprint(shown)} root@gate (ED25519)`,
      `MD5:${md5.toUpperCase()}`,
      md5,
    ];
    for (const typed of forms) {
      await writeFile(ownFile, `${lineOf('far', far)}\n${lineOf('gate', old)}\n`);
      const hop = hopTo('gate', { knownHostsFiles: [users] });
      expect(await keys.replaceKey(hop, shown, typed), typed).toEqual({ ok: true, value: [`ssh-keygen -R gate -f ${users}`] });
      expect(await readFile(ownFile, 'utf8')).toBe(`${lineOf('far', far)}\n${lineOf('gate', shown)}\n`);
      expect(await readFile(users, 'utf8')).toBe(`${lineOf('gate', old)}\n`);
      expect(await keys.check(hop, shown)).toEqual({ kind: 'known' });
    }
  });
});

test('refuses a revoked key even if it is also known, and no fingerprint changes that', async () => {
  const folder = await temporaryFolder();
  const users = path.join(folder, 'known_hosts');
  const key = keyOf('ssh-ed25519', 1);
  await writeFile(users, `${lineOf('gate', key)}\n${lineOf('*', key, '@revoked')}\n`);
  const keys = createHostKeys({ ownFile: path.join(folder, 'own') });
  const hop = hopTo('gate', { knownHostsFiles: [users] });
  expect(await keys.check(hop, key)).toMatchObject({ kind: 'refused', failure: { code: 'host-key-revoked' } });
  expect(await keys.trust(hop, key)).toMatchObject({ code: 'host-key-revoked' });
  expect(await keys.replaceKey(hop, key, fingerprint(key))).toMatchObject({ ok: false, failure: { code: 'host-key-revoked' } });
});

describe('agreement with real ssh', () => {
  const verdictOf = async (knownHosts: (hostKey: string, port: number) => string): Promise<readonly [ssh: string, ours: string]> => {
    const sshd = await startSshd();
    onTestFinished(() => sshd.close());
    const folder = await temporaryFolder();
    const file = path.join(folder, 'known_hosts');
    await writeFile(file, knownHosts(sshd.hostKey(), sshd.port));
    // Without any identity, a rejected login means that the host key was accepted.
    const options = [
      `UserKnownHostsFile=${file}`,
      'GlobalKnownHostsFile=none',
      'StrictHostKeyChecking=yes',
      'IdentityFile=none',
      'IdentityAgent=none',
      'BatchMode=yes',
    ];
    const args = ['-F', 'none', ...options.flatMap((option) => ['-o', option]), '-p', String(sshd.port), `${sshd.login}@127.0.0.1`];
    const { stderr } = spawnSync('ssh', args, { encoding: 'utf8', input: '', timeout: 60_000 });
    const said: readonly (readonly [RegExp, string])[] = [
      [/Permission denied/, 'known'],
      [/No \S+ host key is known/, 'unknown'],
      [/REVOKED|CHANGED/, 'refused'],
    ];
    const ssh = said.find(([pattern]) => pattern.test(stderr))?.[1] ?? stderr;
    const key = Buffer.from(sshd.hostKey().split(' ')[1] ?? '', 'base64');
    const hop = hopTo('127.0.0.1', { port: sshd.port, knownHostsFiles: [file] });
    return [ssh, (await createHostKeys({ ownFile: path.join(folder, 'own') }).check(hop, key)).kind];
  };
  const rsa = `ssh-rsa ${Buffer.concat([Buffer.from([0, 0, 0, 7]), Buffer.from('ssh-rsa'), Buffer.from([0, 0, 0, 3, 1, 0, 1]), Buffer.from([0, 0, 1, 1, 0]), Buffer.alloc(256, 0xc1)]).toString('base64')}`;

  test.each<readonly [string, string, (hostKey: string, port: number) => string]>([
    ['the key under its port', 'known', (key, port) => `[127.0.0.1]:${port} ${key}\n`],
    ['the key of the host without a port', 'known', (key) => `127.0.0.1 ${key}\n`],
    ['a pattern', 'known', (key, port) => `[127.0.0.*]:${port},!other ${key}\n`],
    ['nothing', 'unknown', () => ''],
    ['another host', 'unknown', (key) => `far.lab ${key}\n`],
    ['another key', 'refused', (_, port) => `[127.0.0.1]:${port} ssh-ed25519 ${keyOf('ssh-ed25519', 9).toString('base64')}\n`],
    ['another key of the host without a port', 'unknown', () => `127.0.0.1 ssh-ed25519 ${keyOf('ssh-ed25519', 9).toString('base64')}\n`],
    ['a key of another type only', 'refused', (_, port) => `[127.0.0.1]:${port} ${rsa}\n`],
    ['a key of another type beside the right one', 'known', (key, port) => `[127.0.0.1]:${port} ${rsa}\n[127.0.0.1]:${port} ${key}\n`],
    ['the key, revoked', 'refused', (key, port) => `[127.0.0.1]:${port} ${key}\n@revoked * ${key}\n`],
    ['garbage and CRLF', 'known', (key, port) => `%%%\r\n\r\n[127.0.0.1]:${port} ${key}\r\n`],
  ])('on %s', async (_, expected, knownHosts) => {
    expect(await verdictOf(knownHosts)).toEqual([expected, expected]);
  });
});
