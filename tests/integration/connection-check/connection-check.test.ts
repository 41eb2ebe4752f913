import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { demoProfileId } from '../../../electron/contract/constants.ts';
import type { EventMessage } from '../../../electron/contract/events.ts';
import { routeText } from '../../../electron/core/connection/text.ts';
import { findings } from '../../../electron/core/connection-check/text.ts';
import { checkConnection } from '../../../electron/core/handlers/check-connection.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';
import type { Ask } from '../../../electron/core/tunnel/tunnel.ts';
import {
  active,
  entryOf,
  hasSlowProbe,
  lab,
  labInstance,
  questionOf,
  connectionFixture,
  trust,
  until,
} from '../connection/connection-fixture.ts';
import { startHttpProxy, startServer } from './broken-services.ts';
import { badStep, behindInstance, check, keepToken, answerLogin } from './check-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { describeVerdict, checkResultText } from '../../../electron/presentation/connection-text.ts';

test('passes every step of a working proxy', async () => {
  const fixture = await connectionFixture({ profile: { mode: 'proxy' } });
  await keepToken(fixture, fixture.service.token);
  expect(describeVerdict(await check(fixture, 'proxy'), 'check')).toBe(checkResultText.everythingWorks);
});

test('passes every step of a working tunnel, from the host name to a model’s first token', async () => {
  const fixture = await behindInstance();
  const [diagnosis] = await Promise.all([check(fixture, 'direct'), answerLogin(fixture)]);
  expect(describeVerdict(diagnosis, 'check')).toBe(checkResultText.everythingWorks);
  expect(diagnosis.steps.map(({ name }) => name)).toContain('forwarding');
});

// catches a check of a tunnel that isn't needed, which asks about the instance
test('direct: waits until the need for the tunnel is decided', async () => {
  const outcome = await eventually(async () => {
    const asked: string[] = [];
    const giveUp: Ask = async ({ kind }) => {
      asked.push(kind);
      return { kind: 'given-up' };
    };
    const fixture = await connectionFixture({ isActive: false, more: { ask: giveUp } });
    fixture.service.setBehaviour({ isInsideNetwork: true });
    const [id = ''] = fixture.profiles.list().flatMap((profile) => (profile.id === demoProfileId ? [] : [profile.id]));
    const { host, port, login } = fixture.service.instance;
    const instance = { alias: null, host, port, login, transport: 'ssh2' } as const;
    await fixture.profiles.edit(id, { instance, mode: 'direct', directRoute: 'auto' });
    await fixture.profiles.activate(id);
    await until(fixture.supervisor, { direct: { now: 'straight' }, isRefreshing: false });
    expect(asked, 'the first probe was too slow').toEqual([]);
    fixture.changeNetwork('the network changed'); // undecided again
    const diagnosis = await check(fixture, 'direct');
    expect(hasSlowProbe(fixture.supervisor.read()), 'the second probe was too slow').toBe(false);
    return { route: diagnosis.route, verdict: describeVerdict(diagnosis, 'check'), asked };
  });
  expect(outcome).toEqual({ route: 'straight', verdict: checkResultText.everythingWorks, asked: [] });
});

test('direct: can be stopped before that', async () => {
  const fixture = await behindInstance();
  const { id, service } = active(fixture.profiles);
  const baseUrl = await startServer(() => undefined); // accepts connections, but sends nothing
  await fixture.profiles.edit(id, { directRoute: 'auto', service: { ...service, baseUrl } });
  const stop = new AbortController();
  const running = checkConnection(fixture.supervisor, fixture.profiles, createEventBus(), 'direct', stop.signal);
  await until(fixture.supervisor, { direct: { why: routeText.probing } });
  stop.abort();
  expect(await running).toMatchObject({ ok: false, failure: { reason: 'check-stopped' } });
});

test('proxy: lets the HTTP proxy look up a name that this computer can’t', async () => {
  const environment = await startHttpProxy();
  const fixture = await connectionFixture({ profile: { mode: 'proxy' }, more: { environment } });
  const { id, service } = active(fixture.profiles);
  const baseUrl = service.baseUrl.replace('localhost', 'no-such-host.invalid');
  await fixture.profiles.edit(id, { service: { ...service, baseUrl } });
  const diagnosis = await check(fixture, 'proxy');
  expect(diagnosis.steps[0]).toMatchObject({ state: 'good', finding: findings.httpProxy('no-such-host.invalid') });
  expect(badStep(diagnosis)).toMatchObject({ name: 'tls-name' }); // the service answered, with a certificate for its own name
});

// catches a check that fails at the address of an entry, although ssh connects with its command
test('direct: passes for system SSH with a ProxyCommand', async () => {
  const { sshd } = await labInstance();
  const home = await temporaryFolder();
  vi.stubEnv('HOME', home); // where system SSH gets its config
  onTestFinished(() => void vi.unstubAllEnvs());
  const command = path.join(home, 'connect.mjs');
  const connect = `const socket = connect(${sshd.port}, '127.0.0.1');\nprocess.stdin.pipe(socket).pipe(process.stdout);\n`;
  await writeFile(command, `import { connect } from 'node:net';\n${connect}`);
  const proxyCommand = `  ProxyCommand "${process.execPath}" "${command}"\n`;
  const sshConfig = `${entryOf(22, sshd).replace('127.0.0.1', 'no-such-instance.invalid')}${proxyCommand}`;
  await mkdir(path.join(home, '.ssh'), { mode: 0o700 });
  await writeFile(path.join(home, '.ssh', 'config'), sshConfig, { mode: 0o600 });

  const fixture = await connectionFixture({ sshConfig, service: { insideAddress: '127.0.0.2' } });
  const { id, service } = active(fixture.profiles);
  const settings = { instance: { ...lab, transport: 'openssh' }, mode: 'direct', directRoute: 'tunnel' } as const;
  await fixture.profiles.edit(id, { ...settings, service: { ...service, inferenceServer: '127.0.0.2' } });
  const [diagnosis] = await Promise.all([check(fixture, 'direct'), trust(fixture)]);
  expect(describeVerdict(diagnosis, 'check')).toBe(checkResultText.everythingWorks);
  expect(diagnosis.steps[1]).toMatchObject({ name: 'instance', finding: findings.command('lab') });
});

test('direct: checks the address of an entry whose ProxyCommand the built-in SSH ignores', async () => {
  const sshConfig = 'Host lab\n  HostName no-such-instance.invalid\n  ProxyCommand nc 127.0.0.1 22\n';
  const fixture = await connectionFixture({ sshConfig, profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' } });
  expect(badStep(await check(fixture, 'direct'))).toMatchObject({ name: 'name', code: 'name-not-found' });
});

test('can be stopped in the middle, and reports it', async () => {
  const fixture = await behindInstance();
  const stop = new AbortController();
  const events = createEventBus();
  const messages: EventMessage[] = [];
  events.listen((message) => messages.push(message));
  const running = checkConnection(fixture.supervisor, fixture.profiles, events, 'direct', stop.signal);
  await questionOf(fixture.questions, 'host-key');
  // the question may be that of the model lists, before the first step
  const step: unknown = expect.objectContaining({ name: 'ssh', state: 'running' });
  await eventually(() => expect(messages.at(-1)).toMatchObject({ payload: { steps: expect.arrayContaining([step]) as unknown } }));
  stop.abort();
  const result = await running;
  expect(result.ok && badStep(result.value)).toMatchObject({ code: 'cancelled' });
});
