import type { AppInfo } from '../contract/app-info.ts';
import type { EventMessage } from '../contract/events.ts';
import { ok } from '../contract/failure.ts';
import type { CoreRoute, Handlers } from '../contract/routes.ts';
import { bundleDiagnostics } from './diagnostics/diagnostics.ts';
import { openDrafts } from './drafts/drafts.ts';
import { documentNotice } from './notices/document-notice.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { openSettings, type SettingsStore } from './settings/settings.ts';
import { openWindowPlace, type WindowPlace } from './settings/window-place.ts';
import type { Clock } from './support/clock.ts';
import { createDisposer } from './support/disposer.ts';
import { createEventBus, type EventBus } from './support/event-bus.ts';
import { openLog, type Log } from './support/log.ts';
import { createRedactor } from './support/redactor.ts';
import type { StoredDocument } from './support/stored-document.ts';

export { systemClock } from './support/clock.ts';
export type { WindowPlace };

export interface CoreOptions {
  readonly app: AppInfo;
  readonly clock: Clock;
}

/** What a handler gets besides its input. */
export interface CallContext {
  /** Aborted when the caller cancels or its window goes away. */
  readonly signal: AbortSignal;
}

/** The product without a window. */
export interface Core {
  readonly handlers: Handlers<CoreRoute, CallContext>;
  readonly log: Log;
  readonly notices: Notices;
  readonly settings: SettingsStore;
  readonly windowPlace: StoredDocument<WindowPlace>;
  readonly emit: EventBus['emit'];
  readonly listen: (listener: (message: EventMessage) => void) => () => void;
  readonly bundleDiagnostics: (refusals: Readonly<Record<string, number>>) => Promise<Uint8Array>;
  readonly dispose: () => Promise<void>;
}

/** Builds the product from its parts; the only place that joins them. */
export async function createCore({ app, clock }: CoreOptions): Promise<Core> {
  const redactor = createRedactor();
  const log = openLog({ folder: app.folders.logs, clock, redactor });
  const disposer = createDisposer((error) => log.error('core.dispose-failed', { error }));
  disposer.add(log.close);

  const events = createEventBus();
  const notices = createNotices(events);
  const { data, logs } = app.folders;
  const [settings, drafts, windowPlace] = await Promise.all([openSettings(data, events), openDrafts(data), openWindowPlace(data)]);
  if (settings.trouble) notices.add(documentNotice('The settings', settings.trouble));
  if (drafts.trouble) notices.add(documentNotice('The drafts', drafts.trouble));
  log.info('core.ready', { version: app.version, electron: app.electron, platform: app.platform });

  return {
    log,
    notices,
    settings,
    windowPlace,
    emit: events.emit,
    listen: events.listen,
    bundleDiagnostics: (refusals) => bundleDiagnostics({ app, settings: settings.read(), refusals }, logs, redactor),
    dispose: disposer.dispose,
    handlers: {
      'app.describe': () => ok(app),
      'settings.read': () => ok(settings.read()),
      'settings.change': (change) => settings.change(change),
      'notices.read': () => ok(notices.read()),
      'notices.dismiss': ({ id }) => {
        notices.dismiss(id);
        return ok(undefined);
      },
      'drafts.read': ({ key }) => ok({ text: drafts.read(key) }),
      'drafts.keep': ({ key, text }) => drafts.keep(key, text),
    },
  };
}
