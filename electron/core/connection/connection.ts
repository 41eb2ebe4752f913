import { demoProfileId } from '../../contract/constants.ts';
import type { Connection, TunnelActivity } from '../../contract/connection.ts';
import { failed, ok, type Failed, type Result } from '../../contract/failure.ts';
import type { Profile } from '../../contract/profile.ts';
import type { Demo } from '../demo/demo.ts';
import type { ServiceHandle } from '../llm-client/llm-client.ts';
import { noProfile, type Profiles } from '../profiles/profiles.ts';
import type { TunnelDependencies } from './instance-tunnel.ts';
import { activateProfile, type ActiveProfile, type ConnectedService } from './active-profile.ts';
import { createTokens, type Tokens } from './tokens.ts';
import type { ServiceConnectionOptions } from './service-connection.ts';

export { createConnectionLog } from './connection-log.ts';
export { createPendingQuestions, type PendingQuestions } from './pending-questions.ts';
export { readSshEnvironment } from './ssh-environment.ts';
export { createDevRuntimeGuard } from './dev-runtime-guard.ts';
export { createProfileTransfer, type ProfileTransfer } from './profile-import-export.ts';
export type { ConnectedService } from './active-profile.ts';
export { completeInstance } from './ssh-environment.ts';
export type { Tokens } from './tokens.ts';

/** Keeps the active profile connected. */
export interface ConnectionSupervisor {
  readonly read: () => Connection;
  /** Waits for the demo, where the active profile is its own. */
  readonly reach: () => Promise<Result<ServiceHandle>>;
  /** As `reach`, for those who carry bytes themselves. */
  readonly ground: () => Promise<Result<ConnectedService>>;
  /** The profiles were changed, or another one is in use; effective for the next request. */
  readonly profilesChanged: () => void;
  /** Looks at everything anew: whether the tunnel is needed, the lists, the token. Settles when that is done. */
  readonly refresh: () => Promise<Result<undefined>>;
  /** The computer woke up, or the network changed, as somebody else noticed. */
  readonly suspect: (cause: string) => void;
  readonly tokens: Tokens;
  readonly tunnel: TunnelControl;
  readonly close: () => Promise<void>;
}

/** What the user can do with the tunnel. */
export interface TunnelControl {
  /** Null where the profile has none. */
  readonly read: () => TunnelActivity | null;
  readonly reconnect: () => Result<undefined>;
  readonly stop: () => Result<undefined>;
  readonly confirmNewInstance: (fingerprint: string) => Promise<Result<readonly string[]>>;
}

export interface ConnectionOptions
  extends TunnelDependencies, Pick<ServiceConnectionOptions, 'steadyClock' | 'environment' | 'isOurAgent'> {
  readonly profiles: Profiles;
  readonly startDemo: () => Promise<Demo>;
  /** Starts nothing before somebody asks for the connection. */
  readonly waitsForUse?: boolean;
  /** Asked before the first connection to anything but the demo. */
  readonly permit: () => Promise<Result<undefined>>;
  /** Hears of every secret that was typed, so that the log can mask it. */
  readonly onSecret: (secret: string) => void;
  readonly onChange: (connection: Connection) => void;
  readonly onBug: (error: unknown) => void;
}

/** What runs from the first use on. */
interface Begun {
  readonly demoSupplied: Promise<void>;
  readonly end: () => Promise<void>;
}

/** Changes that come together are told once. */
const gatherMs = 30;
/** A window that has just come up asks for more than the connection; the start of the demo would hold up those answers. */
const answersFirstMs = 50;
/** How often a changed round trip is told. */
const roundTripMs = 5000;

/** Starts the demo in the background; the window does not wait for it. */
export function superviseConnection({
  profiles,
  startDemo,
  waitsForUse,
  permit,
  onChange,
  onBug,
  ...rest
}: ConnectionOptions): ConnectionSupervisor {
  let demo: Result<Demo> | undefined;
  let inUse: { readonly id: string; readonly use: ActiveProfile } | undefined;
  const former = new Set<ActiveProfile>();
  let begun: Begun | undefined;
  let beginning: NodeJS.Timeout | undefined;
  let isClosing = false;
  let told = '';
  let telling: NodeJS.Timeout | undefined;

  const read = (): Connection => {
    if (inUse) return inUse.use.read();
    if (!demo) return { state: 'starting' };
    return { state: 'failed', chosen: null, failure: (demo.ok || profiles.activeId() !== demoProfileId ? noProfile : demo).failure };
  };
  const tell = (): void => {
    telling = undefined;
    const connection = read();
    const text = JSON.stringify(connection);
    if (text === told || isClosing) return;
    told = text;
    onChange(connection);
  };
  const changed = (): void => void (telling ??= setTimeout(tell, gatherMs));

  const use = (profile: Profile): ActiveProfile =>
    activateProfile({
      ...rest,
      profile,
      demo: demo?.ok ? demo.value : undefined,
      lastModels: profiles.lastModels(profile.id),
      keepModels: (models) => profiles.keepModels(profile.id, models),
      systemSsh: { why: profiles.systemSshReason(profile.id), keep: (why) => profiles.keepSystemSsh(profile.id, why) },
      permit: profile.id === demoProfileId ? async () => ok(undefined) : permit,
      onChange: changed,
    });
  const giveUp = (use: ActiveProfile): void => {
    former.add(use);
    void use.retire().finally(() => former.delete(use));
  };

  /** Asked before every request, so it tells only of what is new. */
  const followProfiles = (): void => {
    if (isClosing || !begun) return;
    const before = inUse;
    const profile = profiles.active();
    if (inUse && (inUse.id !== profile?.id || !inUse.use.follow(profile))) {
      giveUp(inUse.use);
      inUse = undefined;
    }
    if (profile && !inUse) inUse = { id: profile.id, use: use(profile) };
    if (inUse !== before) changed();
  };
  const profilesChanged = (): void => {
    followProfiles();
    if (!isClosing && begun) changed();
  };

  const runDemo = (): Promise<Result<Demo>> =>
    startDemo().then(
      (started): Result<Demo> => ok(started),
      (error: unknown): Result<Demo> => {
        onBug(error);
        return failed(
          'unexpected',
          'The demo could not be started.',
          'Start Causeway again; if it stays like this, save a diagnostics bundle from the Help menu.',
        );
      },
    );
  const supplyDemo = async (starting: Promise<Result<Demo>>): Promise<void> => {
    demo = await starting;
    if (demo.ok) profiles.supplyDemo(demo.value.profile());
    profilesChanged();
  };
  const begin = (): Begun => {
    if (begun) return begun;
    const demoStart = runDemo();
    const endWatch = rest.network((cause) => inUse?.use.networkChanged(cause));
    const ticking = setInterval(changed, roundTripMs);
    begun = {
      demoSupplied: supplyDemo(demoStart),
      end: async () => {
        endWatch();
        clearInterval(ticking);
        clearTimeout(telling);
        await Promise.all([...former, ...(inUse ? [inUse.use] : [])].map((each) => each.close()));
        const started = await demoStart;
        if (started.ok) await started.value.close();
      },
    };
    profilesChanged();
    return begun;
  };
  if (!waitsForUse) begin();

  const active = async (): Promise<Result<ActiveProfile>> => {
    if (!isClosing) begin();
    followProfiles(); // whoever asks right after a change must not get what was before it
    if (!inUse) await begun?.demoSupplied;
    return inUse ? ok(inUse.use) : noProfile;
  };
  const withPassage = (work: (passage: NonNullable<ReturnType<ActiveProfile['passage']>>) => void): Result<undefined> => {
    const passage = inUse?.use.passage();
    if (!passage) return noTunnel();
    work(passage);
    return ok(undefined);
  };

  return {
    read: () => {
      if (!begun && !isClosing) beginning ??= setTimeout(begin, answersFirstMs);
      return read();
    },
    reach: async () => {
      const use = await active();
      return use.ok ? use.value.reach() : use;
    },
    ground: async () => {
      const use = await active();
      return use.ok ? use.value.ground() : use;
    },
    profilesChanged,
    refresh: async () => {
      const use = await active();
      if (!use.ok) return use;
      if (use.value.read().state === 'failed') {
        giveUp(use.value); // it may have been mended meanwhile: a certificate file, say
        inUse = undefined;
        profilesChanged();
      }
      await inUse?.use.refresh(true);
      return ok(undefined);
    },
    suspect: (cause) => inUse?.use.suspect(cause),
    tokens: createTokens({
      ...rest,
      profiles,
      permit,
      demo: () => (demo?.ok ? demo.value : undefined),
      onChange: (profileId) => inUse?.id === profileId && void inUse.use.refresh(),
    }),
    tunnel: {
      read: () => inUse?.use.passage()?.activity() ?? null,
      reconnect: () => withPassage((passage) => passage.reconnect()),
      stop: () => withPassage((passage) => passage.stop()),
      confirmNewInstance: async (fingerprint) => inUse?.use.passage()?.confirmNewInstance(fingerprint) ?? noTunnel(),
    },
    close: async () => {
      isClosing = true;
      clearTimeout(beginning);
      await begun?.end();
    },
  };
}

function noTunnel(): Failed {
  return failed('invalid-input', 'The profile in use has no instance, so there is no tunnel.', 'Add your instance to the profile.');
}
