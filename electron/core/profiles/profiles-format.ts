import path from 'node:path';
import * as z from 'zod';
import { demoProfileId } from '../../contract/constants.ts';
import { modelSchema } from '../../contract/catalog.ts';
import { modeSchema, profileSchema } from '../../contract/profile.ts';
import type { DocumentFormat } from '../shared/stored-document.ts';

/** The stored profiles. Secrets are in the keychain instead. */
export const storedProfilesSchema = z
  .object({
    profiles: z
      .array(profileSchema)
      .refine((profiles) => new Set(profiles.map((profile) => profile.id)).size === profiles.length, 'ids are unique')
      .refine((profiles) => profiles.every((profile) => profile.id !== demoProfileId), 'the demo is never stored')
      .readonly(),
    activeId: z.string().nullable(),
    demoMode: modeSchema,
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
    initial: { profiles: [], activeId: demoProfileId, demoMode: 'proxy', lastModels: {} },
  };
}
