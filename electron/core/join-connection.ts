import path from 'node:path';
import { demoProfileId } from '../contract/constants.ts';
import { failed } from '../contract/failure.ts';
import { createAgent, type Agent } from './agent/agent.ts';
import {
  createConnectionLog,
  createPermit,
  createQuestionBoard,
  keepConnection,
  loginSurroundings,
  type ConnectionKeeper,
  type QuestionBoard,
} from './connection/connection.ts';
import type { CoreOptions } from './core-options.ts';
import { announceSecrets, createKeytarVault, createSecrets, type Secrets } from './credentials/vault.ts';
import type { Footing } from './footing.ts';
import type { Stores } from './open-stores.ts';
import { patienceOf } from './support/patience.ts';
import { createHostKeys, createNetworkWatch, systemTimers, type Surroundings } from './tunnel/tunnel.ts';

/** The way to the service in use, for the window and for the programs of this computer. */
export interface Joined {
  readonly connection: ConnectionKeeper;
  readonly agent: Agent;
  readonly secrets: Secrets;
  readonly questions: QuestionBoard;
  readonly surroundings: () => Promise<Surroundings>;
}

type Choices = Pick<
  CoreOptions,
  'vault' | 'surroundings' | 'knownHosts' | 'network' | 'confirmUnofficial' | 'makingKeys' | 'inWords' | 'agentLimits' | 'waitsForUse'
>;

/** Joins the connection and the agent, which ask each other: the agent for the service in use, the connection for the agent's own address. */
export async function joinConnection(
  footing: Footing,
  stores: Pick<Stores, 'profiles' | 'settings' | 'ledger'>,
  choices: Choices,
): Promise<Joined> {
  const { app, clock, environment, redactor, log, events, notices, disposer } = footing;
  const { profiles, settings, ledger } = stores;
  const folder = app.folders.data;
  const secrets = createSecrets({ keychain: announceSecrets(choices.vault ?? createKeytarVault(), redactor.learn), ledger, clock });
  const questions = createQuestionBoard({ onChange: (open) => events.emit('questions.changed', open), onSecret: redactor.learn });
  const surroundings = choices.surroundings ?? loginSurroundings(environment);
  let connection: ConnectionKeeper | undefined;

  const agent = await createAgent({
    folder,
    clock,
    redactor,
    version: app.version,
    ground: async () => connection?.ground() ?? failed('unexpected', 'Causeway is still starting.', 'Try again in a moment.'),
    onChange: (face) => events.emit('agent.changed', face),
    onRequests: (requests) => events.emit('agent.requests', requests),
    onBug: (error) => log.error('agent.error', { error }),
    makingKeys: choices.makingKeys,
    inWords: choices.inWords,
    ...(choices.agentLimits ? { limits: choices.agentLimits } : {}),
  });
  notices.addTrouble("The agent's settings and keys", agent.trouble);

  const logConnection = createConnectionLog(log.info);
  connection = keepConnection({
    profiles,
    secrets,
    environment,
    surroundings,
    hostKeys: createHostKeys({ ownFile: choices.knownHosts ?? path.join(folder, 'known_hosts') }),
    ask: questions.ask,
    patience: () => patienceOf(settings.read().connection),
    clock,
    steadyClock: { now: () => performance.now() },
    network: choices.network ?? createNetworkWatch({ clock, timers: systemTimers }),
    permit: createPermit(app.isOfficialRuntime, choices.confirmUnofficial),
    isOurAgent: agent.isOurs,
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
      if (next.state !== 'starting') void agent.follow();
    },
    onBug: (error) => log.error('demo.start-failed', { error }),
  });
  // a request of a program of this computer is what the connection may be waiting for
  if (choices.waitsForUse) void agent.follow(profiles.activeId() === demoProfileId);
  disposer.add(connection.close);
  disposer.add(() => agent.close());
  return { connection, agent, secrets, questions, surroundings };
}
