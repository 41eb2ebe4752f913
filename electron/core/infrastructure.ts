import type { AppInfo } from '../contract/app-info.ts';
import type { CoreOptions } from './core-options.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import type { Clock } from './shared/clock.ts';
import { createDisposer, type Disposer } from './shared/disposer.ts';
import { createEventBus, type EventBus } from './shared/event-bus.ts';
import { openLog, type Log } from './shared/log.ts';
import { createRedactor, type Redactor } from './shared/redactor.ts';

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
