import path from 'node:path';
import * as z from 'zod';
import type { Result } from '../../contract/failure.ts';
import { openDocument, type DocumentProblem, type ReportInvalid } from '../shared/stored-document.ts';
import type { SecretRef } from './vault.ts';

const entrySchema = z
  .object({
    kind: z.enum(['api-token', 'ssh-password', 'key-passphrase']),
    profileId: z.string(),
    place: z.string(),
    since: z.number(),
  })
  .readonly();

/** A secret in the keychain, without its value. */
export type SecretIndexEntry = z.infer<typeof entrySchema>;

/** Lists the secrets we saved in the keychain, because a keychain can't be asked for them. */
export interface SecretIndex {
  readonly problem: DocumentProblem | undefined;
  readonly list: () => readonly SecretIndexEntry[];
  readonly find: (ref: SecretRef) => SecretIndexEntry | undefined;
  readonly add: (ref: SecretRef, since: number) => Promise<Result<undefined>>;
  readonly drop: (ref: SecretRef) => Promise<Result<undefined>>;
  readonly settled: () => Promise<void>;
}

/** Opens `secrets.json` in the data folder. It contains names and times only. */
export async function openSecretIndex(folder: string, onInvalid?: ReportInvalid): Promise<SecretIndex> {
  const document = await openDocument<readonly SecretIndexEntry[]>({
    file: path.join(folder, 'secrets.json'),
    version: 1,
    schema: z.array(entrySchema).readonly(),
    initial: [],
    onInvalid,
  });
  return {
    problem: document.problem,
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

function without(entries: readonly SecretIndexEntry[], ref: SecretRef): readonly SecretIndexEntry[] {
  return entries.filter((entry) => !isSame(entry, ref));
}

function isSame(left: SecretRef, right: SecretRef): boolean {
  return left.kind === right.kind && left.profileId === right.profileId && left.place === right.place;
}
