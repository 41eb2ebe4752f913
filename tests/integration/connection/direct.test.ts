import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startRelay } from '../../support/relay.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  active,
  ask,
  entryOf,
  lab,
  labInstance,
  questionOf,
  setMode,
  setting,
  surroundingsIn,
  trust,
  until,
  type Setting,
} from './connection-fixture.ts';

const inside = '127.0.0.2';

/** A user whose instance is a real sshd, from which the engines take callers. */
async function withInstance(profile: { readonly directRoute?: 'auto' | 'tunnel' | 'straight' } = {}): Promise<Setting> {
  const { sshConfig } = await labInstance();
  const set = await setting({ sshConfig, service: { insideAddress: inside }, isActive: false });
  const own = set.profiles.list().find(({ id }) => id !== 'demo');
  if (!own) throw new Error('no profile');
  await set.profiles.edit(own.id, { instance: lab, mode: 'direct', service: { ...own.service, inferenceServer: inside }, ...profile });
  await set.profiles.activate(own.id);
  return set;
}

test('auto takes the tunnel where this network is not permitted; the host key is asked about once', async () => {
  const set = await withInstance();
  const { keeper, questions, asked } = set;
  const answer = ask(keeper);
  const { question } = await questionOf(questions, 'host-key');
  expect(question).toMatchObject({ hop: 'lab', fingerprint: expect.stringMatching(/^SHA256:/) });
  expect(keeper.read()).toMatchObject({ tunnel: { instance: 'lab', state: { kind: 'waiting-for-user', question: { kind: 'host-key' } } } });
  await trust(set);
  expect(await answer).toBe('stop');
  await until(keeper, {
    direct: { wanted: 'auto', now: 'tunnel', why: 'This network is not permitted to reach the engines.' },
    tunnel: { state: { kind: 'ready' } },
    lists: [{ failure: null }, { failure: null }, { failure: null }],
  });
  keeper.tunnel.reconnect();
  await until(keeper, { tunnel: { state: { kind: 'ready' } } });
  expect(await ask(keeper)).toBe('stop');
  expect(asked.filter((open) => open.length > 0)).toHaveLength(1);
});

test('an instance that ssh2 can’t talk to is carried by the system’s ssh, which is told and remembered', async () => {
  const { sshd, sshConfig } = await labInstance(['KexAlgorithms sntrup761x25519-sha512@openssh.com']);
  const set = await setting({ sshConfig, service: { insideAddress: inside }, isActive: false });
  const own = set.profiles.list().find(({ id }) => id !== 'demo');
  if (!own) throw new Error('no profile');
  const direct = { instance: lab, mode: 'direct', directRoute: 'tunnel' } as const;
  await set.profiles.edit(own.id, { ...direct, service: { ...own.service, inferenceServer: inside } });
  await set.profiles.activate(own.id);
  const answer = ask(set.keeper);
  await trust(set);
  expect(await answer).toBe('stop');
  const why = 'lab and Causeway have no key exchange algorithm in common';
  await until(set.keeper, { tunnel: { transport: 'openssh', transportReason: why, state: { kind: 'ready' } } });
  expect(set.profiles.systemSshReason(own.id)).toBe(why);
  expect(active(set.profiles).instance?.transport, 'what the user chose stays').toBe('ssh2');

  // as after a restart: the server would let ssh2 in by now, and is not asked whether it does
  await sshd.kill();
  await sshd.start({ config: [] });
  await set.profiles.activate('demo');
  await set.profiles.activate(own.id);
  expect(await ask(set.keeper)).toBe('stop');
  await until(set.keeper, { tunnel: { transport: 'openssh', transportReason: why } });

  await set.profiles.edit(own.id, { instance: { ...lab, port: 2222 } });
  expect(await ask(set.keeper)).toBe('stop');
  await until(set.keeper, { tunnel: { transport: 'ssh2', transportReason: null } });
});

test('the time the user took to answer is not told as the latency of the engines', async () => {
  let time = 0;
  const { sshConfig } = await labInstance();
  const set = await setting({
    sshConfig,
    service: { insideAddress: inside },
    profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' },
    more: { steadyClock: { now: () => time } },
  });
  const { id, service } = active(set.profiles);
  await set.profiles.edit(id, { service: { ...service, inferenceServer: inside } });
  await questionOf(set.questions, 'host-key');
  time = 10_000;
  await trust(set);
  const { lists } = await until(set.keeper, { isRefreshing: false, lists: [{ ms: 0, failure: null }, { ms: 0 }, { ms: 0 }] });
  expect(lists).toHaveLength(3);
});

test('auto goes straight where the engines answer, and changes over when the network does, both ways', async () => {
  const set = await withInstance();
  const { keeper, service, changeNetwork } = set;
  service.setBehaviour({ isInsideNetwork: true });
  await keeper.refresh();
  await until(keeper, { direct: { now: 'straight', why: 'The engines answer from this network.' }, isRefreshing: false });
  expect(await ask(keeper)).toBe('stop');
  expect(keeper.read()).toMatchObject({ tunnel: { state: { kind: 'idle' } } });

  service.setBehaviour({ isInsideNetwork: false });
  changeNetwork('the network changed');
  await trust(set);
  await until(keeper, { direct: { now: 'tunnel' }, tunnel: { state: { kind: 'ready' } }, isRefreshing: false });
  expect(await ask(keeper)).toBe('stop');

  service.setBehaviour({ isInsideNetwork: true });
  changeNetwork('the computer woke up');
  await until(keeper, { direct: { now: 'straight' }, isRefreshing: false });
  expect(await ask(keeper)).toBe('stop');
});

test('a network that is left unnoticed is found out by the first request, which is answered all the same', async () => {
  const set = await withInstance();
  const { keeper, service } = set;
  service.setBehaviour({ isInsideNetwork: true });
  await keeper.refresh();
  await until(keeper, { direct: { now: 'straight' }, isRefreshing: false });
  service.setBehaviour({ isInsideNetwork: false });
  const answer = ask(keeper);
  await trust(set);
  expect(await answer).toBe('stop');
  expect(keeper.read()).toMatchObject({ direct: { now: 'tunnel' } });
});

test('a forced choice is obeyed, and taking it back decides anew', async () => {
  const set = await withInstance({ directRoute: 'straight' });
  const { keeper, profiles, service } = set;
  expect(await ask(keeper)).toBe('network-not-permitted');
  await until(keeper, { direct: { wanted: 'straight', now: 'straight', why: 'You chose to go without the tunnel.' } });
  expect(keeper.read()).toMatchObject({ tunnel: { state: { kind: 'idle' } } });

  service.setBehaviour({ isInsideNetwork: true }); // straight would do, but it is not wanted
  await profiles.edit(active(profiles).id, { directRoute: 'tunnel' });
  await trust(set);
  await until(keeper, {
    direct: { wanted: 'tunnel', now: 'tunnel', why: 'You chose the tunnel.' },
    tunnel: { state: { kind: 'ready' } },
  });
  expect(await ask(keeper)).toBe('stop');

  await profiles.edit(active(profiles).id, { directRoute: 'auto' });
  await until(keeper, { direct: { wanted: 'auto', now: 'straight' }, tunnel: { state: { kind: 'ready' } } });
});

test('without an instance the failure says what to do, and a tunnel that is forced too', async () => {
  const set = await setting();
  await setMode(set, 'direct');
  expect(await ask(set.keeper)).toBe('network-not-permitted');
  await set.profiles.edit(active(set.profiles).id, { directRoute: 'tunnel' });
  expect(await ask(set.keeper)).toBe('tunnel-unavailable');
});

test('"not permitted" says what can be done about it, by the way that was taken', async () => {
  const alone = await setting({ profile: { mode: 'direct' } });
  /** The lists are asked again after the choice has changed, so the remedy is waited for. */
  const remedied = ({ keeper }: Setting, why: string, part: string): Promise<unknown> => {
    const failure = { code: 'network-not-permitted', remedy: expect.stringContaining(part) };
    return until(keeper, { lists: [{ failure }, {}, {}], direct: { why } });
  };
  await remedied(alone, 'This profile has no instance for a tunnel.', 'Add your instance');
  // An instance outside: the engines see it come from an address that does not count as inside.
  const { sshConfig } = await labInstance();
  const outside = await setting({ sshConfig, profile: { instance: lab, mode: 'direct' } });
  await trust(outside);
  await remedied(outside, 'This network is not permitted to reach the engines.', 'Use an instance inside');
  await outside.profiles.edit(active(outside.profiles).id, { directRoute: 'straight' });
  await remedied(outside, 'You chose to go without the tunnel.', 'Let Causeway use the tunnel');
});

test('a service that can not be reached straight at all is reached through the tunnel', async () => {
  const set = await withInstance();
  const { keeper, profiles } = set;
  const own = active(profiles);
  // The name is known to the instance only, as inside a private network; the certificate is for `localhost` still.
  await profiles.edit(own.id, { service: { ...own.service, baseUrl: own.service.baseUrl.replace('localhost', 'localhost.invalid') } });
  const answer = ask(keeper);
  await trust(set);
  expect(await answer).toBe('tls-name');
  expect(keeper.read()).toMatchObject({ direct: { now: 'tunnel', why: expect.stringContaining('does not work from here') } });
});

test('the network is lost and comes back: the state says so, a request waits, and answers come again', async () => {
  const { sshd } = await labInstance();
  const relay = await startRelay(sshd.port);
  onTestFinished(relay.close);
  const set = await setting({
    sshConfig: entryOf(relay.port, sshd),
    service: { insideAddress: inside },
    profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' },
  });
  const { keeper, profiles } = set;
  const own = active(profiles);
  await profiles.edit(own.id, { service: { ...own.service, inferenceServer: inside } });
  const first = ask(keeper);
  await trust(set);
  expect(await first).toBe('stop');
  await sshd.kill();
  await until(keeper, { tunnel: { state: { kind: 'waiting-to-retry' } } });
  const second = ask(keeper);
  await sshd.start();
  expect(await second).toBe('stop');
  await until(keeper, { tunnel: { state: { kind: 'ready' } } });
  expect(keeper.tunnel.read()).toMatchObject({ reconnects: 1 });
  relay.drop(); // the cable is pulled, and nobody is told
  keeper.suspect('the computer woke up');
  await until(keeper, { tunnel: { state: { kind: 'suspect' } } });
  relay.heal();
  await until(keeper, { tunnel: { state: { kind: 'ready' } } });
  expect(await ask(keeper)).toBe('stop');
});

test('a tunnel that was stopped stays stopped until it is wanted again, and says so to requests', async () => {
  const set = await withInstance({ directRoute: 'tunnel' });
  const { keeper } = set;
  await questionOf(set.questions, 'host-key');
  keeper.tunnel.stop();
  expect(set.questions.read()).toEqual([]); // the question went with it
  await until(keeper, { tunnel: { state: { kind: 'stopped' } } });
  expect(await ask(keeper)).toBe('tunnel-unavailable');
  keeper.tunnel.reconnect();
  await trust(set);
  await until(keeper, { tunnel: { state: { kind: 'ready' } }, lists: [{ failure: null }, { failure: null }, { failure: null }] });
});

test('an ssh config that leads in a circle is told, and mended by a reconnect after it was corrected', async () => {
  const { sshConfig } = await labInstance();
  let config = 'Host lab\n  ProxyJump lab\n';
  const home = await temporaryFolder();
  const set = await setting({
    service: { insideAddress: inside },
    profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' },
    more: { surroundings: () => surroundingsIn(home, config) },
  });
  await until(set.keeper, { tunnel: { state: { kind: 'failed', failure: { code: 'invalid-input' } } } });
  config = sshConfig;
  set.keeper.tunnel.reconnect();
  await trust(set);
  const mended = await until(set.keeper, { tunnel: { state: { kind: 'ready' } } });
  expect(mended.tunnel?.instance).toBe('lab');
});

test('another instance in the place of the first: refused, and taken only with the fingerprint of the console', async () => {
  const { sshd, sshConfig } = await labInstance();
  const set = await setting({
    sshConfig,
    service: { insideAddress: inside },
    profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' },
  });
  const { keeper } = set;
  await trust(set);
  await until(keeper, { tunnel: { state: { kind: 'ready' } } });
  await sshd.kill();
  await sshd.start({ isNewHostKey: true });
  await until(keeper, { tunnel: { state: { kind: 'failed', failure: { code: 'host-key-changed' } } } });
  expect(await keeper.tunnel.confirmNewInstance('SHA256:wrong')).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  const blob = Buffer.from(sshd.hostKey().split(' ')[1] ?? '', 'base64');
  const fingerprint = `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
  expect(await keeper.tunnel.confirmNewInstance(fingerprint)).toEqual({ ok: true, value: [] });
  await until(keeper, { tunnel: { state: { kind: 'ready' } } });
  expect(keeper.tunnel.read()?.changes.map(({ state }) => state)).toContain('failed');
  keeper.tunnel.stop();
  const changes = keeper.tunnel.read()?.changes ?? [];
  expect(changes.at(-1)).toMatchObject({ state: 'stopped', cause: 'you stopped it' });
  // a tunnel that made room for another has not ended with Causeway
  expect(changes.filter(({ state }) => state === 'stopped')).toHaveLength(1);
});
