import type { AppInfo } from '../contract/app-info.ts';
import type { EventMessage } from '../contract/events.ts';
import { ok, type Result } from '../contract/failure.ts';
import type { Service } from '../contract/profile.ts';
import type { CoreRoute, Handlers } from '../contract/routes.ts';
import { createChat } from './chat/chat.ts';
import { keepConnection } from './connection/connection.ts';
import { announceSecrets, createKeytarVault, type Vault } from './credentials/vault.ts';
import { bundleDiagnostics } from './diagnostics/diagnostics.ts';
import { openDrafts } from './drafts/drafts.ts';
import { documentNotice } from './notices/document-notice.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { openProfiles } from './profiles/profiles.ts';
import { parseBaseUrl } from './service/service.ts';
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
  /** Left out: the system's keychain. */
  readonly vault?: Vault;
  /** Left out: that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
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
export async function createCore({ app, clock, vault = createKeytarVault(), environment = process.env }: CoreOptions): Promise<Core> {
  const redactor = createRedactor();
  const log = openLog({ folder: app.folders.logs, clock, redactor });
  const disposer = createDisposer((error) => log.error('core.dispose-failed', { error }));
  disposer.add(log.close);

  const events = createEventBus();
  const notices = createNotices(events);
  const { data, logs } = app.folders;
  const [settings, drafts, windowPlace, profiles] = await Promise.all([
    openSettings(data, events),
    openDrafts(data),
    openWindowPlace(data),
    openProfiles({ folder: data, checkService }),
  ]);
  for (const document of [settings, drafts, windowPlace, profiles]) disposer.add(document.settled);
  if (settings.trouble) notices.add(documentNotice('The settings', settings.trouble));
  if (drafts.trouble) notices.add(documentNotice('The drafts', drafts.trouble));
  if (profiles.trouble) notices.add(documentNotice('The profiles', profiles.trouble));

  const connection = keepConnection({
    profiles,
    vault: announceSecrets(vault, redactor.learn),
    environment,
    startDemo: async () => {
      // loaded after the window is on its way: it is half of the program's code
      const { startDemo } = await import('./demo/demo.ts');
      return startDemo({ onError: (error) => log.error('demo.error', { error }) });
    },
    steadyClock: { now: () => performance.now() },
    onChange: (next) => events.emit('connection.changed', next),
    onBug: (error) => log.error('demo.start-failed', { error }),
  });
  disposer.add(connection.close);
  const chat = createChat({ reach: connection.reach, onProgress: (progress) => events.emit('chat.progress', progress) });
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
      'connection.read': () => ok(connection.read()),
      'chat.ask': (question, { signal }) => chat.ask(question, signal),
      'chat.stop': ({ id }) => {
        chat.stop(id);
        return ok(undefined);
      },
    },
  };
}

/** A service as it is to be kept: with its base URL written in one way. */
function checkService(service: Service): Result<Service> {
  const addresses = parseBaseUrl(service.baseUrl);
  return addresses.ok ? ok({ ...service, baseUrl: addresses.value.baseUrl }) : addresses;
}
