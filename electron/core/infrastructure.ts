import type { AppInfo } from '../contract/app-info.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import type { Clock } from './shared/clock.ts';
import { createDisposer, type Disposer } from './shared/disposer.ts';
import { createEventBus, type EventBus } from './shared/event-bus.ts';
import { openLog, type Log } from './shared/log.ts';
import { createRedactor, type Redactor } from './shared/redactor.ts';
import type { Failure } from '../contract/failure.ts';
import type { Profile } from '../contract/profile.ts';
import type { AgentLimits } from './agent/agent.ts';
import type { Vault } from './credentials/credentials.ts';
import type { SshEnvironment, MonitorNetwork } from './tunnel/tunnel.ts';

/** What every part stands on. */
export interface CoreInfrastructure {
  readonly app: AppInfo;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly events: EventBus;
  readonly notices: Notices;
  /** Closes what was opened, the last first. */
  readonly disposer: Disposer;
}

/** Opens the log before all else, so that it is closed after all else. */
export function createInfrastructure({
  app,
  clock,
  environment = process.env,
}: Pick<CoreOptions, 'app' | 'clock' | 'environment'>): CoreInfrastructure {
  const redactor = createRedactor();
  const log = openLog({ folder: app.folders.logs, clock, redactor });
  const disposer = createDisposer((error) => log.error('core.dispose-failed', { error }));
  disposer.add(log.close);
  const events = createEventBus();
  return { app, clock, environment, redactor, log, events, notices: createNotices(events), disposer };
}

/** What the product is given from outside; each part takes its own share of it. */
export interface CoreOptions {
  readonly app: AppInfo;
  readonly clock: Clock;
  /** Left out: the system's keychain. */
  readonly vault?: Vault;
  /** Left out: that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The ssh config and what it may refer to. Left out: this user's, with what their login shell knows. */
  readonly sshEnvironment?: () => Promise<SshEnvironment>;
  /** The one profile there is, besides the demo; nothing of it is stored. Left out: those on disk. */
  readonly profile?: Profile;
  /** Our own file of host keys. Left out: in the data folder. */
  readonly knownHosts?: string;
  /** Left out: the interfaces and the clock are looked at every second. */
  readonly network?: MonitorNetwork;
  /** Asked once, before the first connection of a stand-in runtime to anything but the demo. Left out: it is refused. */
  readonly confirmUnofficial?: () => Promise<boolean>;
  /**
   * Opens the history and the connection when somebody asks for them: for a program that may wait long for its first page, and for
   * one whose page should come up first. Left out: at once.
   */
  readonly waitsForUse?: boolean;
  /** How a local key is made, as the beginning of a sentence for who is refused without one. Left out: in the window. */
  readonly createKeyHint?: string;
  /** Puts what the programs of this computer are told of a failure into other words. Left out: into those of the window. */
  readonly describeFailure?: (failure: Failure) => Failure;
  /** How much the agent takes at once. Left out: the usual. */
  readonly agentLimits?: Partial<AgentLimits>;
}
