import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Instance } from '../../../electron/contract/profile.ts';
import { createKeytarVault } from '../../../electron/core/credentials/credentials.ts';
import type { Timeouts } from '../../../electron/core/shared/timeouts.ts';
import {
  active,
  lab,
  labInstance,
  questionOf,
  connectionFixture,
  until,
  type ConnectionFixture,
  type ConnectionFixtureOptions,
} from '../connection/connection-fixture.ts';
import { behindInstance, keepToken } from './check-fixture.ts';

/** Short timeouts for faults that would otherwise take as long as for a user. */
export const hasty: Timeouts = {
  connectMs: 3000,
  tunnelWaitMs: 2400,
  silenceMs: 900_000,
  firstByteMs: 2000,
  idleMs: 2000,
  tunnelIdleMs: undefined,
};

/** Creates a service in proxy mode, with a valid token. */
export async function proxy(options: ConnectionFixtureOptions = {}): Promise<ConnectionFixture> {
  const place = await connectionFixture({ ...options, profile: { mode: 'proxy' } });
  await keepToken(place, place.service.token);
  return place;
}

/** The same, with a fault at its one request. */
export const when =
  (fault: string, more: ConnectionFixtureOptions['more'] = {}) =>
  async (): Promise<ConnectionFixture> => {
    const place = await proxy({ more });
    place.service.fault(`${fault},endpoint=chat`);
    return place;
  };

/** Creates a profile for another address of this machine. */
export async function elsewhere(baseUrl: string): Promise<ConnectionFixture> {
  const place = await connectionFixture({ profile: { mode: 'proxy' }, more: { timeouts: () => hasty } });
  const { id, service } = active(place.profiles);
  await place.profiles.edit(id, { service: { ...service, baseUrl } });
  await keepToken(place, 'sk-any');
  return place;
}

/** Starts a server that does this to every connection. */
export async function stranger(meet: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`; // listening, so it has an address
}

/** Creates a system keychain that fails every call with this message. */
export const keychainThat = (words: string) => {
  const no = () => Promise.reject(new Error(words));
  const keychain = createKeytarVault({ load: async () => ({ getPassword: no, setPassword: no, deletePassword: no }) });
  return () => connectionFixture({ keychain, profile: { mode: 'proxy' } });
};

/** Starts a real sshd as the instance, with its own config lines. */
export async function behindSshd(config: readonly string[], transport: 'ssh2' | 'openssh' = 'ssh2'): Promise<ConnectionFixture> {
  const { sshConfig } = await labInstance(config);
  const place = await connectionFixture({ sshConfig, service: { insideAddress: '127.0.0.2' } });
  const { id, service } = active(place.profiles);
  const way = { instance: { ...lab, transport }, mode: 'direct', directRoute: 'tunnel' } as const;
  await place.profiles.edit(id, { ...way, service: { ...service, inferenceServer: '127.0.0.2' } });
  return place;
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
export async function refusedOnce(...answers: readonly ((place: ConnectionFixture) => Promise<void>)[]): Promise<ConnectionFixture> {
  const place = await behindInstance();
  for (const answer of answers.toReversed()) await answer(place);
  await until(place.supervisor, { tunnel: { state: { kind: 'failed' } }, isRefreshing: false });
  return place;
}

/** Creates a service behind an instance with a wrong address. */
export async function instanceAt(change: Partial<Instance>): Promise<ConnectionFixture> {
  const place = await behindInstance();
  const { id, instance } = active(place.profiles);
  if (instance) await place.profiles.edit(id, { instance: { ...instance, ...change } });
  return place;
}
