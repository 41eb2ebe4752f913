import type { ConnectionCheck } from '../../../electron/contract/connection-check.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { checkConnection } from '../../../electron/core/handlers/check-connection.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';
import {
  active,
  questionOf,
  connectionFixture,
  type ConnectionFixture,
  type ConnectionFixtureOptions,
} from '../connection/connection-fixture.ts';
import { must } from '../../support/must.ts';

/** Creates a service whose direct engines are behind the demo's own instance, which takes a password. */
export async function behindInstance(options: ConnectionFixtureOptions = {}): Promise<ConnectionFixture> {
  const fixture = await connectionFixture(options);
  const { instance } = fixture.service;
  await fixture.profiles.edit(active(fixture.profiles).id, {
    instance: { alias: null, host: instance.host, port: instance.port, login: instance.login, transport: 'ssh2' },
    mode: 'direct',
    directRoute: 'tunnel',
  });
  return fixture;
}

/** Runs the check as the window does. */
export async function check(fixture: ConnectionFixture, mode: Mode): Promise<ConnectionCheck> {
  return must(await checkConnection(fixture.supervisor, fixture.profiles, createEventBus(), mode, AbortSignal.timeout(200_000)));
}

/** Returns the step that failed. */
export const badStep = ({ steps }: ConnectionCheck) => {
  const bad = steps.find(({ state }) => state === 'bad');
  return bad && { name: bad.name, code: bad.failure?.code, action: bad.action };
};

/** Saves a token, valid or not. */
export async function keepToken({ supervisor, profiles }: ConnectionFixture, token: string): Promise<void> {
  const { id } = active(profiles);
  await supervisor.tokens.set({ profileId: id, token, keeping: 'keychain', isUnchecked: true }, AbortSignal.timeout(20_000));
}

/** Answers the instance's login questions. */
export async function answerLogin({ questions, service }: ConnectionFixture): Promise<void> {
  const key = await questionOf(questions, 'host-key');
  questions.answer(key.id, { kind: 'host-key', isTrusted: true });
  const prompts = await questionOf(questions, 'prompts');
  questions.answer(prompts.id, { kind: 'prompts', answers: [service.instance.password] });
}
