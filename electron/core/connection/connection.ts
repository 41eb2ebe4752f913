import type { Model } from '../../contract/catalog.ts';
import type { Connection } from '../../contract/connection.ts';
import { failed, ok, type Failed, type Result } from '../../contract/failure.ts';
import { demoProfileId, type Mode, type Profile } from '../../contract/profile.ts';
import type { Demo } from '../demo/demo.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { modelsOf, type ServiceClient } from '../service/service.ts';
import { openWay, type Way, type WayOptions } from './way.ts';

/** The active profile's service, ready to be spoken to. */
export interface Reached {
  readonly client: ServiceClient;
  readonly mode: Mode;
  readonly models: readonly Model[];
}

/** Keeps one way open: that of the active profile. */
export interface ConnectionKeeper {
  readonly read: () => Connection;
  /** Waits for the demo, where the active profile is its own. */
  readonly reach: () => Promise<Result<Reached>>;
  readonly close: () => Promise<void>;
}

export interface ConnectionOptions extends Pick<WayOptions, 'vault' | 'steadyClock' | 'environment'> {
  readonly profiles: Profiles;
  readonly startDemo: () => Promise<Demo>;
  readonly onChange: (connection: Connection) => void;
  readonly onBug: (error: unknown) => void;
}

/** Starts the demo at once and in the background; the window does not wait for it. */
export function keepConnection({ profiles, startDemo, onChange, onBug, ...rest }: ConnectionOptions): ConnectionKeeper {
  const demoStart = startDemo().then(
    (demo): Result<Demo> => {
      profiles.supplyDemo(demo.profile());
      return ok(demo);
    },
    (error: unknown): Result<Demo> => {
      onBug(error);
      return failed(
        'unexpected',
        'The demo could not be started.',
        'Start Causeway again; if it stays like this, save a diagnostics bundle from the Help menu.',
      );
    },
  );
  let open: { readonly profile: Profile; readonly way: Promise<Result<Way>> } | undefined;
  let connection: Connection = { state: 'starting' };
  const closing = new AbortController();

  const tell = (next: Connection): void => {
    connection = next;
    onChange(connection);
  };

  const wayOf = (profile: Profile, demo: Demo | undefined): Promise<Result<Way>> => {
    if (open?.profile.id === profile.id && open.profile.service === profile.service) return open.way;
    const former = open?.way;
    open = { profile, way: openWay({ profile, demo, ...rest }) };
    void former?.then((way) => (way.ok ? way.value.close() : undefined));
    return open.way;
  };

  const reach = async (): Promise<Result<Reached>> => {
    const demo = await demoStart;
    const profile = profiles.active();
    if (!profile) return demo.ok ? noProfile() : demo;
    const way = await wayOf(profile, demo.ok ? demo.value : undefined);
    if (!way.ok) return way;
    const models = modelsOf(profile.service.catalog, profiles.lastModels(profile.id));
    return ok({ client: way.value.client, mode: profile.mode, models });
  };

  /** Tells what the profile knows at once, and what the service itself lists as soon as it has answered. */
  const announce = async (): Promise<void> => {
    const reached = await reach();
    const profile = profiles.active();
    if (!reached.ok) return tell({ state: 'failed', failure: reached.failure });
    if (!profile) return;
    const { client, mode, models } = reached.value;
    const face = { state: 'ready', profile: faceOf(profile), mode } as const;
    tell({ ...face, models });
    const refreshed = await client.refreshCatalog(profile.service.catalog, models, { modes: [mode], signal: closing.signal });
    if (closing.signal.aborted) return;
    await profiles.keepModels(profile.id, refreshed.models);
    tell({ ...face, models: refreshed.models });
  };
  void announce();

  return {
    read: () => connection,
    reach,
    close: async () => {
      closing.abort();
      const way = await open?.way;
      if (way?.ok) await way.value.close();
      const demo = await demoStart;
      if (demo.ok) await demo.value.close();
    },
  };
}

function faceOf({ id, service }: Profile): { readonly id: string; readonly name: string; readonly isDemo: boolean } {
  return { id, name: service.name, isDemo: id === demoProfileId };
}

function noProfile(): Failed {
  return failed('invalid-input', 'No service is chosen.', 'Choose one on the Connection screen.');
}
