import { ok, type Result } from '../../contract/failure.ts';
import { fail, failure } from '../../contract/failures/fail.ts';
import { loadDocument, loadPrevious, type DocumentFormat } from '../shared/stored-document.ts';
import path from 'node:path';
import * as z from 'zod';
import { demoProfileId } from '../../contract/constants.ts';
import { demoProfile } from '../../contract/demo-profile.ts';
import { modelSchema } from '../../contract/catalog.ts';
import { profileSchema, type Profile } from '../../contract/profile.ts';

/** The stored profiles. Secrets are in the keychain instead. */
const storedProfilesSchema = z
  .object({
    profiles: z
      .array(profileSchema)
      .refine((profiles) => new Set(profiles.map((profile) => profile.id)).size === profiles.length, 'ids are unique')
      .transform(withDemo),
    activeId: z.string().nullable(),
    /** Per profile, the models of the last refresh, for a restart without network. */
    lastModels: z.record(z.string(), z.array(modelSchema).readonly()),
  })
  .readonly();
export type StoredProfiles = z.infer<typeof storedProfilesSchema>;

/** Returns the format of `profiles.json` in the data folder. */
export function profilesFormat(folder: string): DocumentFormat<StoredProfiles> {
  return {
    file: path.join(folder, 'profiles.json'),
    version: 1,
    schema: storedProfilesSchema,
    initial: { profiles: [demoProfile], activeId: demoProfileId, lastModels: {} },
  };
}

/** Puts the demo of this version first, in the stored mode. */
function withDemo(profiles: readonly Profile[]): readonly Profile[] {
  const { mode } = profiles.find(({ id }) => id === demoProfileId) ?? demoProfile;
  return [{ ...demoProfile, mode }, ...profiles.filter(({ id }) => id !== demoProfileId)];
}

/**
 * Reads the profiles of a data folder, or the previous ones if the file is damaged or missing. Changes no file, not even a damaged one,
 * because the window may be using them.
 */
export async function readStoredProfiles(folder: string): Promise<Result<StoredProfiles>> {
  const format = profilesFormat(folder);
  const { file } = format;
  const loaded = await loadDocument(format);
  switch (loaded.kind) {
    case 'good':
      return ok(loaded.value);
    case 'newer':
      return fail('profile-file-unusable', { file, cause: failure('profile-file-newer') });
    case 'unreadable':
      return fail('file-unreadable', { name: file });
    case 'absent':
    case 'damaged': {
      const previous = await loadPrevious(format);
      if (previous.kind === 'good') return ok(previous.value);
      return loaded.kind === 'absent' ? ok(format.initial) : fail('stored-profiles-damaged', { file });
    }
  }
}
