import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Profile } from '../../contract/profile.ts';
import {
  describeAuthority,
  exportProfile,
  readProfileFile,
  type Authority,
  type SharedProfile,
  type Profiles,
} from '../profiles/profiles.ts';
import { writeAtomically } from '../shared/atomic-file.ts';
import { errorMessage } from '../shared/node-error.ts';
import { readAuthorities } from '../upstream/upstream.ts';

/** Exports and imports profiles as files. */
export type ProfileTransfer = ReturnType<typeof createProfileTransfer>;

/** Creates the transfer. Imported authorities are stored in the data folder, in files named by their content. */
export function createProfileTransfer(profiles: Profiles, dataFolder: string) {
  const saveAuthorities = async (authorities: readonly Authority[]): Promise<Result<string>> => {
    const text = authorities.map(({ pem }) => pem).join('');
    const folder = path.join(dataFolder, 'authorities');
    const file = path.join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.pem`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(file, text);
      return ok(file);
    } catch (error) {
      return fail('file-not-saved', { file, detail: errorMessage(error) });
    }
  };

  return {
    /** Returns the file's text and a suggested name. */
    write: async (id: string): Promise<Result<{ readonly name: string; readonly text: string }>> => {
      const profile = profiles.findOwn(id);
      if (!profile.ok) return profile;
      const { caFile, name } = profile.value.service;
      const authorities = caFile === null ? ok([]) : await readAuthorities(caFile);
      if (!authorities.ok) return authorities;
      return ok({ name: `${fileName(name)}.causeway.json`, text: exportProfile(profile.value, authorities.value) });
    },
    read: readProfileFile,
    /** Adds an imported profile. Call it only after the user has agreed to its authorities, because this profile trusts them from then on. */
    add: async ({ draft, authorities }: SharedProfile): Promise<Result<Profile>> => {
      const caFile = authorities.length === 0 ? ok(null) : await saveAuthorities(authorities);
      if (!caFile.ok) return caFile;
      return profiles.addNamed({ ...draft, service: { ...draft.service, caFile: caFile.value } });
    },
    /** Reads the certificate authorities of a file with the details a user compares. */
    readAuthorities: async (file: string): Promise<Result<readonly Authority[]>> => {
      const pems = await readAuthorities(file);
      return pems.ok ? ok(pems.value.map(describeAuthority)) : pems;
    },
    /** Copies authorities the user trusts into the data folder and returns the file. */
    saveAuthorities,
  };
}

function fileName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'profile'
  );
}
