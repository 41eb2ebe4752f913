import path from 'node:path';
import { demoProfileId } from '../contract/constants.ts';
import { failed } from '../contract/failure.ts';
import { createAgent, type Agent } from './agent/agent.ts';
import {
  createConnectionLog,
  createDevRuntimeGuard,
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

/** The way to the service in use, for the window and for the programs of this computer. */
export interface ConnectionServices {
  readonly connection: ConnectionSupervisor;
  readonly agent: Agent;
  readonly secrets: Secrets;
  readonly questions: PendingQuestions;
  readonly surroundings: () => Promise<SshEnvironment>;
}

type ConnectionOverrides = Pick<
  CoreOptions,
  | 'vault'
  | 'sshEnvironment'
  | 'knownHosts'
  | 'network'
  | 'confirmUnofficial'
  | 'createKeyHint'
  | 'describeFailure'
  | 'agentLimits'
  | 'waitsForUse'
>;

/** Joins the connection and the agent, which ask each other: the agent for the service in use, the connection for the agent's own address. */
export async function createConnectionServices(
  footing: CoreInfrastructure,
  stores: Pick<Stores, 'profiles' | 'settings' | 'ledger'>,
  choices: ConnectionOverrides,
): Promise<ConnectionServices> {
  const { app, clock, environment, redactor, log, events, notices, disposer } = footing;
  const { profiles, settings, ledger } = stores;
  const folder = app.folders.data;
  const secrets = createSecrets({ keychain: withRedaction(choices.vault ?? createKeytarVault(), redactor.learn), ledger, clock });
  const questions = createPendingQuestions({ onChange: (open) => events.emit('questions.changed', open), onSecret: redactor.learn });
  const surroundings = choices.sshEnvironment ?? readSshEnvironment(environment);
  let connection: ConnectionSupervisor | undefined;

  const agent = await createAgent({
    folder,
    clock,
    redactor,
    version: app.version,
    ground: async () => connection?.ground() ?? failed('unexpected', 'Causeway is still starting.', 'Try again in a moment.'),
    onChange: (face) => events.emit('agent.changed', face),
    onRequests: (requests) => events.emit('agent.requests', requests),
    onBug: (error) => log.error('agent.error', { error }),
    makingKeys: choices.createKeyHint,
    inWords: choices.describeFailure,
    ...(choices.agentLimits ? { limits: choices.agentLimits } : {}),
  });
  notices.addTrouble("The agent's settings and keys", agent.trouble);

  const logConnection = createConnectionLog(log.info);
  connection = superviseConnection({
    profiles,
    secrets,
    environment,
    surroundings,
    hostKeys: createHostKeys({ ownFile: choices.knownHosts ?? path.join(folder, 'known_hosts') }),
    ask: questions.ask,
    patience: () => timeoutsFrom(settings.read().connection),
    clock,
    steadyClock: { now: () => performance.now() },
    network: choices.network ?? createNetworkMonitor({ clock, timers: systemTimers }),
    permit: createDevRuntimeGuard(app.isOfficialRuntime, choices.confirmUnofficial),
    isOurAgent: agent.isOwnAddress,
    waitsForUse: choices.waitsForUse ?? false,
    startDemo: async () => {
      // loaded after the window is on its way: it is half of the program's code
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
      if (next.state !== 'starting') void agent.syncListener();
    },
    onBug: (error) => log.error('demo.start-failed', { error }),
  });
  // a request of a program of this computer is what the connection may be waiting for
  if (choices.waitsForUse) void agent.syncListener(profiles.activeId() === demoProfileId);
  disposer.add(connection.close);
  disposer.add(() => agent.close());
  return { connection, agent, secrets, questions, surroundings };
}
