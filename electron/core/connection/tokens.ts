import { demoProfileId } from '../../contract/constants.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Profile } from '../../contract/profile.ts';
import type { SecretStorage, SecretStatus } from '../../contract/secret.ts';
import type { Secrets } from '../credentials/credentials.ts';
import type { Demo } from '../demo/demo.ts';
import { unknownProfile, type Profiles } from '../profiles/profiles.ts';
import { createLlmClient } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { Timeouts } from '../shared/timeouts.ts';
import { createUpstream, type DialTarget, type Environment } from '../upstream/upstream.ts';
import { checkToken } from './check-token.ts';
import { demoTokenStatus } from './demo-token.ts';
import { resolveEndpoint, type ServiceEndpoint } from './service-endpoint.ts';

export interface TokensOptions {
  readonly profiles: Pick<Profiles, 'find'>;
  readonly secrets: Secrets;
  readonly demo: () => Demo | undefined;
  readonly permit: () => Promise<Result<undefined>>;
  readonly patience: () => Timeouts;
  readonly steadyClock: Clock;
  readonly environment: Environment;
  readonly isOurAgent: (proxy: DialTarget) => boolean;
  readonly onSecret: (secret: string) => void;
  readonly onChange: (profileId: string) => void;
}

/** A token as the user enters it. */
export interface NewToken {
  readonly profileId: string;
  readonly token: string;
  readonly keeping: SecretStorage;
  readonly isUnchecked: boolean;
}

/** The API tokens of the profiles. */
export interface Tokens {
  readonly status: (profileId: string, signal: AbortSignal) => Promise<Result<SecretStatus>>;
  /** Kept only once the proxy has taken it, unless it is to be kept unchecked. */
  readonly set: (token: NewToken, signal: AbortSignal) => Promise<Result<SecretStatus>>;
  readonly forget: (profileId: string, signal: AbortSignal) => Promise<Result<SecretStatus>>;
}

/** Over the vault; a token belongs to the profile's origin and authorities. */
export function createTokens(options: TokensOptions): Tokens {
  const { profiles, secrets, demo, onChange } = options;

  const trustOf = async (profileId: string): Promise<Result<{ readonly profile: Profile } & ServiceEndpoint>> => {
    const profile = profiles.find(profileId);
    if (!profile) return unknownProfile;
    const trust = await resolveEndpoint(profile, demo());
    return trust.ok ? ok({ profile, ...trust.value }) : trust;
  };

  return {
    status: async (profileId, signal) => {
      if (profileId === demoProfileId) return ok(demoTokenStatus(demo()));
      const trust = await trustOf(profileId);
      return trust.ok ? ok(await secrets.status(trust.value.tokenRef, signal)) : trust;
    },
    set: async ({ profileId, token, keeping, isUnchecked }, signal) => {
      if (profileId === demoProfileId) return ownToken();
      const trust = await trustOf(profileId);
      if (!trust.ok) return trust;
      const trimmed = token.trim(); // copied with a line break, as it often is
      options.onSecret(trimmed);
      const checked = isUnchecked ? ok(undefined) : await check(trimmed, trust.value, options, signal);
      if (!checked.ok) return checked;
      const kept = await secrets.set(trust.value.tokenRef, trimmed, keeping, signal);
      if (!kept.ok) return kept;
      onChange(profileId);
      return ok(await secrets.status(trust.value.tokenRef, signal));
    },
    forget: async (profileId, signal) => {
      if (profileId === demoProfileId) return ownToken();
      const trust = await trustOf(profileId);
      if (!trust.ok) return trust;
      const removed = await secrets.remove(trust.value.tokenRef, signal);
      if (!removed.ok) return removed;
      onChange(profileId);
      return ok({ state: 'not-set' });
    },
  };
}

async function check(
  token: string,
  { profile, addresses, authorities }: { readonly profile: Profile } & ServiceEndpoint,
  { permit, patience, steadyClock, environment, isOurAgent }: TokensOptions,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const permitted = await permit();
  if (!permitted.ok) return permitted;
  const upstream = createUpstream({
    origin: addresses.origin,
    authorities,
    route: { kind: 'environment', environment, isOurs: isOurAgent },
    connectMs: () => patience().connectMs,
  });
  try {
    // The token goes by the proxy only; nothing here asks the engines.
    const upstreams = { proxy: upstream, direct: upstream };
    const client = createLlmClient({ addresses, upstreams, token: async () => ok(token), clock: steadyClock, limits: patience });
    return await checkToken(client, profile.service, signal);
  } finally {
    await upstream.dispose();
  }
}

function ownToken(): Result<never> {
  return failed('refused', 'The demo brings a token of its own.', 'Add a profile for your service and enter the token there.');
}
