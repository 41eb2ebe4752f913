import type { Hop } from '../types.ts';
import { matchesName, type KnownHost } from './known-hosts.ts';

/** What the files say of a key. */
export type KeyLookup =
  | { readonly kind: 'known' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'changed'; readonly conflicts: readonly [KnownHost, ...KnownHost[]] }
  | { readonly kind: 'revoked'; readonly entry: KnownHost };

/** The name under which a hop's key is kept: its alias, or its host, with the port unless that is the usual one. */
export function hostKeyName({ host, port, hostKeyAlias }: Pick<Hop, 'host' | 'port' | 'hostKeyAlias'>): string {
  if (hostKeyAlias !== undefined) return hostKeyAlias.toLowerCase();
  return port === 22 ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
}

/**
 * Looks a key up as OpenSSH does. A key that is kept for the host is known, whatever else is kept beside it; any other
 * while some are kept is a changed one, also if only its type is new: a server that has the known keys would have shown
 * one of them, because their types are asked for first (see `knownKeyTypes`), so a new type alone is no harmless
 * upgrade but exactly what someone in between would show.
 */
export function lookUpKey(entries: readonly KnownHost[], hop: Hop, key: Buffer): KeyLookup {
  const own = entriesFor(entries, hostKeyName(hop));
  // A port of its own that is not in the files yet may be that of a host which is: the same key is good enough then,
  // but another key is no change.
  const bare = hop.hostKeyAlias === undefined && hop.port !== 22 ? entriesFor(entries, hop.host.toLowerCase()) : [];
  const isSame = (entry: KnownHost): boolean => entry.key.equals(key);

  const revoked = [...own, ...bare].find((entry) => entry.marker === 'revoked' && isSame(entry));
  if (revoked) return { kind: 'revoked', entry: revoked };
  const plain = own.filter(isPlain);
  if (plain.some(isSame)) return { kind: 'known' };
  const [first, ...others] = plain;
  if (first) return { kind: 'changed', conflicts: [first, ...others] };
  return bare.some((entry) => isPlain(entry) && isSame(entry)) ? { kind: 'known' } : { kind: 'unknown' };
}

/** Key types that ssh2 can verify, in the order of preference. */
const usableTypes = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa'];

/** The key types to ask for first, so that the server shows a key that is known. */
export function knownKeyTypes(entries: readonly KnownHost[], hop: Hop): readonly string[] {
  const own = entriesFor(entries, hostKeyName(hop)).filter(isPlain);
  const relevant = own.length > 0 || hop.hostKeyAlias !== undefined ? own : entriesFor(entries, hop.host.toLowerCase()).filter(isPlain);
  const types = new Set(relevant.map(({ type }) => type));
  return usableTypes.filter((type) => types.has(type));
}

/** All lines about a name. */
export function entriesFor(entries: readonly KnownHost[], name: string): readonly KnownHost[] {
  return entries.filter(({ names }) => matchesName(names, name));
}

function isPlain({ marker }: KnownHost): boolean {
  return marker === 'none';
}
