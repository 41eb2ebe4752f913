import { ok, type Result } from '../../contract/failure.ts';
import { demoProfileId, type Profile } from '../../contract/profile.ts';
import type { Vault } from '../credentials/vault.ts';
import type { Demo } from '../demo/demo.ts';
import { createServiceClient, parseBaseUrl, type ServiceClient } from '../service/service.ts';
import type { Clock } from '../support/clock.ts';
import { createUpstream, readAuthorities, type Environment } from '../upstream/upstream.ts';

/** A client of one profile's service, with the connections it owns. */
export interface Way {
  readonly client: ServiceClient;
  readonly close: () => Promise<void>;
}

export interface WayOptions {
  readonly profile: Profile;
  /** The running demo, where the profile is its own. */
  readonly demo: Demo | undefined;
  readonly vault: Vault;
  readonly steadyClock: Clock;
  readonly environment: Environment;
}

/** Opens the ways to a profile's service; no connection is made before the first request. */
export async function openWay({ profile, demo, vault, steadyClock, environment }: WayOptions): Promise<Result<Way>> {
  const addresses = parseBaseUrl(profile.service.baseUrl);
  if (!addresses.ok) return addresses;
  const authorities = await authoritiesOf(profile, demo);
  if (!authorities.ok) return authorities;

  const { origin } = addresses.value;
  const trust = { origin, authorities: authorities.value };
  const isDemo = profile.id === demoProfileId;
  const upstreams = {
    // the demo is on this machine, where an HTTP proxy of the environment can't reach
    proxy: createUpstream({ ...trust, route: isDemo ? { kind: 'straight' } : { kind: 'environment', environment } }),
    direct: createUpstream({ ...trust, route: { kind: 'straight' } }),
  };
  const token = async (): Promise<Result<string | null>> =>
    demo && isDemo ? ok(demo.token) : vault.get({ kind: 'api-token', profileId: profile.id, place: origin });
  return ok({
    client: createServiceClient({ addresses: addresses.value, upstreams, token, clock: steadyClock }),
    close: async () => void (await Promise.all([upstreams.proxy.dispose(), upstreams.direct.dispose()])),
  });
}

async function authoritiesOf({ id, service }: Profile, demo: Demo | undefined): Promise<Result<readonly string[]>> {
  if (id === demoProfileId) return ok(demo ? [demo.ca] : []);
  return service.caFile === null ? ok([]) : readAuthorities(service.caFile);
}
