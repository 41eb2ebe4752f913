import { demoProfileId } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/failure.ts';
import type { Profile, Instance } from '../../contract/profile.ts';
import type { SecretRef, Secrets } from '../credentials/credentials.ts';
import type { Demo } from '../demo/demo.ts';
import { parseBaseUrl, type Addresses } from '../llm-client/llm-client.ts';
import { readAuthorities } from '../upstream/upstream.ts';
import { createHash } from 'node:crypto';
import type { SecretStore } from '../tunnel/tunnel.ts';

/** A profile's endpoint: its URLs, the CAs trusted for it, and the reference to its API token. */
export interface ServiceEndpoint {
  readonly addresses: Addresses;
  readonly authorities: readonly string[];
  readonly tokenRef: SecretRef;
  /** The running demo, if the profile is the demo's. */
  readonly demo: Demo | undefined;
}

/** What an endpoint is resolved with. */
export interface EndpointDependencies {
  readonly secrets: Secrets;
  /** Starts the demo, or returns the running one. */
  readonly getDemo: () => Promise<Result<Demo>>;
}

/** Resolves a profile's endpoint. Reads the CA file if there is one. The demo's address, authority and token are those of its start. */
export async function resolveEndpoint(
  { id, service }: Profile,
  { secrets, getDemo }: EndpointDependencies,
): Promise<Result<ServiceEndpoint>> {
  const started = id === demoProfileId ? await getDemo() : ok(undefined);
  if (!started.ok) return started;
  const demo = started.value;
  const addresses = parseBaseUrl(demo?.baseUrl ?? service.baseUrl);
  if (!addresses.ok) return addresses;
  const authorities = demo ? ok([demo.ca]) : service.caFile === null ? ok([]) : await readAuthorities(service.caFile);
  if (!authorities.ok) return authorities;
  const place = tokenScope(addresses.value.origin, authorities.value);
  const tokenRef: SecretRef = { kind: 'api-token', profileId: id, place };
  if (demo) await secrets.set(tokenRef, demo.token, 'until-quit');
  return ok({ addresses: addresses.value, authorities: authorities.value, tokenRef, demo });
}

/** Returns the scope of a token: the origin and its authorities, so that a changed authority doesn't receive it. */
export function tokenScope(origin: string, authorities: readonly string[]): string {
  if (authorities.length === 0) return origin;
  const digest = createHash('sha256')
    .update([...authorities].toSorted().join('\n'))
    .digest('hex')
    .slice(0, 12);
  return `${origin} (authority ${digest})`;
}

/** Returns the secrets of one instance. Another instance finds none of them, even for a shared jump host or key. */
export function scopeToInstance(secrets: Secrets, { login, host, port, alias }: Instance): SecretStore {
  const instance = alias ?? `${login}@${host}:${port}`;
  const scoped = <T extends { readonly place: string }>(name: T): T =>
    name.place === instance ? name : { ...name, place: `${name.place} (to ${instance})` };
  return {
    get: (name, signal) => secrets.get(scoped(name), signal),
    set: (name, secret, signal) => secrets.set(scoped(name), secret, 'keychain', signal),
    remove: (name, signal) => secrets.remove(scoped(name), signal),
  };
}
