import { describe, expect, test } from 'vitest';
import type { FailureCode } from '../../../electron/contract/failure.ts';
import type { CheckStepName } from '../../../electron/contract/connection-check.ts';
import { isInstanceStep } from '../../../electron/contract/failure-remedies.ts';
import { active, lab, connectionFixture, trust, type ConnectionFixture } from '../connection/connection-fixture.ts';
import {
  behindSshd,
  distrust,
  elsewhere,
  giveUpLogin,
  hasty,
  instanceAt,
  keychainThat,
  proxy,
  refusedOnce,
  stranger,
  when,
} from './broken-services.ts';
import { behindInstance, check, letIn } from './check-fixture.ts';

/** One cause of a failure, and what the user is shown. */
interface Cause {
  readonly what: string;
  readonly code: FailureCode;
  readonly step: CheckStepName;
  readonly arrange: () => Promise<ConnectionFixture>;
  /** Runs during the check. */
  readonly meanwhile?: (place: ConnectionFixture) => Promise<void>;
}

const causes: readonly Cause[] = [
  { what: 'no token', code: 'token-missing', step: 'token', arrange: () => connectionFixture({ profile: { mode: 'proxy' } }) },
  {
    what: 'a token that was revoked',
    code: 'token-refused',
    step: 'token',
    arrange: async () => {
      const place = await proxy();
      place.service.revokeToken(place.service.token);
      return place;
    },
  },
  {
    what: 'disabled API keys',
    code: 'token-forbidden',
    step: 'token',
    arrange: async () => {
      const place = await proxy();
      place.service.allowTokens(false);
      return place;
    },
  },
  { what: 'a busy service', code: 'rate-limited', step: 'completion', arrange: when('status,status=429') },
  { what: 'a service that fails', code: 'service-error', step: 'completion', arrange: when('status,status=503') },
  { what: 'a page in place of an answer', code: 'not-the-service', step: 'completion', arrange: when('html') },
  { what: 'an unreadable answer', code: 'bad-answer', step: 'completion', arrange: when('malformed-stream,after=0') },
  { what: 'an answer that is cut off', code: 'answer-cut', step: 'completion', arrange: when('cut-stream,after=0') },
  {
    what: 'an answer that does not start',
    code: 'first-byte-timeout',
    step: 'completion',
    arrange: when('slow-first-byte', { timeouts: () => hasty }),
  },
  {
    what: 'an answer that stalls',
    code: 'idle-timeout',
    step: 'completion',
    arrange: when('stall,after=1', { timeouts: () => hasty }),
  },
  { what: 'a misspelt address', code: 'name-not-found', step: 'name', arrange: () => elsewhere('https://no-such-host.invalid') },
  { what: 'no server at the address', code: 'connection-refused', step: 'reach', arrange: () => elsewhere('https://localhost:1') },
  {
    what: 'a server that does not speak HTTPS',
    code: 'tls',
    step: 'tls',
    arrange: async () => elsewhere(await stranger((socket) => socket.end('220 mail.example.org\r\n'))),
  },
  {
    what: 'a server that disconnects',
    code: 'connection-lost',
    step: 'tls',
    arrange: async () => elsewhere(await stranger((socket) => socket.once('data', () => socket.resetAndDestroy()))),
  },
  {
    what: 'a server that sends nothing',
    code: 'connect-timeout',
    step: 'tls',
    arrange: async () => elsewhere(await stranger(() => undefined)),
  },
  {
    what: 'an expired certificate',
    code: 'tls-expired',
    step: 'tls',
    arrange: () => proxy({ service: { faults: ['expired-certificate'] } }),
  },
  {
    what: 'a certificate for another name',
    code: 'tls-name',
    step: 'tls-name',
    arrange: () => proxy({ service: { faults: ['wrong-name-certificate'] } }),
  },
  {
    what: 'an untrusted authority',
    code: 'tls-authority',
    step: 'tls',
    arrange: async () => {
      const place = await connectionFixture({ profile: { mode: 'proxy' } });
      const { id, service } = active(place.profiles);
      await place.profiles.edit(id, { service: { ...service, caFile: null } });
      return place;
    },
  },
  {
    what: 'an HTTP proxy that refuses to connect',
    code: 'http-proxy',
    step: 'reach',
    arrange: () => proxy({ more: { environment: { HTTPS_PROXY: 'http://127.0.0.1:1' } } }),
  },
  {
    what: 'no keychain',
    code: 'keychain-missing',
    step: 'token',
    arrange: keychainThat('The name org.freedesktop.secrets was not provided by any .service files'),
  },
  {
    what: 'a locked keychain',
    code: 'keychain-locked',
    step: 'token',
    arrange: keychainThat('Cannot get secret of a locked object: it is locked'),
  },
  { what: 'a keychain that refuses', code: 'keychain-refused', step: 'token', arrange: keychainThat('User canceled the operation.') },
  {
    what: 'a network that is not permitted',
    code: 'network-not-permitted',
    step: 'models',
    arrange: () => connectionFixture({ profile: { mode: 'direct', directRoute: 'straight' } }),
  },
  {
    what: 'a catalog without a segment',
    code: 'unknown-model',
    step: 'models',
    arrange: async () => {
      const place = await connectionFixture({ profile: { mode: 'direct', directRoute: 'straight' } });
      place.service.setBehaviour({ isInsideNetwork: true });
      const { id, service } = active(place.profiles);
      await place.profiles.edit(id, { service: { ...service, catalog: [] } });
      return place;
    },
  },
  {
    what: 'an instance without a server',
    code: 'connection-refused',
    step: 'instance',
    arrange: () => instanceAt({ port: 1 }),
  },
  {
    what: 'an instance whose name is misspelt',
    code: 'name-not-found',
    step: 'name',
    arrange: () => instanceAt({ host: 'no-such-instance.invalid' }),
  },
  {
    what: 'an instance that rejects the login',
    code: 'ssh-auth',
    step: 'identity',
    arrange: () => behindSshd(['AuthorizedKeysFile none']),
    meanwhile: trust,
  },
  {
    what: 'a dismissed login',
    code: 'login-given-up',
    step: 'identity',
    arrange: () => refusedOnce(giveUpLogin, trust),
    meanwhile: giveUpLogin,
  },
  {
    what: 'a host key the user does not trust',
    code: 'host-key-refused',
    step: 'host-key',
    arrange: () => refusedOnce(distrust),
    meanwhile: distrust,
  },
  {
    what: 'a cyclic ssh config',
    code: 'invalid-input',
    step: 'name',
    arrange: () =>
      connectionFixture({
        sshConfig: 'Host *\n  ProxyJump jump.example.org\n',
        profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' },
      }),
  },
  {
    what: 'a host key that changed',
    code: 'host-key-changed',
    step: 'host-key',
    arrange: async () => {
      const place = await behindInstance();
      await Promise.all([check(place, 'direct'), letIn(place)]);
      place.service.instance.changeHostKey();
      place.service.instance.dropConnections();
      return place;
    },
  },
  {
    what: 'an instance that forbids forwarding',
    code: 'forwarding-forbidden',
    step: 'forwarding',
    arrange: () => behindSshd(['AllowTcpForwarding no']),
    meanwhile: trust,
  },
  {
    what: 'an instance too old for our SSH and the system’s',
    code: 'ssh-handshake',
    step: 'ssh',
    arrange: () => behindSshd(['KexAlgorithms diffie-hellman-group1-sha1']),
  },
  {
    what: 'an instance that stopped answering',
    code: 'connection-lost',
    step: 'ssh',
    arrange: async () => {
      const place = await behindInstance();
      await Promise.all([check(place, 'direct'), letIn(place)]);
      // it still accepts connections, but sends nothing
      const deaf = Number(new URL(await stranger((socket) => socket.end())).port);
      const { id, instance } = active(place.profiles);
      if (instance) await place.profiles.edit(id, { instance: { ...instance, port: deaf } });
      return place;
    },
  },
  {
    what: 'a tunnel that was switched off',
    code: 'tunnel-unavailable',
    step: 'ssh',
    arrange: async () => {
      const place = await behindInstance();
      await Promise.all([check(place, 'direct'), letIn(place)]);
      place.supervisor.tunnel.stop();
      return place;
    },
  },
];

// each catches a cause that is confused with another, or leaves the user without a next step
describe('names every cause at its step, with a remedy', () => {
  test.each(causes)('$what: $code', async ({ code, step, arrange, meanwhile }) => {
    const place = await arrange();
    const [{ steps, verdict }] = await Promise.all([check(place, active(place.profiles).mode), meanwhile?.(place)]);
    const bad = steps.filter(({ state }) => state === 'bad');
    expect(bad.map(({ name, failure }) => ({ name, code: failure?.code, said: failure?.message }))).toMatchObject([{ name: step, code }]);
    expect(bad[0]?.failure?.remedy).toMatch(/^[A-Z].+\.$/s);
    // an instance has no base URL, so the wrong form would mislead the user
    const isOfInstance = steps.some(({ name }) => name === 'instance') && isInstanceStep('tunnel', step);
    expect(`${bad[0]?.failure?.remedy} ${bad[0]?.action}`).not.toMatch(isOfInstance ? /base URL|edit-service/ : /host and port/);
    expect(verdict).toBe(`${bad[0]?.failure?.message} ${bad[0]?.failure?.remedy}`);
  });
});

test('covers at least 25 causes', () => {
  expect(new Set(causes.map(({ code }) => code)).size).toBeGreaterThanOrEqual(25);
});

test('names a missing certificate file before any step', async () => {
  const place = await connectionFixture({ profile: { mode: 'proxy' } });
  const { id, service } = active(place.profiles);
  await place.profiles.edit(id, { service: { ...service, caFile: `${place.folder}/missing.pem` } });
  await expect(check(place, 'proxy')).rejects.toThrow(/missing\.pem/);
});
