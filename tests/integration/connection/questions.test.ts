import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ProfileChange } from '../../../electron/contract/profile.ts';
import { createMemoryVault } from '../../../electron/core/credentials/credentials.ts';
import { makeKey } from '../tunnel/identity-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  active,
  ask,
  lab,
  labInstance,
  questionOf,
  connectionFixture,
  until,
  type ConnectionFixture,
  type ConnectionFixtureOptions,
} from './connection-fixture.ts';

/** Creates a user whose instance asks for passwords and codes: the demo's own instance, without its key. */
async function openWithQuestions(options: ConnectionFixtureOptions = {}): Promise<ConnectionFixture> {
  const set = await connectionFixture({ isActive: false, ...options });
  const own = set.profiles.list().find(({ id }) => id !== 'demo');
  const { host, port, login } = set.service.instance;
  const change: ProfileChange = { mode: 'direct', directRoute: 'tunnel', instance: { host, port, login, alias: null, transport: 'ssh2' } };
  await set.profiles.edit(own?.id ?? '', change);
  await set.profiles.activate(own?.id ?? '');
  return set;
}

async function answer(
  { questions }: ConnectionFixture,
  kind: 'host-key' | 'password' | 'passphrase',
  secret = '',
  keep = false,
): Promise<void> {
  const { id } = await questionOf(questions, kind);
  const reply = kind === 'host-key' ? ({ kind: 'host-key', isTrusted: true } as const) : ({ kind: 'secret', secret, keep } as const);
  expect(questions.answer(id, reply)).toEqual({ ok: true, value: undefined });
}

test('asks for a host key, a password prompt and a one-time code in turn, and rejects a reply of another kind', async () => {
  const set = await openWithQuestions({ service: { oneTimeCode: '424242' } });
  const { questions, supervisor, service, typed } = set;
  const answered = ask(supervisor);
  const hostKey = await questionOf(questions, 'host-key');
  expect(hostKey.question).toMatchObject({ fingerprint: service.instance.fingerprint(), address: expect.stringContaining('127.0.0.1') });
  const wrongKind = { ok: false, failure: { code: 'invalid-input' } };
  expect(questions.answer(hostKey.id, { kind: 'secret', secret: 'x', keep: false })).toMatchObject(wrongKind);
  expect(questions.answer('nothing', { kind: 'given-up' })).toMatchObject(wrongKind);
  await answer(set, 'host-key');
  expect(questions.answer(hostKey.id, { kind: 'host-key', isTrusted: true })).toMatchObject(wrongKind); // already answered

  const password = await questionOf(questions, 'prompts');
  expect(password.question).toMatchObject({ prompts: [{ text: 'Password: ', isSecret: true }] });
  expect(questions.answer(password.id, { kind: 'prompts', answers: [] })).toMatchObject(wrongKind);
  questions.answer(password.id, { kind: 'prompts', answers: [service.instance.password] });
  const code = await eventually(() => {
    const found = questions.read()[0];
    expect(found?.question).toMatchObject({ prompts: [{ text: 'Verification code: ', isSecret: false }] });
    return found;
  });
  expect(supervisor.read()).toMatchObject({ tunnel: { state: { kind: 'waiting-for-user', question: { kind: 'prompts' } } } });
  questions.answer(code?.id ?? '', { kind: 'prompts', answers: ['424242'] });
  expect(await answered).toBe('stop');
  expect(typed).toContain(service.instance.password); // so that the log can mask it
  await eventually(() => expect(set.asked.at(-1)).toEqual([]));
});

test('saves a password only if the user says so, for this profile and instance, and in no file', async () => {
  const keychain = createMemoryVault();
  const set = await openWithQuestions({ keychain });
  const { questions, supervisor, service, secrets, folder, profiles } = set;
  await answer(set, 'host-key');
  for (let refused = 0; refused < 3; refused += 1) {
    const prompts = await eventually(async () => {
      const found = await questionOf(questions, 'prompts');
      expect(found.question).toMatchObject({ isAgain: refused > 0 });
      return found;
    });
    questions.answer(prompts.id, { kind: 'prompts', answers: ['wrong'] }); // after the third, the password method asks
  }
  await answer(set, 'password', 'wrong', true);
  expect((await questionOf(questions, 'password')).question).toMatchObject({ isAgain: true });
  await answer(set, 'password', service.instance.password, true);
  await until(supervisor, { tunnel: { state: { kind: 'ready' } } });
  const scope = `demo@127.0.0.1:${service.instance.port}`;
  const ref = { kind: 'ssh-password', profileId: active(profiles).id, place: scope } as const;
  expect(await keychain.get(ref)).toEqual({ ok: true, value: service.instance.password });
  expect(secrets.accounts()).toEqual([`SSH password · ${scope} · ${ref.profileId}`]);
  for (const file of ['profiles.json', 'secrets.json', 'known_hosts'])
    expect(await readFile(path.join(folder, file), 'utf8')).not.toContain(service.instance.password);
});

test('ends the attempt when the user gives up, until they want another, and reports it to a request', async () => {
  const set = await openWithQuestions();
  const { questions, supervisor } = set;
  const answered = ask(supervisor);
  const { id } = await questionOf(questions, 'host-key');
  questions.answer(id, { kind: 'given-up' });
  expect(['host-key-refused', 'cancelled']).toContain(await answered);
  await until(supervisor, { tunnel: { state: { kind: 'failed' } } });
  supervisor.tunnel.reconnect();
  await answer(set, 'host-key');
  await questionOf(questions, 'prompts');
});

// catches a cancelled question that is replaced by one of the next login method
test('ends the attempt without further questions when the user gives up a sign-in question', async () => {
  const set = await openWithQuestions();
  const { questions, supervisor } = set;
  await answer(set, 'host-key');
  const { id } = await questionOf(questions, 'prompts');
  const before = set.asked.length;
  questions.answer(id, { kind: 'given-up' });
  await until(supervisor, { tunnel: { state: { kind: 'failed', failure: { code: 'login-given-up' } } } });
  expect(set.asked.slice(before).flat()).toEqual([]);
  expect(supervisor.read()).toMatchObject({ tunnel: { state: { failure: { reason: 'sign-in-dismissed' } } } });
});

test('withdraws a question about a profile that is no longer active', async () => {
  const set = await openWithQuestions();
  await questionOf(set.questions, 'host-key');
  await set.profiles.activate('demo');
  await eventually(() => expect(set.questions.read()).toEqual([]));
  expect(await ask(set.supervisor)).toBe('stop');
});

test('uses a saved passphrase for this instance only', async () => {
  const folder = await temporaryFolder();
  const keyFile = await makeKey(folder, 'locked', '-N', 'open sesame');
  const { sshd } = await labInstance([`AuthorizedKeysFile ${keyFile}.pub`]);
  const entry = (name: string): string =>
    `Host ${name}\n  HostName 127.0.0.1\n  Port ${sshd.port}\n  User ${sshd.login}\n  IdentityFile ${keyFile}\n  IdentitiesOnly yes\n  HostKeyAlias shared\n`;
  const keychain = createMemoryVault();
  const set = await connectionFixture({
    keychain,
    sshConfig: `${entry('lab')}${entry('other')}`,
    service: { insideAddress: '127.0.0.2' },
    profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' },
  });
  await answer(set, 'host-key');
  expect((await questionOf(set.questions, 'passphrase')).question).toMatchObject({ keyFile, isAgain: false });
  await answer(set, 'passphrase', 'open sesame', true);
  await until(set.supervisor, { tunnel: { instance: 'lab', state: { kind: 'ready' } } });

  const { id } = active(set.profiles);
  await set.profiles.edit(id, { instance: { ...lab, alias: 'other' } });
  await questionOf(set.questions, 'passphrase'); // asked again: the copy inherits nothing
  await set.profiles.edit(id, { instance: lab });
  await until(set.supervisor, { tunnel: { instance: 'lab', state: { kind: 'ready' } } }); // the first one still has it
  expect(set.questions.read()).toEqual([]);
});
