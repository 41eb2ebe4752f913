import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Connection, ReadyConnection, PendingSshQuestion } from '../../../electron/contract/connection.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import type { Mode, Profile, ProfileChange } from '../../../electron/contract/profile.ts';
import { defaultSettings } from '../../../electron/contract/settings.ts';
import { timeoutsFrom, type Timeouts } from '../../../electron/core/shared/timeouts.ts';
import {
  createPendingQuestions,
  openLearnedImages,
  superviseConnection,
  type ConnectionSupervisor,
  type ConnectionOptions,
  type PendingQuestions,
} from '../../../electron/core/connection/connection.ts';
import { createMemoryVault, createSecrets, openSecretIndex, type Vault } from '../../../electron/core/credentials/credentials.ts';
import { startDemo, type DemoOptions } from '../../support/demo/demo.ts';
import { openProfiles, type Profiles } from '../../../electron/core/profiles/profiles.ts';
import { createHostKeys, systemSshEnvironment, type NetworkChange, type SshEnvironment } from '../../../electron/core/tunnel/tunnel.ts';
import { eventually } from '../../support/eventually.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { must } from '../../support/must.ts';

export interface ConnectionFixtureOptions {
  /** Overrides fields of the user's own profile. */
  readonly profile?: ProfileChange;
  readonly service?: DemoOptions;
  readonly keychain?: Vault;
  readonly more?: Partial<ConnectionOptions>;
  /** Lines of the user's ssh config. */
  readonly sshConfig?: string;
  /** False if the demo stays active. */
  readonly isActive?: boolean;
}

/** The default timeouts, but with enough time on a busy machine for a tunnel that was never up. */
export const patientTimeouts: Timeouts = { ...timeoutsFrom(defaultSettings.connection), connectMs: 120_000 };

/** A user with a profile of their own besides the built-in demo. Their service is simulated by its own demo. */
export type ConnectionFixture = Awaited<ReturnType<typeof connectionFixture>>;

export async function connectionFixture(options: ConnectionFixtureOptions = {}) {
  const folder = await temporaryFolder();
  const caFile = path.join(folder, 'authority.pem');
  const service = await startDemo({ speed: 'unlimited', caFile, ...options.service });
  const emitted: Connection[] = [];
  const asked: (readonly PendingSshQuestion[])[] = [];
  const typed: string[] = [];
  const watchers = new Set<(cause: NetworkChange) => void>();
  const late: { supervisor?: ConnectionSupervisor } = {};
  const profiles = await openProfiles({ folder, checkService: ok, onChange: () => late.supervisor?.profilesChanged() });
  const ledger = await openSecretIndex(folder);
  const secrets = createSecrets({
    keychain: options.keychain ?? createMemoryVault(),
    index: ledger,
    clock: { now: () => 1_700_000_000_000 },
    hasProfile: (id) => profiles.find(id) !== undefined,
  });
  const { id: _id, ...draft } = service.profile();
  const added = must(
    await profiles.add({ ...draft, instance: null, service: { ...draft.service, name: 'Institute', caFile }, ...options.profile }),
  );
  if (options.isActive !== false) await profiles.activate(added.id);
  const questions = createPendingQuestions({ onChange: (open) => asked.push(open), onSecret: (secret) => typed.push(secret) });
  const supervisor = superviseConnection({
    profiles,
    learnedImages: await openLearnedImages(folder),
    secrets,
    environment: {},
    sshEnvironment: () => surroundingsIn(folder, options.sshConfig ?? ''),
    hostKeys: createHostKeys({ ownFile: path.join(folder, 'known_hosts') }),
    ask: questions.ask,
    timeouts: () => patientTimeouts,
    clock: { now: () => Date.now() },
    steadyClock: { now: () => performance.now() },
    network: (onChange) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    permit: async () => ok(undefined),
    isOurLocalApi: () => false,
    startDemo: () => startDemo({ speed: 'unlimited' }),
    onSecret: (secret) => typed.push(secret),
    onChange: (connection) => emitted.push(connection),
    onBug: (error) => expect.unreachable(String(error)),
    ...options.more,
  });
  late.supervisor = supervisor;
  onTestFinished(async () => {
    await supervisor.close();
    await Promise.all([service.close(), profiles.settled(), ledger.settled()]);
  });
  const changeNetwork = (cause: NetworkChange): void => watchers.forEach((listener) => listener(cause));
  return { folder, service, profiles, secrets, questions, supervisor, emitted, asked, typed, changeNetwork };
}

/** Returns the ssh environment of a user with this home folder, so that the machine's own config and keys are not used. */
export async function surroundingsIn(folder: string, config: string): Promise<SshEnvironment> {
  const file = path.join(folder, 'ssh_config');
  await writeFile(file, config);
  return { ...systemSshEnvironment({}), home: folder, userConfig: file };
}

/** Starts a real sshd as the user's instance, and writes the config entry `lab` for it. */
export async function labInstance(config: readonly string[] = []): Promise<{ readonly sshd: Sshd; readonly sshConfig: string }> {
  const sshd = await startSshd({ config });
  onTestFinished(sshd.close);
  return { sshd, sshConfig: entryOf(sshd.port, sshd) };
}

/** Returns the config entry of a server, at a port that may be a relay's. */
export function entryOf(port: number, { login, keyFile }: Pick<Sshd, 'login' | 'keyFile'>): string {
  return `Host lab\n  HostName 127.0.0.1\n  Port ${port}\n  User ${login}\n  IdentityFile ${keyFile}\n  IdentitiesOnly yes\n`;
}

/** Returns a profile's instance with the config entry `lab`. */
export const lab = { host: '127.0.0.1', port: 22, login: 'me', alias: 'lab', transport: 'ssh2' } as const;

/** Sends one question and returns the outcome. */
export async function ask(supervisor: ConnectionSupervisor, modelId = 'beta-4-scout'): Promise<string> {
  const reached = await supervisor.getActiveService();
  if (!reached.ok) return reached.failure.code;
  const { client, mode, models } = reached.value;
  const model = models.find(({ id }) => id === modelId);
  if (!model) return 'no model';
  const request = { model, messages: [{ role: 'user', text: 'Hello' }] } as const;
  const { failure, answer } = await client.chat(request, { mode, signal: AbortSignal.timeout(90_000) }, () => undefined);
  return failure?.code ?? answer.finish ?? 'nothing';
}

export function active(profiles: Profiles): Profile {
  const profile = profiles.active();
  if (!profile) throw new Error('no profile is active');
  return profile;
}

export async function setMode({ profiles }: ConnectionFixture, mode: Mode): Promise<void> {
  await profiles.setMode(active(profiles).id, mode);
}

/** Waits until the connection matches. If a probe ran into its limit, as on a busy machine, probes again. */
export async function until(supervisor: ConnectionSupervisor, expected: object): Promise<ReadyConnection> {
  return eventually(async () => {
    const now = supervisor.read();
    try {
      expect(now).toMatchObject(expected);
    } catch (error) {
      if (hasSlowProbe(now)) await probeAgain(supervisor, now);
      throw error;
    }
    if (now.state !== 'ready') throw new Error(`it is ${now.state}`);
    return now;
  });
}

/** Returns true if the last probe without the tunnel ran into its limit, which is no longer than for a user. */
export function hasSlowProbe(connection: Connection): boolean {
  const { message } = describeFailure(failure('no-answer-without-tunnel', { host: '' }));
  return connection.state === 'ready' && connection.direct.why.endsWith(message);
}

async function probeAgain(supervisor: ConnectionSupervisor, now: Connection): Promise<void> {
  const refreshed = supervisor.refresh();
  // without a tunnel that is up, a refresh may wait for the user's answer
  if (now.state === 'ready' && now.tunnel?.state.kind === 'ready') await refreshed;
}

/** Accepts the host key in the question. */
export async function trust({ questions }: ConnectionFixture): Promise<void> {
  const { id } = await questionOf(questions, 'host-key');
  questions.answer(id, { kind: 'host-key', isTrusted: true });
}

/** Waits for a question of a kind. */
export async function questionOf(questions: PendingQuestions, kind: PendingSshQuestion['question']['kind']): Promise<PendingSshQuestion> {
  return eventually(() => {
    const found = questions.read().find(({ question }) => question.kind === kind);
    if (!found) throw new Error(`no question about ${kind}`);
    return found;
  });
}
