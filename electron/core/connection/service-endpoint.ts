import { demoProfileId } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/failure.ts';
import type { Profile } from '../../contract/profile.ts';
import type { SecretRef } from '../credentials/credentials.ts';
import type { Demo } from '../demo/demo.ts';
import { parseBaseUrl, type Addresses } from '../llm-client/llm-client.ts';
import { readAuthorities } from '../upstream/upstream.ts';
import { tokenScope } from './secret-scope.ts';

/** Where a profile's service is, whom we believe that it is the one, and the name of its token. */
export interface ServiceEndpoint {
  readonly addresses: Addresses;
  readonly authorities: readonly string[];
  readonly tokenRef: SecretRef;
}

/** Reads what must be known before a profile's service can be spoken to. */
export async function resolveEndpoint(profile: Profile, demo: Demo | undefined): Promise<Result<ServiceEndpoint>> {
  const addresses = parseBaseUrl(profile.service.baseUrl);
  if (!addresses.ok) return addresses;
  const authorities = await authoritiesOf(profile, demo);
  if (!authorities.ok) return authorities;
  const place = tokenScope(addresses.value.origin, authorities.value);
  return ok({ addresses: addresses.value, authorities: authorities.value, tokenRef: { kind: 'api-token', profileId: profile.id, place } });
}

async function authoritiesOf({ id, service }: Profile, demo: Demo | undefined): Promise<Result<readonly string[]>> {
  if (id === demoProfileId) return ok(demo ? [demo.ca] : []);
  return service.caFile === null ? ok([]) : readAuthorities(service.caFile);
}
