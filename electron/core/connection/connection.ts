import { demoProfileId } from '../../contract/constants.ts';
import type { EnginePath } from '../../contract/catalog.ts';
import type { Connection, TunnelActivity } from '../../contract/connection.ts';
import { ok, type Failed, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Profile } from '../../contract/profile.ts';
import type { Demo } from '../demo/demo.ts';
import { noProfile, type Profiles } from '../profiles/profiles.ts';
import type { TunnelDependencies } from './instance-tunnel.ts';
import { activateProfile, type ActiveProfile, type ConnectedService } from './active-profile.ts';
import { findEnginePaths } from './find-engine-paths.ts';
import type { LearnedImages } from './learned-images.ts';
import { createTokens } from './tokens.ts';
import type { ServiceConnectionOptions } from './service-connection.ts';
import { tryImages } from './try-images.ts';

export { createPendingQuestions, type PendingQuestions } from './pending-questions.ts';
export { readSshEnvironment } from './instance-tunnel.ts';
export { createProfileTransfer, type ProfileTransfer } from './profile-import-export.ts';
export { openLearnedImages, type LearnedImages } from './learned-images.ts';
export type { ConnectedService } from './active-profile.ts';
export { completeInstance } from './instance-tunnel.ts';
export { listAliases, resolveAlias, type SshEnvironment } from '../tunnel/tunnel.ts';

/** Keeps the active profile connected. */
export type ConnectionSupervisor = ReturnType<typeof superviseConnection>;

export interface ConnectionOptions
  extends TunnelDependencies, Pick<ServiceConnectionOptions, 'steadyClock' | 'environment' | 'isOurLocalApi' | 'resolveProxy'> {
  readonly profiles: Profiles;
  readonly learnedImages: LearnedImages;
  readonly startDemo: () => Promise<Demo>;
  /** Starts nothing before the connection is first used. */
  readonly waitsForUse?: boolean;
  /** Called before the first connection to anything except the demo. */
  readonly permit: () => Promise<Result<undefined>>;
  /** Called with every secret the user types, so that the log can mask it. */
  readonly onSecret: (secret: string) => void;
  readonly onChange: (connection: Connection) => void;
  readonly onBug: (error: unknown) => void;
}

/** Coalesces changes that happen together. */
const coalesceMs = 30;
/** Delays the first connection, because starting the demo would block the answers a new window waits for. */
const startDelayMs = 50;
/** How often a changed round-trip time is sent. */
const roundTripMs = 5000;

/** Supervises the connection. The demo starts when its profile is first active. */
export function superviseConnection({ profiles, startDemo, waitsForUse, permit, onChange, onBug, ...dependencies }: ConnectionOptions) {
  let demo: Promise<Result<Demo>> | undefined;
  let current: { readonly id: string; readonly profile: ActiveProfile } | undefined;
  const closing = new Set<ActiveProfile>();
  /** Set after the first use. */
  let started: { readonly stop: () => Promise<void> } | undefined;
  let startTimer: NodeJS.Timeout | undefined;
  let isClosing = false;
  let lastSent = '';
  let notifyTimer: NodeJS.Timeout | undefined;

  const read = (): Connection => {
    if (current) return current.profile.read();
    return started ? { state: 'failed', chosen: null, failure: noProfile.failure } : { state: 'starting' };
  };
  const notify = (): void => {
    notifyTimer = undefined;
    const connection = read();
    const text = JSON.stringify(connection);
    if (text === lastSent || isClosing) return;
    lastSent = text;
    onChange(connection);
  };
  const scheduleNotify = (): void => void (notifyTimer ??= setTimeout(notify, coalesceMs));

  const getDemo = (): Promise<Result<Demo>> =>
    (demo ??= startDemo().then(
      (running): Result<Demo> => ok(running),
      (error: unknown): Result<Demo> => {
        demo = undefined; // a refresh tries again
        onBug(error);
        return fail('demo-not-started');
      },
    ));
  const activate = (profile: Profile): ActiveProfile =>
    activateProfile({
      ...dependencies,
      profile,
      getDemo,
      lastModels: profiles.lastModels(profile.id),
      saveModels: (models) => profiles.saveModels(profile.id, models),
      permit: profile.id === demoProfileId ? async () => ok(undefined) : permit,
      onChange: scheduleNotify,
    });
  const release = (profile: ActiveProfile): void => {
    closing.add(profile);
    void profile.closeWhenIdle().finally(() => closing.delete(profile));
  };

  /** Called before every request, so it notifies only of changes. */
  const syncProfile = (): void => {
    if (isClosing || !started) return;
    const before = current;
    const profile = profiles.active();
    if (current && (current.id !== profile?.id || !current.profile.applyEdit(profile))) {
      release(current.profile);
      current = undefined;
    }
    if (profile && !current) current = { id: profile.id, profile: activate(profile) };
    if (current !== before) scheduleNotify();
  };
  const profilesChanged = (): void => {
    syncProfile();
    if (!isClosing && started) scheduleNotify();
  };

  const start = (): void => {
    if (started) return;
    const endWatch = dependencies.network(() => current?.profile.networkChanged());
    const roundTripTimer = setInterval(scheduleNotify, roundTripMs);
    started = {
      stop: async () => {
        endWatch();
        clearInterval(roundTripTimer);
        clearTimeout(notifyTimer);
        await Promise.all([...closing, ...(current ? [current.profile] : [])].map((each) => each.close()));
        const running = await demo;
        if (running?.ok) await running.value.close();
      },
    };
    profilesChanged();
  };
  if (!waitsForUse) start();

  const ensureActive = (): Result<ActiveProfile> => {
    if (!isClosing) start();
    syncProfile(); // a request right after a change must use the new profile
    return current ? ok(current.profile) : noProfile;
  };
  const withTunnel = (work: (tunnel: NonNullable<ReturnType<ActiveProfile['managedTunnel']>>) => void): Result<undefined> => {
    const tunnel = current?.profile.managedTunnel();
    if (!tunnel) return noTunnel();
    work(tunnel);
    return ok(undefined);
  };

  return {
    /** Starts the connection if it waits for its first use. */
    read: (): Connection => {
      if (!started && !isClosing) startTimer ??= setTimeout(start, startDelayMs);
      return read();
    },
    /** Like `read`, but starts nothing. */
    peek: read,
    /** Starts the demo if it is the active profile. */
    getActiveService: async (): Promise<Result<ConnectedService>> => {
      const profile = ensureActive();
      return profile.ok ? profile.value.getActiveService() : profile;
    },
    /** Applies changed profiles or another active one from the next request on. */
    profilesChanged,
    /** Reloads lists and token. Unless `reprobes` is false, also decides anew whether the tunnel is needed. Settles when done. */
    refresh: async (reprobes = true): Promise<Result<undefined>> => {
      const profile = ensureActive();
      if (!profile.ok) return profile;
      if (profile.value.read().state === 'failed') {
        release(profile.value); // the cause may be fixed by now, such as a certificate file
        current = undefined;
        profilesChanged();
      }
      await current?.profile.refresh(reprobes);
      return ok(undefined);
    },
    /** Finds engine paths that answer. Empty if another profile is active. */
    findEnginePaths: async (profileId: string, signal: AbortSignal): Promise<Result<readonly EnginePath[]>> => {
      const profile = ensureActive();
      const service = profile.ok ? await profile.value.getActiveService() : profile;
      if (!service.ok) return service;
      const connection = read();
      const hasToken = connection.state === 'ready' && connection.token.state === 'set';
      return ok(service.value.profileId === profileId ? await findEnginePaths(service.value.client, hasToken, signal) : []);
    },
    /** Asks a model about a tiny picture, unless it is known whether it sees. Null if that stays unknown. */
    tryImages: async (modelId: string, signal: AbortSignal): Promise<Result<boolean | null>> => {
      const profile = ensureActive();
      const service = profile.ok ? await profile.value.getActiveService() : profile;
      if (!service.ok) return service;
      const known = service.value.models.find(({ id }) => id === modelId)?.seesImages;
      if (known !== undefined) return ok(known);
      const tried = await tryImages(service.value, modelId, signal);
      if (tried.ok && tried.value !== null) service.value.learnImages(modelId, { seesImages: tried.value });
      return tried;
    },
    /** Checks the connection, because the computer woke up or the network changed. */
    suspect: (cause: string): void => current?.profile.suspect(cause),
    tokens: createTokens({
      ...dependencies,
      profiles,
      permit,
      getDemo,
      onChange: (profileId) => current?.id === profileId && void current.profile.refresh(),
    }),
    tunnel: {
      /** Null if the profile has no tunnel. */
      read: (): TunnelActivity | null => current?.profile.managedTunnel()?.activity() ?? null,
      reconnect: () => withTunnel((tunnel) => tunnel.reconnect()),
      stop: () => withTunnel((tunnel) => tunnel.stop()),
      confirmNewInstance: async (fingerprint: string): Promise<Result<readonly string[]>> =>
        current?.profile.managedTunnel()?.confirmNewInstance(fingerprint) ?? noTunnel(),
    },
    close: async (): Promise<void> => {
      isClosing = true;
      clearTimeout(startTimer);
      await started?.stop();
    },
  };
}

function noTunnel(): Failed {
  return fail('no-tunnel');
}
