/** @module-tag long */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createIdentities } from '../../../electron/core/tunnel/tunnel.ts';
import { createCredentialCache } from '../../../electron/core/tunnel/authentication/secrets.ts';
import { readPpk } from '../../../electron/core/tunnel/authentication/ppk.ts';
import { writeFields, writeUint32 } from '../../../electron/core/tunnel/authentication/ssh-wire.ts';
import { keychain, types, userWithReplies } from '../../core/tunnel/authentication/ask-fixture.ts';
import { hopTo } from '../../core/tunnel/host-keys/hop-fixture.ts';
import { puttyKeys, puttyPassphrase } from '../../support/putty-keys.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { logIn, makeKey, startSshdFor } from './identity-fixture.ts';
import { keyProblems, keyText, identityLabels } from '../../../electron/core/tunnel/text.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const nobody = userWithReplies();

describe('logging in to a real sshd with a key file', () => {
  test.each([
    ['OpenSSH ed25519', ['-t', 'ed25519']],
    ['OpenSSH ECDSA 384', ['-t', 'ecdsa', '-b', '384']],
    ['OpenSSH RSA', ['-t', 'rsa', '-b', '2048']],
    ['PEM RSA', ['-t', 'rsa', '-b', '2048', '-m', 'PEM']],
    ['PEM ECDSA', ['-t', 'ecdsa', '-m', 'PEM']],
    ['PKCS #8 RSA', ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8']],
    ['PKCS #8 ECDSA', ['-t', 'ecdsa', '-m', 'PKCS8']],
  ])('works with %s', async (_, args) => {
    const folder = await temporaryFolder();
    const file = await makeKey(folder, 'key', ...args);
    const sshd = await startSshdFor(folder, [`${file}.pub`]);
    const hop = hopTo('127.0.0.1', { ...sshd, identityFiles: [file] });
    expect(await logIn(hop, createIdentities({ ask: nobody.ask, defaultFiles: [] }))).toEqual({
      isIn: true,
      tried: [identityLabels.keyFile(file)],
      notes: [],
    });
  });

  test.each([
    ['OpenSSH', ['-t', 'ed25519']],
    ['OpenSSH with CBC', ['-t', 'ed25519', '-Z', 'aes256-cbc']],
    ['OpenSSH with GCM', ['-t', 'ed25519', '-Z', 'aes256-gcm@openssh.com']],
    ['PEM', ['-t', 'rsa', '-b', '2048', '-m', 'PEM']],
    ['PKCS #8', ['-t', 'ecdsa', '-m', 'PKCS8']],
  ])('%s, encrypted: asks again after a wrong passphrase, saves the right one if requested and asks once', async (_, args) => {
    const folder = await temporaryFolder();
    const file = await makeKey(folder, 'key', ...args, '-N', 'corréct horse');
    const sshd = await startSshdFor(folder, [`${file}.pub`]);
    const hop = hopTo('127.0.0.1', { ...sshd, identityFiles: [file] });
    const user = userWithReplies(types('wrong'), types('corréct horse', true));
    const { store, items } = keychain();
    const identities = createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, defaultFiles: [] });
    expect(await logIn(hop, identities)).toMatchObject({ isIn: true, notes: [] });
    expect(user.asked).toMatchObject([
      { kind: 'passphrase', keyFile: file, isAgain: false },
      { kind: 'passphrase', keyFile: file, isAgain: true },
    ]);
    expect([...items]).toEqual([[`key-passphrase p ${file}`, 'corréct horse']]);
    expect((await logIn(hop, identities)).isIn).toBe(true); // from the cache, as on a reconnect
    const afterRestart = createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, defaultFiles: [] });
    expect((await logIn(hop, afterRestart)).isIn).toBe(true);
    expect(user.asked).toHaveLength(2);
  });
});

describe('logging in to a real sshd with PuTTY’s key files', () => {
  test.each(Object.entries(puttyKeys))('works with %s', async (_, text) => {
    const { file, hop } = await puttyFile(text);
    const user = userWithReplies(types(puttyPassphrase));
    expect(await logIn(hop, createIdentities({ ask: user.ask, defaultFiles: [] }))).toMatchObject({
      isIn: true,
      tried: [identityLabels.keyFile(file)],
      notes: [],
    });
    expect(user.asked).toHaveLength(text.includes('Encryption: none') ? 0 : 1);
  });

  // catches reading a comment in the encoding of an older Windows as damage
  test.each([
    ['latin1', '26710fde5db780b7c3cd53e4cb68f8f046dd1dd18320171e1d983b1d1288ab78'],
    ['utf8', '6cf0c55d72a2518bac435884e34e4554b1c9ba797d81903e83f1639e51515104'],
  ] as const)('works with a comment in %s', async (encoding, mac) => {
    const text = puttyKeys['ed25519, version 3'].replace('lab: key', 'lab: clé').replace(/(?<=MAC: )\w+/, mac);
    const { hop } = await puttyFile(Buffer.from(text, encoding));
    expect(await logIn(hop, createIdentities({ ask: nobody.ask, defaultFiles: [] }))).toMatchObject({ isIn: true, notes: [] });
  });

  test('reports a wrong passphrase as wrong and a damaged file as damaged', async () => {
    const sealed = await puttyFile(puttyKeys['ed25519, version 3, encrypted']);
    const wrong = await logIn(sealed.hop, createIdentities({ ask: userWithReplies(types('wrong')).ask, defaultFiles: [] }));
    expect(wrong).toMatchObject({ isIn: false, notes: [expect.stringContaining('wrong passphrase')] });
    const damaged = await puttyFile(puttyKeys['ed25519, version 3'].replace('Comment: lab', 'Comment: bal'));
    const broken = await logIn(damaged.hop, createIdentities({ ask: nobody.ask, defaultFiles: [] }));
    expect(broken).toMatchObject({ isIn: false, notes: [expect.stringContaining(keyProblems.damaged)] });
  });

  const puttyFile = async (text: string | Buffer): Promise<{ readonly file: string; readonly hop: ReturnType<typeof hopTo> }> => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'key.ppk');
    await writeFile(file, text, { mode: 0o600 });
    const ppk = readPpk(text.toString());
    await writeFile(path.join(folder, 'key.pub'), `${ppk?.type} ${ppk?.publicKey.toString('base64')}\n`);
    const sshd = await startSshdFor(folder, [path.join(folder, 'key.pub')]);
    return { file, hop: hopTo('127.0.0.1', { ...sshd, identityFiles: [file] }) };
  };
});

// ssh-keygen writes Ed25519 only in its own format, but other tools don't.
test.each([undefined, 'corréct horse'])('logs in to a real sshd with PKCS #8 Ed25519 (passphrase: %s)', async (passphrase) => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'key');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const cipher = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }), { mode: 0o600 });
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const blob = writeFields('ssh-ed25519', Buffer.from(x, 'base64url'));
  await writeFile(`${file}.pub`, `ssh-ed25519 ${blob.toString('base64')}\n`);
  const sshd = await startSshdFor(folder, [`${file}.pub`]);
  const user = userWithReplies(types('wrong'), types('corréct horse'));
  const hop = hopTo('127.0.0.1', { ...sshd, identityFiles: [file] });
  expect(await logIn(hop, createIdentities({ ask: user.ask, defaultFiles: [] }))).toMatchObject({ isIn: true, notes: [] });
  expect(user.asked.map((question) => 'isAgain' in question && question.isAgain)).toEqual(passphrase === undefined ? [] : [false, true]);
});

test('keeps the program responsive while bcrypt takes a second', async () => {
  const folder = await temporaryFolder();
  const file = await makeKey(folder, 'key', '-a', '16', '-N', 'secret');
  const { identities } = await createIdentities({ ask: userWithReplies(types('secret')).ask, defaultFiles: [] }).list(
    hopTo('x', { identityFiles: [file] }),
    never,
  );
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  expect(await identities[0]?.prepare(never)).toMatchObject({ type: 'publickey' });
  clearInterval(timer);
  // On this thread there would be two or three. However busy the machine is, a second has more.
  expect(turns).toBeGreaterThan(20);
});

describe('passphrases', () => {
  const prepareFirst = async (file: string, options: Parameters<typeof createIdentities>[0], signal = never) => {
    const { identities, notes } = await createIdentities(options).list(hopTo('x', { identityFiles: [file] }), signal);
    return { prepared: await identities[0]?.prepare(signal), notes };
  };

  test('skips the key with a note after three wrong ones', async () => {
    const file = await makeKey(await temporaryFolder(), 'key', '-t', 'ecdsa', '-m', 'PEM', '-N', 'secret');
    const user = userWithReplies(types('1'), types('2'), types('3'), types('secret'));
    expect(await prepareFirst(file, { ask: user.ask, defaultFiles: [] })).toEqual({
      prepared: undefined,
      notes: [keyText.wrongPassphrases(file, 3)],
    });
    expect(user.asked).toHaveLength(3);
  });

  test('skips the key with a note when the user dismisses the question', async () => {
    const file = await makeKey(await temporaryFolder(), 'key', '-t', 'ecdsa', '-m', 'PEM', '-N', 'secret');
    const user = userWithReplies();
    expect(await prepareFirst(file, { ask: user.ask, defaultFiles: [] })).toEqual({
      prepared: undefined,
      notes: [keyText.skipped(file, false)],
    });
    expect(user.asked).toHaveLength(1);
  });

  test('reports a passphrase as wrong, not as missing, when the user dismisses the second question', async () => {
    const file = await makeKey(await temporaryFolder(), 'key', '-t', 'ecdsa', '-m', 'PEM', '-N', 'secret');
    const { notes } = await prepareFirst(file, { ask: userWithReplies(types('wrong')).ask, defaultFiles: [] });
    expect(notes).toEqual([keyText.skipped(file, true)]);
  });

  test('asks when the saved one is outdated, and never deletes it', async () => {
    const file = await makeKey(await temporaryFolder(), 'key', '-t', 'ecdsa', '-m', 'PEM', '-N', 'newer');
    const { store, items } = keychain();
    items.set(`key-passphrase p ${file}`, 'old');
    const user = userWithReplies(types('newer'));
    const { prepared } = await prepareFirst(file, { ask: user.ask, secrets: { store, profileId: 'p' }, defaultFiles: [] });
    expect(prepared).toMatchObject({ type: 'publickey' });
    expect(user.asked, 'that the kept one did not fit is said').toMatchObject([{ isAgain: true }]);
    expect([...items.values()]).toEqual(['old']);
  });

  test('asks and adds a note when the keychain is locked, and the login continues', async () => {
    const file = await makeKey(await temporaryFolder(), 'key', '-t', 'ecdsa', '-m', 'PEM', '-N', 'secret');
    const { store } = keychain(true);
    const { prepared, notes } = await prepareFirst(file, {
      ask: userWithReplies(types('secret', true)).ask,
      secrets: { store, profileId: 'p' },
      defaultFiles: [],
    });
    expect(prepared).toMatchObject({ type: 'publickey' });
    expect(notes).toEqual([expect.stringContaining('not saved')]);
  });

  test('doesn’t hang when aborted while the key is decrypted', async () => {
    const file = await makeKey(await temporaryFolder(), 'key', '-a', '40', '-N', 'secret');
    const withdrawal = new AbortController();
    const user = userWithReplies(types('secret'));
    const ask: typeof user.ask = async (...question) => {
      setImmediate(() => withdrawal.abort()); // the reply has been used by then
      return user.ask(...question);
    };
    expect(await prepareFirst(file, { ask, defaultFiles: [] }, withdrawal.signal)).toEqual({ prepared: undefined, notes: [] });
    expect(user.asked).toHaveLength(1);
  });

  test('decrypts a replaced key file again', async () => {
    const folder = await temporaryFolder();
    const file = await makeKey(folder, 'key', '-t', 'ecdsa', '-m', 'PEM', '-N', 'first');
    const memory = createCredentialCache();
    const user = userWithReplies(types('first'), types('second'));
    await prepareFirst(file, { ask: user.ask, defaultFiles: [], cache: memory });
    await rename(await makeKey(folder, 'other', '-t', 'ecdsa', '-m', 'PEM', '-N', 'second'), file);
    await rm(`${file}.pub`);
    expect((await prepareFirst(file, { ask: user.ask, defaultFiles: [], cache: memory })).prepared).toMatchObject({ type: 'publickey' });
    expect(user.asked).toHaveLength(2);
  });
});

describe('unusable key files', () => {
  const notesOf = async (files: readonly string[], defaultFiles: readonly string[] = []): Promise<string> =>
    (await createIdentities({ ask: nobody.ask, defaultFiles }).list(hopTo('x', { identityFiles: files }), never)).notes.join('\n');

  test('are reported when missing, but only if they were named', async () => {
    expect(await notesOf(['/nowhere/id_rsa'])).toBe(keyText.missing('/nowhere/id_rsa'));
    const defaultFiles = ['/nowhere/id_rsa', '/nowhere/id_ecdsa'];
    expect(await notesOf(['/nowhere/id_rsa'], defaultFiles)).toBe(keyText.missing('/nowhere/id_rsa')); // ssh lists all of its defaults
    expect(await notesOf(defaultFiles, defaultFiles)).toBe('');
  });

  test('are reported when readable by others, a folder, a text, or a public key without its private half', async () => {
    const folder = await temporaryFolder();
    const key = await makeKey(folder, 'key');
    await chmod(key, 0o644);
    expect(await notesOf([key])).toBe(keyText.tooOpen(key));
    expect(await notesOf([folder])).toContain(keyText.unreadable(folder, '').replace(' ().', ''));
    await writeFile(path.join(folder, 'text'), 'hello', { mode: 0o600 });
    expect(await notesOf([path.join(folder, 'text')])).toBe(keyText.unknownFormat(path.join(folder, 'text')));
    expect(await notesOf([`${key}.pub`])).toBe(keyText.publicOnly(`${key}.pub`));
  });

  test('don’t hang the program when a FIFO is in a key’s place', async () => {
    const pipe = path.join(await temporaryFolder(), 'pipe');
    await run('mkfifo', [pipe]);
    expect(await notesOf([pipe])).toContain(keyText.unreadable(pipe, '').replace(' ().', ''));
  });

  test('are reported when on a security key, even with a default name', async () => {
    const folder = await temporaryFolder();
    const publicKey = writeFields('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 1), 'ssh:');
    const file = path.join(folder, 'id_ed25519_sk');
    const bytes = Buffer.concat([
      Buffer.from('openssh-key-v1\0'),
      writeFields('none', 'none', ''),
      writeUint32(1),
      writeFields(publicKey, Buffer.alloc(64)),
    ]);
    const text = `-----BEGIN OPENSSH PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`;
    await writeFile(file, text, { mode: 0o600 });
    expect(await notesOf([file], [file])).toBe(keyText.needsSystemSsh(keyText.isOnSecurityKey(file, 'sk-ssh-ed25519@openssh.com')));
  });

  test('are reported before asking for the passphrase when only the system’s ssh supports the cipher', async () => {
    const file = await makeKey(await temporaryFolder(), 'key', '-Z', 'chacha20-poly1305@openssh.com', '-N', 'secret');
    expect(await notesOf([file])).toBe(keyText.needsSystemSsh(keyText.isEncryptedWith(file, 'chacha20-poly1305@openssh.com')));
  });
});
