import type { AppInfo } from '../contract/app-info.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import type { Clock } from './shared/clock.ts';
import { createDisposer, type Disposer } from './shared/disposer.ts';
import { createEventBus, type EventBus } from './shared/event-bus.ts';
import { openLog, type Log } from './shared/log.ts';
import { createLoginShellReader, type LoginShellEnvironment } from './shared/login-shell.ts';
import { createRedactor, type Redactor } from './shared/redactor.ts';
import type { Profile } from '../contract/profile.ts';
import type { LocalApiLimits } from './local-api/local-api.ts';
import type { LocalApiSurface } from './local-api/local-api-error.ts';
import type { Vault } from './credentials/credentials.ts';
import type { SshEnvironment, MonitorNetwork } from './tunnel/tunnel.ts';
import type { ResolveProxy } from './upstream/upstream.ts';

/** What every part of the core uses. */
export interface CoreInfrastructure {
  readonly app: AppInfo;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads what a program started from the desktop lacks. */
  readonly readLoginShell: () => Promise<LoginShellEnvironment>;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly events: EventBus;
  readonly notices: Notices;
  /** Closes the parts in reverse order. */
  readonly disposer: Disposer;
}

/** Creates the infrastructure. The log is opened first, so that it is closed last. */
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
  return {
    app,
    clock,
    environment,
    readLoginShell: createLoginShellReader(environment),
    redactor,
    log,
    events,
    notices: createNotices(events),
    disposer,
  };
}

/** The options of the core. Each part uses its own share of them. */
export interface CoreOptions {
  readonly app: AppInfo;
  readonly clock: Clock;
  /** Defaults to the system's keychain. */
  readonly vault?: Vault;
  /** Defaults to the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The ssh config and what it refers to. Defaults to the user's, with the environment of their login shell. */
  readonly sshEnvironment?: () => Promise<SshEnvironment>;
  /** The only profile besides the demo, which is not stored. Defaults to the stored profiles. */
  readonly profile?: Profile;
  /** Our own file of host keys. Defaults to the one in the data folder. */
  readonly knownHosts?: string;
  /** Defaults to polling the interfaces and the clock every second. */
  readonly network?: MonitorNetwork;
  /** Asked once, before an unofficial runtime first connects to anything but the demo. Defaults to a refusal. */
  readonly confirmUnofficial?: () => Promise<boolean>;
  /** Finds the HTTP proxy of the system's settings if the environment names none. Defaults to none. */
  readonly resolveProxy?: ResolveProxy;
  /**
   * Opens the history and the connection at their first use, for programs whose first page comes late or should load first. Defaults to
   * false.
   */
  readonly waitsForUse?: boolean;
  /** Sentence prefix that tells a rejected caller how to create a local key. Defaults to the window's wording. */
  readonly createKeyHint?: string;
  /** Which text callers of the local API get. Defaults to `api`, for a program with a window. */
  readonly localApiSurface?: LocalApiSurface;
  /** Overrides limits of the local API. */
  readonly localApiLimits?: Partial<LocalApiLimits>;
  /** The data folder where `causeway launch` looks by itself. */
  readonly launchFolder?: string;
}
