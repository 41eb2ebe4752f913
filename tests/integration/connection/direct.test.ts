import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRelay } from '../../support/relay.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  active,
  ask,
  entryOf,
  lab,
  labInstance,
  questionOf,
  setMode,
  connectionFixture,
  surroundingsIn,
  trust,
  until,
  type ConnectionFixture,
} from './connection-fixture.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import type { FailureReason } from '../../../electron/contract/failures/catalogue.ts';
import { routeText, tunnelEndText } from '../../../electron/core/connection/text.ts';

const inside = '127.0.0.2';
/** A service that the engines of an instance reach, always by the tunnel. */
const byTunnel = { service: { insideAddress: inside }, profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' } } as const;

/** Creates a user whose instance is a real sshd, from which the engines accept requests. */
async function withInstance(
  profile: { readonly directRoute?: 'auto' | 'tunnel' | 'straight' } = {},
  changed: Partial<Profile['service']> = {},
): Promise<ConnectionFixture> {
  const { sshConfig } = await labInstance();
  const set = await connectionFixture({ sshConfig, service: { insideAddress: inside }, isActive: false });
  const own = set.profiles.list().find(({ id }) => id !== 'demo');
  if (!own) throw new Error('no profile');
  const service = { ...own.service, inferenceServer: inside, ...changed };
  await set.profiles.edit(own.id, { instance: lab, mode: 'direct', service, ...profile });
  await set.profiles.activate(own.id);
  return set;
}

test("auto: uses the tunnel if this network isn't permitted, and asks about the host key once", async () => {
  const set = await withInstance();
  const { supervisor, questions, asked } = set;
  const answer = ask(supervisor);
  const { question } = await questionOf(questions, 'host-key');
  expect(question).toMatchObject({ hop: 'lab', fingerprint: expect.stringMatching(/^SHA256:/) });
  expect(supervisor.read()).toMatchObject({
    tunnel: { instance: 'lab', state: { kind: 'waiting-for-user', question: { kind: 'host-key' } } },
  });
  await trust(set);
  expect(await answer).toBe('stop');
  await until(supervisor, {
    direct: { wanted: 'auto', now: 'tunnel', why: routeText.notPermitted },
    tunnel: { state: { kind: 'ready' } },
    lists: [{ failure: null }, { failure: null }, { failure: null }],
  });
  supervisor.tunnel.reconnect();
  await until(supervisor, { tunnel: { state: { kind: 'ready' } } });
  expect(await ask(supervisor)).toBe('stop');
  expect(asked.filter((open) => open.length > 0)).toHaveLength(1);
});

test('offers the system’s ssh for an instance that ssh2 can’t talk to, which the profile then keeps', async () => {
  const { sshConfig } = await labInstance(['KexAlgorithms sntrup761x25519-sha512@openssh.com']);
  const set = await connectionFixture({ sshConfig, service: { insideAddress: inside }, isActive: false });
  const own = set.profiles.list().find(({ id }) => id !== 'demo');
  if (!own) throw new Error('no profile');
  const direct = { instance: lab, mode: 'direct', directRoute: 'tunnel' } as const;
  await set.profiles.edit(own.id, { ...direct, service: { ...own.service, inferenceServer: inside } });
  await set.profiles.activate(own.id);
  await ask(set.supervisor);
  await until(set.supervisor, { tunnel: { transport: 'ssh2', state: { kind: 'failed', failure: { reason: 'needs-system-ssh' } } } });
  await set.profiles.edit(own.id, { instance: { ...lab, transport: 'openssh' } });
  const answer = ask(set.supervisor);
  await trust(set);
  expect(await answer).toBe('stop');
  await until(set.supervisor, { tunnel: { transport: 'openssh', state: { kind: 'ready' } } });
});

// catches a start from the macOS Dock, whose PATH has neither the user's ssh nor the programs of their ProxyCommand
test('starts the ssh of the login shell, with its PATH', async () => {
  const folder = await temporaryFolder();
  const [ssh, log, PATH] = [path.join(folder, 'ssh'), path.join(folder, 'log'), '/login/bin:/usr/bin:/bin'];
  await writeFile(ssh, `#!/bin/sh\n[ "$1" = -G ] || echo "$PATH" >> '${log}'\nexec /usr/bin/ssh "$@"\n`, { mode: 0o755 });
  const environment = await surroundingsIn(folder, (await labInstance()).sshConfig);
  const more = { sshEnvironment: async () => ({ ...environment, ssh, variables: { PATH } }) };
  const set = await connectionFixture({ ...byTunnel, profile: { ...byTunnel.profile, instance: { ...lab, transport: 'openssh' } }, more });
  const { id, service } = active(set.profiles);
  await set.profiles.edit(id, { service: { ...service, inferenceServer: inside } });
  const answer = ask(set.supervisor);
  await trust(set);
  expect(await answer).toBe('stop');
  expect(new Set((await readFile(log, 'utf8')).trim().split('\n'))).toEqual(new Set([PATH]));
});

test("doesn't count the user's time to answer as latency of the engines", async () => {
  let time = 0;
  const { sshConfig } = await labInstance();
  const set = await connectionFixture({ sshConfig, ...byTunnel, more: { steadyClock: { now: () => time } } });
  const { id, service } = active(set.profiles);
  await set.profiles.edit(id, { service: { ...service, inferenceServer: inside } });
  await questionOf(set.questions, 'host-key');
  time = 10_000;
  await trust(set);
  const { lists } = await until(set.supervisor, { isRefreshing: false, lists: [{ ms: 0, failure: null }, { ms: 0 }, { ms: 0 }] });
  expect(lists).toHaveLength(3);
});

test('auto: connects without the tunnel if the engines answer, and switches with the network in both directions', async () => {
  const set = await withInstance();
  const { supervisor, service, changeNetwork } = set;
  service.setBehaviour({ isInsideNetwork: true });
  await supervisor.refresh();
  await until(supervisor, { direct: { now: 'straight', why: routeText.reachable }, isRefreshing: false });
  expect(await ask(supervisor)).toBe('stop');
  expect(supervisor.read()).toMatchObject({ tunnel: { state: { kind: 'idle' } } });

  service.setBehaviour({ isInsideNetwork: false });
  changeNetwork('the network changed');
  await trust(set);
  await until(supervisor, { direct: { now: 'tunnel' }, tunnel: { state: { kind: 'ready' } }, isRefreshing: false });
  expect(await ask(supervisor)).toBe('stop');

  service.setBehaviour({ isInsideNetwork: true });
  changeNetwork('the computer woke up');
  await until(supervisor, { direct: { now: 'straight' }, isRefreshing: false });
  expect(await ask(supervisor)).toBe('stop');
});

test('auto: decides again when engine paths are added (catches a tunnel that is used because there was nothing to ask)', async () => {
  const { supervisor, profiles, service } = await withInstance({}, { catalog: [] });
  service.setBehaviour({ isInsideNetwork: true });
  const reached = must(await supervisor.getActiveService());
  expect(await reached.chooseDirectRoute()).toBe('tunnel');
  expect(supervisor.read()).toMatchObject({ direct: { now: 'tunnel', why: routeText.noEnginePaths } });
  const { id, service: own } = active(profiles);
  await profiles.edit(id, { service: { ...own, catalog: service.profile().service.catalog } });
  await until(supervisor, { direct: { now: 'straight', why: routeText.reachable } });
});

test('auto: sends a waiting request without the tunnel once the engines answer (catches one that fails with the tunnel)', async () => {
  const { supervisor, questions, service, changeNetwork } = await withInstance();
  const answer = ask(supervisor);
  await questionOf(questions, 'host-key');
  service.setBehaviour({ isInsideNetwork: true });
  changeNetwork('the network changed');
  await until(supervisor, { direct: { now: 'straight' } });
  expect(await answer).toBe('stop');
  expect(supervisor.read()).toMatchObject({ direct: { now: 'straight' } });
});

test('answers the first request after an unnoticed network change, which detects it', async () => {
  const set = await withInstance();
  const { supervisor, service } = set;
  service.setBehaviour({ isInsideNetwork: true });
  await supervisor.refresh();
  await until(supervisor, { direct: { now: 'straight' }, isRefreshing: false });
  service.setBehaviour({ isInsideNetwork: false });
  const answer = ask(supervisor);
  await trust(set);
  expect(await answer).toBe('stop');
  expect(supervisor.read()).toMatchObject({ direct: { now: 'tunnel' } });
});

test('obeys a forced choice, and decides again when it is withdrawn', async () => {
  const set = await withInstance({ directRoute: 'straight' });
  const { supervisor, profiles, service } = set;
  expect(await ask(supervisor)).toBe('network-not-permitted');
  await until(supervisor, { direct: { wanted: 'straight', now: 'straight', why: routeText.tunnelOff } });
  expect(supervisor.read()).toMatchObject({ tunnel: { state: { kind: 'idle' } } });

  service.setBehaviour({ isInsideNetwork: true }); // would work without the tunnel, but the user forbids it
  await profiles.edit(active(profiles).id, { directRoute: 'tunnel' });
  await trust(set);
  await until(supervisor, {
    direct: { wanted: 'tunnel', now: 'tunnel', why: routeText.tunnelAlways },
    tunnel: { state: { kind: 'ready' } },
  });
  expect(await ask(supervisor)).toBe('stop');

  await profiles.edit(active(profiles).id, { directRoute: 'auto' });
  await until(supervisor, { direct: { wanted: 'auto', now: 'straight' }, tunnel: { state: { kind: 'ready' } } });
});

test('reports what to do without an instance, also if the tunnel is forced', async () => {
  const set = await connectionFixture();
  await setMode(set, 'direct');
  expect(await ask(set.supervisor)).toBe('network-not-permitted');
  await set.profiles.edit(active(set.profiles).id, { directRoute: 'tunnel' });
  expect(await ask(set.supervisor)).toBe('tunnel-unavailable');
});

test('gives advice for "not permitted" by the route that was used', async () => {
  const alone = await connectionFixture({ profile: { mode: 'direct' } });
  /** Waits for the advice, because the lists are requested again after the choice has changed. */
  const advised = ({ supervisor }: ConnectionFixture, why: string, reason: FailureReason): Promise<unknown> => {
    const failure = { code: 'network-not-permitted', reason };
    return until(supervisor, { lists: [{ failure }, {}, {}], direct: { why } });
  };
  await advised(alone, routeText.noInstance, 'network-refused-without-instance');
  // An instance outside: its address doesn't count as inside for the engines.
  const { sshConfig } = await labInstance();
  const outside = await connectionFixture({ sshConfig, profile: { instance: lab, mode: 'direct' } });
  await trust(outside);
  await advised(outside, routeText.notPermitted, 'network-refused-through-tunnel');
  await outside.profiles.edit(active(outside.profiles).id, { directRoute: 'straight' });
  await advised(outside, routeText.tunnelOff, 'network-refused-tunnel-off');
  expect(outside.supervisor.read()).toMatchObject({ lists: [{ failure: { reason: 'network-refused-tunnel-off' } }, {}, {}] });
});

test("reaches a service through the tunnel that can't be reached without it", async () => {
  const set = await withInstance();
  const { supervisor, profiles } = set;
  const own = active(profiles);
  // Only the instance can resolve the name, as in a private network. The certificate is still for `localhost`.
  await profiles.edit(own.id, { service: { ...own.service, baseUrl: own.service.baseUrl.replace('localhost', 'localhost.invalid') } });
  const answer = ask(supervisor);
  await trust(set);
  expect(await answer).toBe('tls-name');
  expect(supervisor.read()).toMatchObject({ direct: { now: 'tunnel', why: expect.stringContaining(routeText.unreachable('')) } });
});

test('reports a lost network, lets a request wait, and answers again when it is back', async () => {
  const { sshd } = await labInstance();
  const relay = await startRelay(sshd.port);
  onTestFinished(relay.close);
  const set = await connectionFixture({ sshConfig: entryOf(relay.port, sshd), ...byTunnel });
  const { supervisor, profiles } = set;
  const own = active(profiles);
  await profiles.edit(own.id, { service: { ...own.service, inferenceServer: inside } });
  const first = ask(supervisor);
  await trust(set);
  expect(await first).toBe('stop');
  await sshd.kill();
  await until(supervisor, { tunnel: { state: { kind: 'waiting-to-retry' } } });
  const second = ask(supervisor);
  await sshd.start();
  expect(await second).toBe('stop');
  await until(supervisor, { tunnel: { state: { kind: 'ready' } } });
  expect(supervisor.tunnel.read()?.reconnects).toBeGreaterThanOrEqual(1); // more if a slow ping cost a session
  relay.drop(); // the cable is unplugged, without a notification
  supervisor.suspect('the computer woke up');
  await until(supervisor, { tunnel: { state: { kind: 'suspect' } } });
  relay.heal();
  await until(supervisor, { tunnel: { state: { kind: 'ready' } } });
  expect(await ask(supervisor)).toBe('stop');
});

test('keeps a stopped tunnel stopped until it is wanted again, and reports it to requests', async () => {
  const set = await withInstance({ directRoute: 'tunnel' });
  const { supervisor } = set;
  await questionOf(set.questions, 'host-key');
  supervisor.tunnel.stop();
  expect(set.questions.read()).toEqual([]); // the question was withdrawn
  await until(supervisor, { tunnel: { state: { kind: 'stopped' } } });
  expect(await ask(supervisor)).toBe('tunnel-unavailable');
  supervisor.tunnel.reconnect();
  await trust(set);
  await until(supervisor, { tunnel: { state: { kind: 'ready' } }, lists: [{ failure: null }, { failure: null }, { failure: null }] });
});

test('reports a cyclic ssh config, and connects after it was corrected', async () => {
  const { sshConfig } = await labInstance();
  let config = 'Host lab\n  ProxyJump lab\n';
  const home = await temporaryFolder();
  const set = await connectionFixture({ ...byTunnel, more: { sshEnvironment: () => surroundingsIn(home, config) } });
  await until(set.supervisor, { tunnel: { state: { kind: 'failed', failure: { code: 'invalid-input' } } } });
  config = sshConfig;
  set.supervisor.tunnel.reconnect();
  await trust(set);
  const corrected = await until(set.supervisor, { tunnel: { state: { kind: 'ready' } } });
  expect(corrected.tunnel?.instance).toBe('lab');
});

test('refuses a replaced instance, and accepts it only with the fingerprint from the console', async () => {
  const { sshd, sshConfig } = await labInstance();
  const set = await connectionFixture({ sshConfig, ...byTunnel });
  const { supervisor } = set;
  await trust(set);
  await until(supervisor, { tunnel: { state: { kind: 'ready' } } });
  await sshd.kill();
  await sshd.start({ isNewHostKey: true });
  await until(supervisor, { tunnel: { state: { kind: 'failed', failure: { code: 'host-key-changed' } } } });
  expect(await supervisor.tunnel.confirmNewInstance('SHA256:wrong')).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  const blob = Buffer.from(sshd.hostKey().split(' ')[1] ?? '', 'base64');
  const fingerprint = `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
  expect(await supervisor.tunnel.confirmNewInstance(fingerprint)).toEqual({ ok: true, value: [] });
  await until(supervisor, { tunnel: { state: { kind: 'ready' } } });
  expect(supervisor.tunnel.read()?.changes.map(({ state }) => state)).toContain('failed');
  supervisor.tunnel.stop();
  const changes = supervisor.tunnel.read()?.changes ?? [];
  expect(changes.at(-1)).toMatchObject({ state: 'stopped', cause: tunnelEndText.stopped });
  // a replaced tunnel is not reported as ended with Causeway
  expect(changes.filter(({ state }) => state === 'stopped')).toHaveLength(1);
});
