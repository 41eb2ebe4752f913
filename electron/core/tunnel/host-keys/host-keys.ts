import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Failure, ok, type Result } from '../../../contract/failure.ts';
import { failed, textFailure } from '../../../contract/failures/fail.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import type { HostKeys, Hop } from '../types.ts';
import { addKey, removeName, type KnownHost, parseKnownHosts, formatName } from './known-hosts.ts';
import { entriesFor, lookUpKey, knownKeyTypes, hostKeyName } from './look-up-key.ts';
import { matchesFingerprint, keyType } from './public-key.ts';
import { createLockedFile } from './locked-file.ts';

/** Host keys that can also be replaced, for new instances. */
export interface HostKeyStore extends HostKeys {
  /**
   * Replaces our own entry if the typed fingerprint matches the key. Returns the commands that remove the old key from the
   * user's files.
   */
  readonly replaceKey: (hop: Hop, key: Buffer, typed: string) => Promise<Result<readonly string[]>>;
  /** Returns sentences about entries for this host that can't be used. */
  readonly notes: (hop: Hop) => Promise<readonly string[]>;
}

/**
 * Creates a store over the hop's known_hosts files and our own file. Files are read on every call, because other programs write
 * them too.
 */
export function createHostKeys({ ownFile }: { readonly ownFile: string }): HostKeyStore {
  const lockedFile = createLockedFile(ownFile);
  const read = (hop: Hop): Promise<Files> => readFiles([ownFile, ...hop.knownHostsFiles.filter((file) => file !== ownFile)]);
  const add = (hop: Hop, key: Buffer, prepare: (text: string) => string): Promise<Failure | undefined> => {
    const name = hostKeyName(hop);
    const writtenName = formatName(name, randomBytes(20));
    return lockedFile.edit((text) => addKey(prepare(text), name, writtenName, keyType(key) ?? '', key));
  };

  return {
    check: async (hop, key) => {
      const lookup = lookUpKey((await read(hop)).entries, hop, key);
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
      if (keyType(key) === undefined) return noKeyFailure(hop);
      const lookup = lookUpKey((await read(hop)).entries, hop, key);
      // The user was asked about an unknown key, but another program may have added one since.
      if (lookup.kind === 'changed') return changedKeyFailure(hop, key, lookup.conflicts, ownFile);
      if (lookup.kind === 'revoked') return revokedKeyFailure(hop, lookup.entry);
      return add(hop, key, (text) => text);
    },
    knownTypes: async (hop) => knownKeyTypes((await read(hop)).entries, hop),
    replaceKey: async (hop, key, typed) => {
      if (keyType(key) === undefined || !matchesFingerprint(typed, key)) return wrongFingerprint(hop);
      const { entries } = await read(hop);
      const lookup = lookUpKey(entries, hop, key);
      if (lookup.kind === 'revoked') return { ok: false, failure: revokedKeyFailure(hop, lookup.entry) };
      const failure = await add(hop, key, (text) => removeName(text, hostKeyName(hop)));
      if (failure) return { ok: false, failure };
      const outdated = entriesFor(entries, hostKeyName(hop)).filter((entry) => entry.marker === 'none' && !entry.key.equals(key));
      return ok(removalCommands(hop, outdated, ownFile));
    },
    notes: async (hop) => {
      const { entries, notes } = await read(hop);
      const authorities = entriesFor(entries, hostKeyName(hop)).filter(({ marker }) => marker === 'cert-authority');
      return [
        ...notes,
        ...authorities.map(
          ({ file, line }) =>
            `${hop.name}: ${file} line ${line} trusts a certificate authority for this host, which Causeway can't check; its plain host key is asked about instead.`,
        ),
      ];
    },
  };
}

interface Files {
  readonly entries: readonly KnownHost[];
  readonly notes: readonly string[];
}

async function readFiles(files: readonly string[]): Promise<Files> {
  const read = await Promise.all(
    files.map(async (file): Promise<Files> => {
      try {
        return { entries: parseKnownHosts(await readFile(file, 'utf8'), file), notes: [] };
      } catch (error) {
        const isAbsent = errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR';
        return {
          entries: [],
          notes: isAbsent ? [] : [`${file} can't be read, so the host keys in it are not known: ${errorMessage(error)}.`],
        };
      }
    }),
  );
  return { entries: read.flatMap(({ entries }) => entries), notes: read.flatMap(({ notes }) => notes) };
}

/** Doesn't show the key's own fingerprint, because the user would copy it instead of looking it up. */
function wrongFingerprint(hop: Hop): Result<never> {
  return failed(
    'invalid-input',
    `This is not the fingerprint of the key that ${hop.name} shows, so nothing was changed.`,
    "Copy the whole SHA256 fingerprint of the same key type from the instance's boot log in the cloud's console. If it still differs, do not connect.",
  );
}

function noKeyFailure(hop: Hop): Failure {
  return textFailure('invalid-input', `What ${hop.name} shows is no host key.`, 'Check that the address is that of an SSH server.');
}

/** The server's key differs from the known one. No remedy is a single click. */
function changedKeyFailure(hop: Hop, key: Buffer, conflicts: readonly [KnownHost, ...KnownHost[]], ownFile: string): Failure {
  const locations = conflicts.map(({ file, line }) => `${file} line ${line}`).join(', ');
  const isNewType = conflicts.every(({ type }) => type !== keyType(key));
  const types = [...new Set(conflicts.map(({ type }) => type))].join(', ');
  const what = isNewType
    ? `${hop.name} shows a key of type ${keyType(key)}, but only ${types} is known of it (${locations}).`
    : `${hop.name} shows another key than the one that is known of it (${locations}).`;
  const commands = removalCommands(hop, conflicts, ownFile);
  return textFailure(
    'host-key-changed',
    `${what} The instance may have been reinstalled, its address may now be that of another instance, or someone may stand between you and it.`,
    [
      'If it is a new instance, say so and type the fingerprint that the cloud shows in its console.',
      ...(commands.length > 0 ? [`Your own file is left as it is; to remove the old key there: ${commands.join(' ; ')}`] : []),
    ].join(' '),
  );
}

/** The server's key is revoked. */
function revokedKeyFailure(hop: Hop, { file, line }: KnownHost): Failure {
  return textFailure(
    'host-key-revoked',
    `${hop.name} shows a key that is marked as revoked (${file} line ${line}): it may be in the wrong hands.`,
    'Do not connect. Ask those who run the instance for a new host key.',
  );
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
