import type { Hop } from '../types.ts';
import { matchesName, type KnownHost } from './known-hosts.ts';

/** The result of looking up a key in known_hosts files. */
export type KeyLookup =
  | { readonly kind: 'known' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'changed'; readonly conflicts: readonly [KnownHost, ...KnownHost[]] }
  | { readonly kind: 'revoked'; readonly entry: KnownHost };

/** Returns the name a hop's key is stored under: its alias, or its host, with the port unless it is 22. */
export function hostKeyName({ host, port, hostKeyAlias }: Pick<Hop, 'host' | 'port' | 'hostKeyAlias'>): string {
  if (hostKeyAlias !== undefined) return hostKeyAlias.toLowerCase();
  return port === 22 ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
}

/**
 * Looks up a key as OpenSSH does. A key stored for the host is known, whatever other keys are stored. Any other key is a changed
 * one if some are stored, even if only its type is new. Known types are requested first (see `knownKeyTypes`), so a server with
 * a known key would have shown it. A new type is therefore what an attacker in between would show.
 */
export function lookUpKey(entries: readonly KnownHost[], hop: Hop, key: Buffer): KeyLookup {
  const entriesForName = entriesFor(entries, hostKeyName(hop));
  // A host on another port may use the key stored for port 22. The same key is then known,
  // but a different key is not a changed one.
  const entriesForHost = entriesForPort22(entries, hop);
  const isSame = (entry: KnownHost): boolean => entry.key.equals(key);

  const revoked = [...entriesForName, ...entriesForHost].find((entry) => entry.marker === 'revoked' && isSame(entry));
  if (revoked) return { kind: 'revoked', entry: revoked };
  const plain = entriesForName.filter(isPlain);
  if (plain.some(isSame)) return { kind: 'known' };
  const [first, ...others] = plain;
  if (first) return { kind: 'changed', conflicts: [first, ...others] };
  return entriesForHost.some((entry) => isPlain(entry) && isSame(entry)) ? { kind: 'known' } : { kind: 'unknown' };
}

/** Returns whether a certificate authority is trusted for a hop. */
export function trustsAuthority(entries: readonly KnownHost[], hop: Hop, authority: Buffer): boolean {
  const applicable = [...entriesFor(entries, hostKeyName(hop)), ...entriesForPort22(entries, hop)];
  return applicable.some(({ marker, key }) => marker === 'cert-authority' && key.equals(authority));
}

/** Key types that ssh2 can verify, in order of preference. */
const usableTypes = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa'];

/** Returns the key types to request first, so that the server shows a known key. */
export function knownKeyTypes(entries: readonly KnownHost[], hop: Hop): readonly string[] {
  const entriesForName = entriesFor(entries, hostKeyName(hop)).filter(isPlain);
  const relevant =
    entriesForName.length > 0 || hop.hostKeyAlias !== undefined
      ? entriesForName
      : entriesFor(entries, hop.host.toLowerCase()).filter(isPlain);
  const types = new Set(relevant.map(({ type }) => type));
  return usableTypes.filter((type) => types.has(type));
}

/** Returns all lines that apply to a name. */
export function entriesFor(entries: readonly KnownHost[], name: string): readonly KnownHost[] {
  return entries.filter(({ names }) => matchesName(names, name));
}

function entriesForPort22(entries: readonly KnownHost[], { host, port, hostKeyAlias }: Hop): readonly KnownHost[] {
  return hostKeyAlias === undefined && port !== 22 ? entriesFor(entries, host.toLowerCase()) : [];
}

function isPlain({ marker }: KnownHost): boolean {
  return marker === 'none';
}
