import path from 'node:path';
import { demoProfileId } from '../contract/constants.ts';
import { fail } from '../contract/failures/fail.ts';
import { createLocalApi, type LocalApi } from './local-api/local-api.ts';
import {
  createPendingQuestions,
  superviseConnection,
  readSshEnvironment,
  type ConnectionSupervisor,
  type PendingQuestions,
} from './connection/connection.ts';
import type { CoreOptions, CoreInfrastructure } from './infrastructure.ts';
import { withRedaction, createKeytarVault, createSecrets, type Secrets } from './credentials/credentials.ts';
import type { Stores } from './open-stores.ts';
import { timeoutsFrom } from './shared/timeouts.ts';
import { createHostKeys, createNetworkMonitor, systemTimers, type SshEnvironment } from './tunnel/tunnel.ts';
import type { Connection } from '../contract/connection.ts';
import { ok, type Result } from '../contract/failure.ts';

/** The connection to the service in use, for the window and for programs on this computer. */
interface ConnectionServices {
  readonly connection: ConnectionSupervisor;
  readonly localApi: LocalApi;
  readonly secrets: Secrets;
  readonly questions: PendingQuestions;
  readonly sshEnvironment: () => Promise<SshEnvironment>;
}

type ConnectionOverrides = Pick<
  CoreOptions,
  | 'vault'
  | 'sshEnvironment'
  | 'knownHosts'
  | 'network'
  | 'confirmUnofficial'
  | 'resolveProxy'
  | 'createKeyHint'
  | 'localApiSurface'
  | 'localApiLimits'
  | 'waitsForUse'
>;

/** Creates the connection and the local API. The local API asks for the service in use, the connection for the local API's own address. */
export async function createConnectionServices(
  infrastructure: CoreInfrastructure,
  stores: Pick<Stores, 'profiles' | 'learnedImages' | 'settings' | 'ledger'>,
  options: ConnectionOverrides,
): Promise<ConnectionServices> {
  const { app, clock, environment, readLoginShell, redactor, log, events, notices, disposer } = infrastructure;
  const { profiles, learnedImages, settings, ledger } = stores;
  const folder = app.folders.data;
  const secrets = createSecrets({
    keychain: withRedaction(options.vault ?? createKeytarVault(), redactor.learn),
    index: ledger,
    clock,
    hasProfile: (id) => profiles.find(id) !== undefined,
  });
  const questions = createPendingQuestions({ onChange: (open) => events.emit('questions.changed', open), onSecret: redactor.learn });
  const surroundings = options.sshEnvironment ?? readSshEnvironment(environment, readLoginShell);
  let connection: ConnectionSupervisor | undefined;

  const localApi = await createLocalApi({
    folder,
    clock,
    redactor,
    version: app.version,
    getService: async () => connection?.getActiveService() ?? fail('program-starting'),
    onChange: (status) => events.emit('localApi.changed', status),
    onRequests: (requests) => events.emit('localApi.requests', requests),
    onBug: (error) => log.error('local-api.error', { error }),
    keyHint: options.createKeyHint,
    surface: options.localApiSurface,
    ...(options.localApiLimits ? { limits: options.localApiLimits } : {}),
  });
  notices.addStorageProblem('localApi', localApi.problem);

  const logConnection = createConnectionLog(log.info);
  connection = superviseConnection({
    profiles,
    learnedImages,
    secrets,
    environment,
    sshEnvironment: surroundings,
    hostKeys: createHostKeys({ ownFile: options.knownHosts ?? path.join(folder, 'known_hosts') }),
    ask: questions.ask,
    timeouts: () => timeoutsFrom(settings.read().connection),
    clock,
    steadyClock: { now: () => performance.now() },
    network: options.network ?? createNetworkMonitor({ clock, timers: systemTimers }),
    permit: createDevRuntimeGuard(app.isOfficialRuntime, options.confirmUnofficial),
    isOurLocalApi: localApi.isOwnAddress,
    resolveProxy: options.resolveProxy,
    waitsForUse: options.waitsForUse ?? false,
    startDemo: async () => {
      // loaded late, because it is half of the program's code
      const { readSpeed, startDemo } = await import('./demo/demo.ts');
      return startDemo({
        speed: readSpeed(environment['CAUSEWAY_DEMO_SPEED']),
        onError: (error) => log.error('demo.error', { error }),
      });
    },
    onSecret: redactor.learn,
    onChange: (next) => {
      events.emit('connection.changed', next);
      logConnection(next);
      if (next.state !== 'starting') void localApi.syncListener();
    },
    onBug: (error) => log.error('demo.start-failed', { error }),
  });
  // the connection may be waiting for a request from a program on this computer
  if (options.waitsForUse) void localApi.syncListener(profiles.activeId() === demoProfileId);
  disposer.add(connection.close);
  disposer.add(() => localApi.close());
  return { connection, localApi, secrets, questions, sshEnvironment: surroundings };
}

type Write = (event: string, facts: Readonly<Record<string, unknown>>) => void;

/** Logs state names and codes of the connection, each time they change. */
function createConnectionLog(write: Write): (connection: Connection) => void {
  let last = '';
  return (connection) => {
    const facts = summarize(connection);
    const text = JSON.stringify(facts);
    if (text === last) return;
    last = text;
    write('connection.changed', facts);
  };
}

function summarize(connection: Connection): Readonly<Record<string, unknown>> {
  if (connection.state === 'starting') return { state: 'starting' };
  if (connection.state === 'failed') return { state: 'failed', failure: connection.failure.code };
  const { profile, mode, direct, tunnel, token, lists } = connection;
  return {
    state: 'ready',
    profile: profile.id,
    mode,
    direct: direct.now,
    tunnel: tunnel?.state.kind ?? 'none',
    ...(tunnel && 'failure' in tunnel.state ? { failure: tunnel.state.failure.code } : {}),
    hasToken: token.state === 'set',
    lists: lists.map(({ mode: listMode, segment, failure }) => `${listMode} ${segment ?? ''} ${failure?.code ?? 'good'}`),
  };
}

/** Allows only the demo on a development runtime, unless the user confirms. Asks once per run. */
export function createDevRuntimeGuard(
  isOfficial: boolean,
  confirm: (() => Promise<boolean>) | undefined,
): () => Promise<Result<undefined>> {
  let confirmed: Promise<boolean> | undefined;
  return async () => {
    if (isOfficial) return ok(undefined);
    confirmed ??= confirm?.().catch(() => false) ?? Promise.resolve(false); // a dialog that can't be shown is no consent
    return (await confirmed) ? ok(undefined) : fail('development-build');
  };
}
