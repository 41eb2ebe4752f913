import path from 'node:path';
import * as z from 'zod';
import type { Result } from '../../contract/failure.ts';
import { openDocument, type DocumentTrouble } from '../support/stored-document.ts';
import type { SecretRef } from './vault-port.ts';

const entrySchema = z
  .object({
    kind: z.enum(['api-token', 'ssh-password', 'key-passphrase']),
    profileId: z.string(),
    place: z.string(),
    since: z.number(),
  })
  .readonly();

/** A secret we put into the keychain, without the secret. */
export type LedgerEntry = z.infer<typeof entrySchema>;

/** Which secrets we have put into the keychain, and when: a keychain can't be asked for that. */
export interface SecretLedger {
  readonly trouble: DocumentTrouble | undefined;
  readonly list: () => readonly LedgerEntry[];
  readonly find: (ref: SecretRef) => LedgerEntry | undefined;
  readonly add: (ref: SecretRef, since: number) => Promise<Result<undefined>>;
  readonly drop: (ref: SecretRef) => Promise<Result<undefined>>;
  readonly settled: () => Promise<void>;
}

/** Opens `secrets.json` in the data folder; it holds names and times only. */
export async function openSecretLedger(folder: string): Promise<SecretLedger> {
  const document = await openDocument<readonly LedgerEntry[]>({
    file: path.join(folder, 'secrets.json'),
    version: 1,
    schema: z.array(entrySchema).readonly(),
    migrations: {},
    initial: [],
  });
  return {
    trouble: document.trouble,
    list: document.read,
    settled: document.settled,
    find: (ref) => document.read().find((entry) => isSame(entry, ref)),
    add: ({ kind, profileId, place }, since) => {
      const entry = { kind, profileId, place, since };
      return document.change((entries) => [...without(entries, entry), entry]);
    },
    drop: (ref) => document.change((entries) => without(entries, ref)),
  };
}

function without(entries: readonly LedgerEntry[], ref: SecretRef): readonly LedgerEntry[] {
  return entries.filter((entry) => !isSame(entry, ref));
}

function isSame(left: SecretRef, right: SecretRef): boolean {
  return left.kind === right.kind && left.profileId === right.profileId && left.place === right.place;
}
