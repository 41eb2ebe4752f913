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

const codes = new Set<FailureCode>();

/** Tests one cause of a failure, and what the user is shown. `meanwhile` runs during the check. */
function names(
  cause: string,
  code: FailureCode,
  step: CheckStepName,
  arrange: () => Promise<ConnectionFixture>,
  meanwhile?: (fixture: ConnectionFixture) => Promise<void>,
): void {
  codes.add(code);
  test.each([`${cause}: ${code}`])('%s', async () => {
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
}

// each catches a cause that is confused with another, or leaves the user without a next step
describe('names every cause at its step, with a remedy', () => {
  names('no token', 'token-missing', 'token', () => connectionFixture({ profile: { mode: 'proxy' } }));
  names('a token that was revoked', 'token-refused', 'token', async () => {
    const fixture = await proxy();
    fixture.service.revokeToken(fixture.service.token);
    return fixture;
  });
  names('disabled API keys', 'token-forbidden', 'token', async () => {
    const fixture = await proxy();
    fixture.service.allowTokens(false);
    return fixture;
  });
  names('a busy service', 'rate-limited', 'completion', when('status,status=429'));
  names('a service that fails', 'service-error', 'completion', when('status,status=503'));
  names('a page in place of an answer', 'not-the-service', 'completion', when('html'));
  names('an unreadable answer', 'bad-answer', 'completion', when('malformed-stream,after=0'));
  names('an answer that is cut off', 'answer-cut', 'completion', when('cut-stream,after=0'));
  names('an answer that does not start', 'first-byte-timeout', 'completion', when('slow-first-byte', hasty({ firstByteMs: 2000 })));
  names('an answer that stalls', 'idle-timeout', 'completion', when('stall,after=1', hasty({ idleMs: 2000 })));
  names('a misspelt address', 'name-not-found', 'name', () => atAddress('https://no-such-host.invalid'));
  names('no server at the address', 'connection-refused', 'reach', () => atAddress('https://localhost:1'));
  names('a server that does not speak HTTPS', 'tls', 'tls', async () =>
    atAddress(await startServer((socket) => socket.end('220 mail.example.org\r\n'))),
  );
  names('a server that disconnects', 'connection-lost', 'tls', async () =>
    atAddress(await startServer((socket) => socket.once('data', () => socket.resetAndDestroy()))),
  );
  names('a server that sends nothing', 'connect-timeout', 'tls', async () =>
    atAddress(await startServer(() => undefined), hasty({ connectMs: 3000 })),
  );
  names('an expired certificate', 'tls-expired', 'tls', () => proxy({ service: { faults: ['expired-certificate'] } }));
  names('a certificate for another name', 'tls-name', 'tls-name', () => proxy({ service: { faults: ['wrong-name-certificate'] } }));
  names('an untrusted authority', 'tls-authority', 'tls', async () => {
    const fixture = await connectionFixture({ profile: { mode: 'proxy' } });
    const { id, service } = active(fixture.profiles);
    await fixture.profiles.edit(id, { service: { ...service, caFile: null } });
    return fixture;
  });
  names('an HTTP proxy that refuses to connect', 'http-proxy', 'reach', () =>
    proxy({ more: { environment: { HTTPS_PROXY: 'http://127.0.0.1:1' } } }),
  );
  names('an HTTP proxy that fails before it looks up the name', 'http-proxy', 'reach', () =>
    atAddress('https://no-such-host.invalid', { environment: { HTTPS_PROXY: 'http://127.0.0.1:1' } }),
  );
  names(
    'no keychain',
    'keychain-missing',
    'token',
    keychainThat('The name org.freedesktop.secrets was not provided by any .service files'),
  );
  names('a locked keychain', 'keychain-locked', 'token', keychainThat('Cannot get secret of a locked object: it is locked'));
  names('a keychain that refuses', 'keychain-refused', 'token', keychainThat('User canceled the operation.'));
  names('a network that is not permitted', 'network-not-permitted', 'models', () =>
    connectionFixture({ profile: { mode: 'direct', directRoute: 'straight' } }),
  );
  names('a catalog without a segment', 'unknown-model', 'models', async () => {
    const fixture = await connectionFixture({ profile: { mode: 'direct', directRoute: 'straight' } });
    fixture.service.setBehaviour({ isInsideNetwork: true });
    const { id, service } = active(fixture.profiles);
    await fixture.profiles.edit(id, { service: { ...service, catalog: [] } });
    return fixture;
  });
  names('an instance without a server', 'connection-refused', 'instance', () => instanceAt({ port: 1 }));
  names('an instance whose name is misspelt', 'name-not-found', 'name', () => instanceAt({ host: 'no-such-instance.invalid' }));
  names('an instance that rejects the login', 'ssh-auth', 'identity', () => behindSshd(['AuthorizedKeysFile none']), trust);
  names('a dismissed login', 'login-given-up', 'identity', () => refusedOnce(giveUpLogin, trust), giveUpLogin);
  names('a host key the user does not trust', 'host-key-refused', 'host-key', () => refusedOnce(distrust), distrust);
  names('a cyclic ssh config', 'invalid-input', 'name', () =>
    connectionFixture({
      sshConfig: 'Host *\n  ProxyJump jump.example.org\n',
      profile: { instance: lab, mode: 'direct', directRoute: 'tunnel' },
    }),
  );
  names('a host key that changed', 'host-key-changed', 'host-key', async () => {
    const fixture = await behindInstance();
    await Promise.all([check(fixture, 'direct'), answerLogin(fixture)]);
    fixture.service.instance.changeHostKey();
    fixture.service.instance.dropConnections();
    return fixture;
  });
  names('an instance that forbids forwarding', 'forwarding-forbidden', 'forwarding', () => behindSshd(['AllowTcpForwarding no']), trust);
  names('an instance too old for our SSH and the system’s', 'ssh-handshake', 'ssh', () =>
    behindSshd(['KexAlgorithms diffie-hellman-group1-sha1']),
  );
  names('an instance that stopped answering', 'connection-lost', 'ssh', async () => {
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
  });
  names('a tunnel that was switched off', 'tunnel-unavailable', 'ssh', async () => {
    const fixture = await behindInstance();
    await Promise.all([check(fixture, 'direct'), answerLogin(fixture)]);
    fixture.supervisor.tunnel.stop();
    return fixture;
  });
});

test('covers at least 25 causes', () => expect(codes.size).toBeGreaterThanOrEqual(25));

test('names a missing certificate file before any step', async () => {
  const fixture = await connectionFixture({ profile: { mode: 'proxy' } });
  const { id, service } = active(fixture.profiles);
  await fixture.profiles.edit(id, { service: { ...service, caFile: `${fixture.folder}/missing.pem` } });
  await expect(check(fixture, 'proxy')).rejects.toThrow(/missing\.pem/);
});
