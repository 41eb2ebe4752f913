import { ok, type Failure, type FailureCode, type Result } from '../../contract/failure.ts';
import { cancelledCall, failure as failureOf } from '../../contract/failures/fail.ts';
import type { Profile, Service, SecretStorage, SecretStatus } from '../../contract/profile.ts';
import { unknownProfile, type Profiles } from '../profiles/profiles.ts';
import { createLlmClient, catalogModels, type LlmClient } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { Timeouts } from '../shared/timeouts.ts';
import { createUpstream, type DialTarget, type Environment, type ResolveProxy } from '../upstream/upstream.ts';
import { resolveEndpoint, type EndpointDependencies, type ServiceEndpoint } from './service-endpoint.ts';
import { plainCapabilities, type Model } from '../../contract/catalog.ts';
import { abortable } from '../shared/abortable.ts';

export interface TokensOptions extends EndpointDependencies {
  readonly profiles: Pick<Profiles, 'find' | 'findOwn'>;
  readonly permit: () => Promise<Result<undefined>>;
  readonly timeouts: () => Timeouts;
  readonly steadyClock: Clock;
  readonly environment: Environment;
  readonly isOurLocalApi: (proxy: DialTarget) => boolean;
  readonly resolveProxy?: ResolveProxy | undefined;
  readonly onSecret: (secret: string) => void;
  readonly onChange: (profileId: string) => void;
}

/** A token the user has entered. */
export interface NewToken {
  readonly profileId: string;
  readonly token: string;
  readonly keeping: SecretStorage;
  readonly isUnchecked: boolean;
}

/** Creates the store of the API tokens of all profiles. A token is bound to the profile's origin and authorities. */
export function createTokens(options: TokensOptions) {
  const { profiles, secrets, onChange } = options;

  const findOwn = async (profileId: string): Promise<Result<{ readonly profile: Profile } & ServiceEndpoint>> => {
    const profile = profiles.findOwn(profileId);
    if (!profile.ok) return profile;
    const endpoint = await resolveEndpoint(profile.value, options);
    return endpoint.ok ? ok({ profile: profile.value, ...endpoint.value }) : endpoint;
  };

  return {
    status: async (profileId: string, signal: AbortSignal): Promise<Result<SecretStatus>> => {
      const profile = profiles.find(profileId);
      if (!profile) return unknownProfile;
      const endpoint = await resolveEndpoint(profile, options);
      return endpoint.ok ? ok(await secrets.status(endpoint.value.tokenRef, signal)) : endpoint;
    },
    /** Saves a token after the proxy has accepted it, unless `isUnchecked` is set. */
    set: async ({ profileId, token, keeping, isUnchecked }: NewToken, signal: AbortSignal): Promise<Result<SecretStatus>> => {
      const endpoint = await findOwn(profileId);
      if (!endpoint.ok) return endpoint;
      const trimmed = token.trim(); // tokens are often copied with a line break
      options.onSecret(trimmed);
      const checked = isUnchecked ? ok(undefined) : await checkWithProxy(trimmed, endpoint.value, options, signal);
      if (!checked.ok) return checked;
      const saved = await secrets.set(endpoint.value.tokenRef, trimmed, keeping, signal);
      if (!saved.ok) return saved;
      onChange(profileId);
      return ok(await secrets.status(endpoint.value.tokenRef, signal));
    },
    forget: async (profileId: string, signal: AbortSignal): Promise<Result<SecretStatus>> => {
      const endpoint = await findOwn(profileId);
      if (!endpoint.ok) return endpoint;
      const removed = await secrets.remove(endpoint.value.tokenRef, signal);
      if (!removed.ok) return removed;
      onChange(profileId);
      return ok({ state: 'not-set' });
    },
  };
}

async function checkWithProxy(
  token: string,
  { profile, addresses, authorities }: { readonly profile: Profile } & ServiceEndpoint,
  { permit, timeouts, steadyClock, environment, isOurLocalApi, resolveProxy }: TokensOptions,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const permitted = await permit();
  if (!permitted.ok) return permitted;
  const upstream = createUpstream({
    origin: addresses.origin,
    authorities,
    route: { kind: 'environment', environment, isOurs: isOurLocalApi, resolveProxy },
    connectMs: () => timeouts().connectMs,
  });
  try {
    // Only the proxy is asked; the direct upstream is never used.
    const upstreams = { proxy: upstream, direct: upstream };
    const client = createLlmClient({ addresses, upstreams, token: async () => ok(token), clock: steadyClock, limits: timeouts });
    return await checkToken(client, profile.service, signal);
  } finally {
    await upstream.dispose();
  }
}

/** Failures that are about the token. All others say nothing about it. */
const tokenFailureCodes: ReadonlySet<FailureCode> = new Set(['token-missing', 'token-refused', 'token-forbidden']);
const checkTimeoutMs = 60_000;

/**
 * Checks a token with real requests: the proxy's model list, which is free but may be missing or public, then one token of an answer.
 * `client` sends the token.
 */
export async function checkToken(client: LlmClient, { catalog }: Service, signal: AbortSignal): Promise<Result<undefined>> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(checkTimeoutMs)]);
  const { models, outcomes } = await client.refreshCatalog(catalog, catalogModels(catalog), { modes: ['proxy'], signal: limit });
  const list = outcomes[0]?.result;
  if (list?.kind === 'failed') return { ok: false, failure: aboutEnteredToken(list.failure) };
  const model = models.find(isListedForChat) ?? models[0] ?? placeholderModel;
  const request = { model, messages: [{ role: 'user', text: 'Hello' }], parameters: { maxTokens: 1 } } as const;
  const { failure } = await client.chat(request, { mode: 'proxy', signal: limit, isStreamed: false }, () => undefined);
  if (!failure) return ok(undefined);
  if (tokenFailureCodes.has(failure.code) || failure.code === 'cancelled') return { ok: false, failure: aboutEnteredToken(failure) };
  // A busy or broken engine doesn't invalidate a token that the list accepted.
  if (list?.kind === 'listed' || failure.code === 'unknown-model') return ok(undefined);
  return { ok: false, failure: { ...failureOf('token-unchecked', { cause: failure }), code: failure.code } };
}

/** Replaces the advice for a rejected token, because the user has just entered it. */
function aboutEnteredToken(failure: Failure): Failure {
  return failure.code === 'token-refused' ? failureOf('entered-token-refused', { cause: failure }) : failure;
}

function isListedForChat({ capabilities, presence }: Model): boolean {
  return capabilities.chat && presence.proxy === 'listed';
}

/** For a profile without models. The proxy checks the token before the model. */
const placeholderModel: Model = {
  id: 'unknown',
  segment: null,
  engine: 'unknown',
  capabilities: plainCapabilities,
  contextLength: null,
  origin: 'discovered',
  presence: { proxy: 'unchecked', direct: 'unchecked' },
};

/** Reads the token of one connection. */
export type TokenReader = ReturnType<typeof createTokenReader>;

/** The keychain may prompt, and a rejected token may be rejected again with every request. */
const rereadMs = { first: 5_000, most: 600_000 };

/** Creates a reader that shares one read among all requests, because each would prompt for the keychain. Only a found token is cached. */
export function createTokenReader(readOnce: () => Promise<Result<string | null>>, steadyClock: Clock) {
  let pending: Promise<Result<string | null>> | undefined;
  /** The token that was found last, and when it was read. */
  let known: { readonly token: string; readonly at: number } | undefined;
  let isRejected = false;
  let isReading = false;
  let waitMs = rereadMs.first;

  const forget = (): void => {
    pending = undefined;
    known = undefined;
    isRejected = false;
    isReading = false;
    waitMs = rereadMs.first;
  };
  const take = (current: Promise<Result<string | null>>, token: string | null): void => {
    if (pending !== current) return;
    isReading = false;
    if (token === null) return forget();
    waitMs = known?.token === token ? Math.min(2 * waitMs, rereadMs.most) : rereadMs.first;
    known = { token, at: steadyClock.now() };
    isRejected = false;
  };
  /** Reads the keychain. A rejected token remains if that fails, because it may have been right. */
  const readOr = async (rejected: string | undefined): Promise<Result<string | null>> => {
    const found = await readOnce();
    return !found.ok && rejected !== undefined ? ok(rejected) : found;
  };
  const begin = (rejected?: string): Promise<Result<string | null>> => {
    const current = readOr(rejected);
    isReading = true;
    current.then(
      (found) => take(current, found.ok ? found.value : null),
      () => take(current, null),
    );
    return current;
  };
  return {
    /** Returns null if there is none. An aborted caller stops waiting; others continue. */
    read: async (signal: AbortSignal): Promise<Result<string | null>> => {
      if (known && isRejected && steadyClock.now() - known.at >= waitMs) {
        pending = begin(known.token);
        isRejected = false;
      }
      return (await abortable((pending ??= begin()), signal)) ?? cancelledCall;
    },
    /** Makes the next read ask the keychain again. */
    forget,
    /** Makes a later read ask the keychain again, because the proxy rejected the token. It is used until another one is found. */
    reject: (): void => void (isRejected = known !== undefined && !isReading), // not a token that is being read
  };
}
