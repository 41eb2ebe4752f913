import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Failure, ok, type Result } from '../../../contract/failure.ts';
import { fail, failure } from '../../../contract/failures/fail.ts';
import type { HostKeys, Hop } from '../types.ts';
import { addKey, removeName, type KnownHost, parseKnownHosts, formatName } from './known-hosts.ts';
import { entriesFor, lookUpKey, knownKeyTypes, hostKeyName, trustsAuthority } from './look-up-key.ts';
import { matchesFingerprint, keyType } from './public-key.ts';
import { createLockedFile } from './locked-file.ts';
import { hostKeyText } from '../text.ts';

/** Host keys that can also be replaced, for new instances. */
export interface HostKeyStore extends HostKeys {
  /**
   * Replaces our own entry if the typed fingerprint matches the key. Returns the commands that remove the old key from the
   * user's files.
   */
  readonly replaceKey: (hop: Hop, key: Buffer, typed: string) => Promise<Result<readonly string[]>>;
}

/**
 * Creates a store over the hop's known_hosts files and our own file. Files are read on every call, because other programs write
 * them too.
 */
export function createHostKeys({ ownFile }: { readonly ownFile: string }): HostKeyStore {
  const lockedFile = createLockedFile(ownFile);
  const read = (hop: Hop): Promise<readonly KnownHost[]> =>
    readEntries([ownFile, ...hop.knownHostsFiles.filter((file) => file !== ownFile)]);
  const add = (hop: Hop, key: Buffer, prepare: (text: string) => string): Promise<Failure | undefined> => {
    const name = hostKeyName(hop);
    const writtenName = formatName(name, randomBytes(20));
    return lockedFile.edit((text) => addKey(prepare(text), name, writtenName, keyType(key) ?? '', key));
  };

  return {
    check: async (hop, key) => {
      const lookup = lookUpKey(await read(hop), hop, key);
      switch (lookup.kind) {
        case 'known':
        case 'unknown':
          return lookup;
        case 'changed':
          return { kind: 'refused', failure: changedKeyFailure(hop, key, lookup.conflicts, ownFile) };
        case 'revoked':
          return { kind: 'refused', failure: revokedKeyFailure(hop, lookup.entry) };
      }
    },
    trust: async (hop, key) => {
      if (keyType(key) === undefined) return failure('not-a-host-key', { hop: hop.name });
      const lookup = lookUpKey(await read(hop), hop, key);
      // The user was asked about an unknown key, but another program may have added one since.
      if (lookup.kind === 'changed') return changedKeyFailure(hop, key, lookup.conflicts, ownFile);
      if (lookup.kind === 'revoked') return revokedKeyFailure(hop, lookup.entry);
      return add(hop, key, (text) => text);
    },
    hasAuthority: async (hop, authority) => trustsAuthority(await read(hop), hop, authority),
    knownTypes: async (hop) => knownKeyTypes(await read(hop), hop),
    replaceKey: async (hop, key, typed) => {
      // The failure doesn't show the key's own fingerprint, because the user would copy it instead of looking it up.
      if (keyType(key) === undefined || !matchesFingerprint(typed, key)) return fail('fingerprint-wrong', { hop: hop.name });
      const entries = await read(hop);
      const lookup = lookUpKey(entries, hop, key);
      if (lookup.kind === 'revoked') return { ok: false, failure: revokedKeyFailure(hop, lookup.entry) };
      const unsaved = await add(hop, key, (text) => removeName(text, hostKeyName(hop)));
      if (unsaved) return { ok: false, failure: unsaved };
      const outdated = entriesFor(entries, hostKeyName(hop)).filter((entry) => entry.marker === 'none' && !entry.key.equals(key));
      return ok(removalCommands(hop, outdated, ownFile));
    },
  };
}

/** A file that can't be read has no entries, as for ssh. */
async function readEntries(files: readonly string[]): Promise<readonly KnownHost[]> {
  const read = files.map(async (file) => parseKnownHosts(await readFile(file, 'utf8').catch(() => ''), file));
  return (await Promise.all(read)).flat();
}

/** The server's key differs from the known one. No remedy is a single click. */
function changedKeyFailure(hop: Hop, key: Buffer, conflicts: readonly [KnownHost, ...KnownHost[]], ownFile: string): Failure {
  const changed = {
    hop: hop.name,
    locations: conflicts.map(({ file, line }) => hostKeyText.location(file, line)),
    commands: removalCommands(hop, conflicts, ownFile),
  };
  const type = keyType(key) ?? '';
  const knownTypes = [...new Set(conflicts.map((conflict) => conflict.type))];
  return knownTypes.includes(type)
    ? failure('host-key-changed', changed)
    : failure('host-key-type-changed', { ...changed, type, knownTypes });
}

/** The server's key is revoked. */
function revokedKeyFailure(hop: Hop, { file, line }: KnownHost): Failure {
  return failure('host-key-revoked', { hop: hop.name, location: hostKeyText.location(file, line) });
}

/** Returns the commands that remove a host's keys from the user's files. Our own file we edit ourselves. */
function removalCommands(hop: Hop, conflicts: readonly KnownHost[], ownFile: string): readonly string[] {
  const files = new Set(conflicts.map(({ file }) => file).filter((file) => file !== ownFile));
  return [...files].map((file) => `ssh-keygen -R ${quote(hostKeyName(hop))} -f ${quote(file)}`);
}

/** Uses double quotes, which every shell understands, unless the path needs POSIX single quotes. */
function quote(text: string): string {
  if (/^[\w./:@%+=,~-]+$/.test(text)) return text;
  return /["$`!]/.test(text) || (text.includes('\\') && !/^[A-Za-z]:\\/.test(text))
    ? `'${text.replaceAll("'", String.raw`'\''`)}'`
    : `"${text}"`;
}
