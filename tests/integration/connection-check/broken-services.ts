import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Instance } from '../../../electron/contract/profile.ts';
import { createKeytarVault } from '../../../electron/core/credentials/credentials.ts';
import type { Timeouts } from '../../../electron/core/shared/timeouts.ts';
import {
  active,
  lab,
  labInstance,
  patientTimeouts,
  questionOf,
  connectionFixture,
  until,
  type ConnectionFixture,
  type ConnectionFixtureOptions,
} from '../connection/connection-fixture.ts';
import { behindInstance, keepToken } from './check-fixture.ts';

/** Shortens the timeout of a fault that would otherwise take as long as for a user. A busy machine must not run into the others. */
export const hasty = (short: Partial<Timeouts>): NonNullable<ConnectionFixtureOptions['more']> => ({
  timeouts: () => ({ ...patientTimeouts, ...short }),
});

/** Creates a service in proxy mode, with a valid token. */
export async function proxy(options: ConnectionFixtureOptions = {}): Promise<ConnectionFixture> {
  const fixture = await connectionFixture({ ...options, profile: { mode: 'proxy' } });
  await keepToken(fixture, fixture.service.token);
  return fixture;
}

/** The same, with a fault at its one request. */
export const when =
  (fault: string, more: ConnectionFixtureOptions['more'] = {}) =>
  async (): Promise<ConnectionFixture> => {
    const fixture = await proxy({ more });
    fixture.service.fault(`${fault},endpoint=chat`);
    return fixture;
  };

/** Creates a profile for another address of this machine. */
export async function atAddress(baseUrl: string, more: ConnectionFixtureOptions['more'] = {}): Promise<ConnectionFixture> {
  const fixture = await connectionFixture({ profile: { mode: 'proxy' }, more });
  const { id, service } = active(fixture.profiles);
  await fixture.profiles.edit(id, { service: { ...service, baseUrl } });
  await keepToken(fixture, 'sk-any');
  return fixture;
}

/** Starts a server that does this to every connection. */
export async function startServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`; // listening, so it has an address
}

/** Starts an HTTP proxy that looks up every name as this computer, and returns the environment that names it. */
export async function startHttpProxy(): Promise<{ readonly HTTPS_PROXY: string }> {
  const url = await startServer((socket) => {
    socket.once('data', (head) => {
      const [, port] = /^CONNECT \S+:(\d+) /.exec(head.toString()) ?? [];
      const onward = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      onward.on('error', () => socket.destroy()).once('close', () => socket.destroy());
      socket.once('close', () => onward.destroy());
      onward.pipe(socket).pipe(onward);
    });
  });
  return { HTTPS_PROXY: url.replace('https:', 'http:') };
}

/** Creates a system keychain that fails every call with this message. */
export const keychainThat = (message: string) => {
  const no = () => Promise.reject(new Error(message));
  const keychain = createKeytarVault({ load: async () => ({ getPassword: no, setPassword: no, deletePassword: no }) });
  return () => connectionFixture({ keychain, profile: { mode: 'proxy' } });
};

/** Starts a real sshd as the instance, with its own config lines. */
export async function behindSshd(config: readonly string[], transport: 'ssh2' | 'openssh' = 'ssh2'): Promise<ConnectionFixture> {
  const { sshConfig } = await labInstance(config);
  const fixture = await connectionFixture({ sshConfig, service: { insideAddress: '127.0.0.2' } });
  const { id, service } = active(fixture.profiles);
  const settings = { instance: { ...lab, transport }, mode: 'direct', directRoute: 'tunnel' } as const;
  await fixture.profiles.edit(id, { ...settings, service: { ...service, inferenceServer: '127.0.0.2' } });
  return fixture;
}

/** Rejects the host key in the question. */
export async function distrust({ questions }: ConnectionFixture): Promise<void> {
  const { id } = await questionOf(questions, 'host-key');
  questions.answer(id, { kind: 'host-key', isTrusted: false });
}

/** Dismisses the first question of the login. */
export async function giveUpLogin({ questions }: ConnectionFixture): Promise<void> {
  const { id } = await questionOf(questions, 'prompts');
  questions.answer(id, { kind: 'given-up' });
}

/** Creates a service behind an instance whose questions were rejected once, so that only the check asks again. */
export async function refusedOnce(...answers: readonly ((fixture: ConnectionFixture) => Promise<void>)[]): Promise<ConnectionFixture> {
  const fixture = await behindInstance();
  for (const answer of answers.toReversed()) await answer(fixture);
  await until(fixture.supervisor, { tunnel: { state: { kind: 'failed' } }, isRefreshing: false });
  return fixture;
}

/** Creates a service behind an instance with a wrong address. */
export async function instanceAt(change: Partial<Instance>): Promise<ConnectionFixture> {
  const fixture = await behindInstance();
  const { id, instance } = active(fixture.profiles);
  if (instance) await fixture.profiles.edit(id, { instance: { ...instance, ...change } });
  return fixture;
}
