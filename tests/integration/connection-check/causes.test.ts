/** @module-tag long */
import { describe, expect, test } from 'vitest';
import type { FailureCode } from '../../../electron/contract/failure.ts';
import type { CheckStepName } from '../../../electron/contract/connection-check.ts';
import { isInstanceStep } from '../../../electron/contract/failure-remedies.ts';
import { active, lab, connectionFixture, patientTimeouts, trust, until, type ConnectionFixture } from '../connection/connection-fixture.ts';
import {
  behindSshd,
  distrust,
  atAddress,
  giveUpLogin,
  hasty,
  instanceAt,
  keychainThat,
  proxy,
  refusedOnce,
  startServer,
  when,
} from './broken-services.ts';
import { behindInstance, check, answerLogin } from './check-fixture.ts';
import { checkPlace, describeVerdict } from '../../../electron/presentation/connection-text.ts';
import { renderFailure } from '../../../electron/contract/failures/render-failure.ts';

/** One cause of a failure, and what the user is shown. */
interface Cause {
  readonly cause: string;
  readonly code: FailureCode;
  readonly step: CheckStepName;
  readonly arrange: () => Promise<ConnectionFixture>;
  /** Runs during the check. */
  readonly meanwhile?: (fixture: ConnectionFixture) => Promise<void>;
}

const causes: readonly Cause[] = [
  { cause: 'no token', code: 'token-missing', step: 'token', arrange: () => connectionFixture({ profile: { mode: 'proxy' } }) },
  {
    cause: 'a token that was revoked',
    code: 'token-refused',
    step: 'token',
    arrange: async () => {
      const fixture = await proxy();
      fixture.service.revokeToken(fixture.service.token);
      return fixture;
    },
  },
  {
    cause: 'disabled API keys',
    code: 'token-forbidden',
    step: 'token',
    arrange: async () => {
      const fixture = await proxy();
      fixture.service.allowTokens(false);
      return fixture;
    },
  },
  { cause: 'a busy service', code: 'rate-limited', step: 'completion', arrange: when('status,status=429') },
  { cause: 'a service that fails', code: 'service-error', step: 'completion', arrange: when('status,status=503') },
  { cause: 'a page in place of an answer', code: 'not-the-service', step: 'completion', arrange: when('html') },
  { cause: 'an unreadable answer', code: 'bad-answer', step: 'completion', arrange: when('malformed-stream,after=0') },
  { cause: 'an answer that is cut off', code: 'answer-cut', step: 'completion', arrange: when('cut-stream,after=0') },
  {
    cause: 'an answer that does not start',
    code: 'first-byte-timeout',
    step: 'completion',
    arrange: when('slow-first-byte', hasty({ firstByteMs: 2000 })),
  },
  { cause: 'an answer that stalls', code: 'idle-timeout', step: 'completion', arrange: when('stall,after=1', hasty({ idleMs: 2000 })) },
  { cause: 'a misspelt address', code: 'name-not-found', step: 'name', arrange: () => atAddress('https://no-such-host.invalid') },
  { cause: 'no server at the address', code: 'connection-refused', step: 'reach', arrange: () => atAddress('https://localhost:1') },
  {
    cause: 'a server that does not speak HTTPS',
    code: 'tls',
    step: 'tls',
    arrange: async () => atAddress(await startServer((socket) => socket.end('220 mail.example.org\r\n'))),
  },
  {
    cause: 'a server that disconnects',
    code: 'connection-lost',
    step: 'tls',
    arrange: async () => atAddress(await startServer((socket) => socket.once('data', () => socket.resetAndDestroy()))),
  },
  {
    cause: 'a server that sends nothing',
    code: 'connect-timeout',
    step: 'tls',
    arrange: async () => atAddress(await startServer(() => undefined), hasty({ connectMs: 3000 })),
  },
  {
    cause: 'an expired certificate',
    code: 'tls-expired',
    step: 'tls',
    arrange: () => proxy({ service: { faults: ['expired-certificate'] } }),
  },
  {
    cause: 'a certificate for another name',
    code: 'tls-name',
    step: 'tls-name',
    arrange: () => proxy({ service: { faults: ['wrong-name-certificate'] } }),
  },
  {
    cause: 'an untrusted authority',
    code: 'tls-authority',
    step: 'tls',
    arrange: async () => {
      const fixture = await connectionFixture({ profile: { mode: 'proxy' } });
      const { id, service } = active(fixture.profiles);
      await fixture.profiles.edit(id, { service: { ...service, caFile: null } });
      return fixture;
    },
  },
  {
    cause: 'an HTTP proxy that refuses to connect',
    code: 'http-proxy',
    step: 'reach',
    arrange: () => proxy({ more: { environment: { HTTPS_PROXY: 'http://127.0.0.1:1' } } }),
  },
  {
    cause: 'an HTTP proxy that fails before it looks up the name',
    code: 'http-proxy',
    step: 'reach',
    arrange: () => atAddress('https://no-such-host.invalid', { environment: { HTTPS_PROXY: 'http://127.0.0.1:1' } }),
  },
  {
    cause: 'no keychain',
    code: 'keychain-missing',
    step: 'token',
    arrange: keychainThat('The name org.freedesktop.secrets was not provided by any .service files'),
  },
  {
    cause: 'a locked keychain',
    code: 'keychain-locked',
    step: 'token',
    arrange: keychainThat('Cannot get secret of a locked object: it is locked'),
  },
  { cause: 'a keychain that refuses', code: 'keychain-refused', step: 'token', arrange: keychainThat('User canceled the operation.') },
  {
    cause: 'a network that is not permitted',
    code: 'network-not-permitted',
    step: 'models',
    arrange: () => connectionFixture({ profile: { mode: 'direct', directRoute: 'straight' } }),
  },
  {
    cause: 'a catalog without a segment',
    code: 'unknown-model',
    step: 'models',
    arrange: async () => {
      const fixture = await connectionFixture({ profile: { mode: 'direct', directRoute: 'straight' } });
      fixture.service.setBehaviour({ isInsideNetwork: true });
      const { id, service } = active(fixture.profiles);
      await fixture.profiles.edit(id, { service: { ...service, catalog: [] } });
      return fixture;
    },
  },
  { cause: 'an instance without a server', code: 'connection-refused', step: 'instance', arrange: () => instanceAt({ port: 1 }) },
  {
    cause: 'an instance whose name is misspelt',
    code: 'name-not-found',
    step: 'name',
    arrange: () => instanceAt({ host: 'no-such-instance.invalid' }),
  },
  {
    cause: 'an instance that rejects the login',
    code: 'ssh-auth',
    step: 'identity',
    arrange: () => behindSshd(['AuthorizedKeysFile none']),
    meanwhile: trust,
  },
  {
    cause: 'a dismissed login',
    code: 'login-given-up',
    step: 'identity',
    arrange: () => refusedOnce(giveUpLogin, trust),
    meanwhile: giveUpLogin,
  },
  {
    cause: 'a host key the user does not trust',
    code: 'host-key-refused',
    step: 'host-key',
    arrange: () => refusedOnce(distrust),
    meanwhile: distrust,
  },
  {
    cause: 'a cyclic ssh config',
    code: 'invalid-input',
    step: 'name',
    arrange: () =>
      connectionFixture({
        sshConfig: 'Host *\n  ProxyJump jump.example.org\n',
        profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' },
      }),
  },
  {
    cause: 'a host key that changed',
    code: 'host-key-changed',
    step: 'host-key',
    arrange: async () => {
      const fixture = await behindInstance();
      await Promise.all([check(fixture, 'direct'), answerLogin(fixture)]);
      fixture.service.instance.changeHostKey();
      fixture.service.instance.dropConnections();
      return fixture;
    },
  },
  {
    cause: 'an instance that forbids forwarding',
    code: 'forwarding-forbidden',
    step: 'forwarding',
    arrange: () => behindSshd(['AllowTcpForwarding no']),
    meanwhile: trust,
  },
  {
    cause: 'an instance too old for our SSH and the system’s',
    code: 'ssh-handshake',
    step: 'ssh',
    arrange: () => behindSshd(['KexAlgorithms diffie-hellman-group1-sha1']),
  },
  {
    cause: 'an instance that stopped answering',
    code: 'connection-lost',
    step: 'ssh',
    arrange: async () => {
      let timeouts = patientTimeouts;
      const fixture = await behindInstance({ more: { timeouts: () => timeouts } });
      await Promise.all([check(fixture, 'direct'), answerLogin(fixture)]);
      // it still accepts connections, but sends nothing
      const deaf = Number(new URL(await startServer((socket) => socket.end())).port);
      const { id, instance } = active(fixture.profiles);
      if (instance) await fixture.profiles.edit(id, { instance: { ...instance, port: deaf } });
      await until(fixture.supervisor, { tunnel: { state: { kind: 'waiting-to-retry' } } });
      timeouts = { ...timeouts, connectMs: 3000 }; // the check reports the last attempt's failure at its own limit
      return fixture;
    },
  },
  {
    cause: 'a tunnel that was switched off',
    code: 'tunnel-unavailable',
    step: 'ssh',
    arrange: async () => {
      const fixture = await behindInstance();
      await Promise.all([check(fixture, 'direct'), answerLogin(fixture)]);
      fixture.supervisor.tunnel.stop();
      return fixture;
    },
  },
];

// each catches a cause that is confused with another, or leaves the user without a next step
describe('names every cause at its step, with a remedy', () => {
  test.each(causes)('$cause: $code', async ({ code, step, arrange, meanwhile }) => {
    const fixture = await arrange();
    const [result] = await Promise.all([check(fixture, active(fixture.profiles).mode), meanwhile?.(fixture)]);
    const { steps } = result;
    const bad = steps.filter(({ state }) => state === 'bad');
    expect(bad.map(({ name, failure }) => ({ name, code: failure?.code, reason: failure?.reason }))).toMatchObject([{ name: step, code }]);
    const remedy = bad[0]?.failure ? renderFailure(bad[0].failure, checkPlace(result, bad[0].name, 'check')).remedy : '';
    expect(remedy).toMatch(/^[A-Z].+\.$/s);
    // an instance has no base URL, so the wrong form would mislead the user
    const isOfInstance = steps.some(({ name }) => name === 'instance') && isInstanceStep('tunnel', step);
    expect(`${remedy} ${bad[0]?.action}`).not.toMatch(isOfInstance ? /base URL|edit-service/ : /host and port/);
    expect(describeVerdict(result, 'check').endsWith(remedy)).toBe(true);
  });
});

test('covers at least 25 causes', () => expect(new Set(causes.map(({ code }) => code)).size).toBeGreaterThanOrEqual(25));

test('names a missing certificate file before any step', async () => {
  const fixture = await connectionFixture({ profile: { mode: 'proxy' } });
  const { id, service } = active(fixture.profiles);
  await fixture.profiles.edit(id, { service: { ...service, caFile: `${fixture.folder}/missing.pem` } });
  await expect(check(fixture, 'proxy')).rejects.toThrow(/missing\.pem/);
});
