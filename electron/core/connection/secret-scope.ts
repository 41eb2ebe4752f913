import { createHash } from 'node:crypto';
import type { Instance } from '../../contract/profile.ts';
import type { Secrets } from '../credentials/credentials.ts';
import type { SecretStore } from '../tunnel/tunnel.ts';

/** Where a token may be sent: the origin as the given authorities vouch for it, so that a changed authority gets none. */
export function tokenScope(origin: string, authorities: readonly string[]): string {
  if (authorities.length === 0) return origin;
  const digest = createHash('sha256')
    .update([...authorities].toSorted().join('\n'))
    .digest('hex')
    .slice(0, 12);
  return `${origin} (authority ${digest})`;
}

/** The secrets of the way to one instance: another instance finds none of them, not even those of a jump host or key they share. */
export function scopeToInstance(secrets: Secrets, { login, host, port, alias }: Instance): SecretStore {
  const instance = alias ?? `${login}@${host}:${port}`;
  const bound = <T extends { readonly place: string }>(name: T): T =>
    name.place === instance ? name : { ...name, place: `${name.place} (to ${instance})` };
  return {
    get: (name, signal) => secrets.get(bound(name), signal),
    set: (name, secret, signal) => secrets.set(bound(name), secret, 'keychain', signal),
    remove: (name, signal) => secrets.remove(bound(name), signal),
  };
}
