import { expect, test } from 'vitest';
import { checkConnection } from '../../../electron/core/handlers/check-connection.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';
import { active, questionOf, connectionFixture, type ConnectionFixtureOptions } from '../connection/connection-fixture.ts';
import { badStep, behindInstance, check, keepToken, answerLogin } from './check-fixture.ts';
import { freePort } from '../../support/free-port.ts';
import { describeVerdict, checkResultText } from '../../../electron/contract/connection-check-text.ts';

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

test.each<[string, ConnectionFixtureOptions, string | null, object]>([
  ['no token', {}, null, { name: 'token', code: 'token-missing', action: 'enter-token' }],
  ['a wrong token', {}, 'sk-wrong', { name: 'token', code: 'token-refused', action: 'enter-token' }],
  ['an expired certificate', { service: { faults: ['expired-certificate'] } }, 'sk', { name: 'tls', code: 'tls-expired' }],
  ['a certificate for another name', { service: { faults: ['wrong-name-certificate'] } }, 'sk', { name: 'tls-name', code: 'tls-name' }],
  ['API keys that are switched off', { service: { faults: ['status,status=403,endpoint=chat'] } }, 'sk', { name: 'token' }],
  [
    'a service that breaks',
    { service: { faults: ['status,status=500,endpoint=chat'] } },
    'sk',
    { name: 'completion', code: 'service-error' },
  ],
])('proxy: reports %s', async (_what, options, token, found) => {
  const fixture = await connectionFixture({ ...options, profile: { mode: 'proxy' } });
  if (token !== null) await keepToken(fixture, token);
  expect(badStep(await check(fixture, 'proxy'))).toMatchObject(found);
});

test('proxy: reports an untrusted authority', async () => {
  const fixture = await connectionFixture({ profile: { mode: 'proxy' } });
  const { id, service } = active(fixture.profiles);
  await fixture.profiles.edit(id, { service: { ...service, caFile: null } });
  expect(badStep(await check(fixture, 'proxy'))).toEqual({ name: 'tls', code: 'tls-authority', action: 'choose-authorities' });
});

test('proxy: reports that nothing listens', async () => {
  const httpsPort = await freePort(); // nobody else gets it after the service has closed
  const fixture = await connectionFixture({ profile: { mode: 'proxy' }, service: { httpsPort } });
  await fixture.service.close();
  expect(badStep(await check(fixture, 'proxy'))).toMatchObject({ name: 'reach', code: 'connection-refused' });
});

test("direct: offers the tunnel from a network that isn't permitted", async () => {
  const fixture = await connectionFixture({ profile: { mode: 'direct', directRoute: 'straight' } });
  expect(badStep(await check(fixture, 'direct'))).toEqual({ name: 'models', code: 'network-not-permitted', action: 'use-tunnel' });
});

test('direct: reports a missing instance', async () => {
  const fixture = await behindInstance();
  const { id, instance } = active(fixture.profiles);
  if (instance) await fixture.profiles.edit(id, { instance: { ...instance, port: 1 } });
  expect(badStep(await check(fixture, 'direct'))).toMatchObject({ name: 'instance', code: 'connection-refused', action: 'edit-instance' });
});

test('direct: reports an instance that forbids forwarding', async () => {
  const fixture = await behindInstance({ service: { faults: ['refuse-forwarding'] } });
  const [diagnosis] = await Promise.all([check(fixture, 'direct'), answerLogin(fixture)]);
  expect(badStep(diagnosis)).toMatchObject({ name: 'forwarding', action: 'edit-instance' });
});

test('can be stopped in the middle, and reports it', async () => {
  const fixture = await behindInstance();
  const stop = new AbortController();
  const running = checkConnection(fixture.supervisor, fixture.profiles, createEventBus(), 'direct', stop.signal);
  await questionOf(fixture.questions, 'host-key');
  stop.abort();
  const result = await running;
  expect(result.ok && badStep(result.value)).toMatchObject({ code: 'cancelled' });
});
