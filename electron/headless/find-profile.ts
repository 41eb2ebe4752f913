import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { demoProfileId } from '../contract/constants.ts';
import { demoProfile } from '../contract/demo-profile.ts';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import type { Profile } from '../contract/profile.ts';
import { completeInstance, readOwnProfileFile, readStoredProfiles, systemSshEnvironment } from '../core/create-core.ts';
import type { HeadlessOptions } from './options.ts';
import { headlessText } from './text.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Finds the profile to serve: a file, a name, or the active one. */
export async function findProfile(
  { profile: requested, caFile }: Pick<HeadlessOptions, 'profile' | 'caFile'>,
  data: string,
  environment: Environment,
  onUnknown: (sentence: string) => void,
): Promise<Result<Profile>> {
  if (requested === demoProfileId) return ok(demoProfile);
  const file = requested === undefined ? undefined : await findFile(requested);
  if (file !== undefined) return readProfileFile(file, caFile, environment, onUnknown);
  const stored = await readStoredProfiles(data);
  if (!stored.ok) return stored;
  const { profiles, activeId } = stored.value;
  const found = profiles.find(({ id, service }) =>
    requested === undefined ? id === activeId : id === requested || service.name === requested,
  );
  if (found) return ok(found);
  const names = profiles.filter(({ id }) => id !== demoProfileId).map(({ service }) => service.name);
  return requested === undefined
    ? fail('active-profile-missing', { profiles: names })
    : fail('named-profile-missing', { name: requested, profiles: names });
}

async function findFile(requested: string): Promise<string | undefined> {
  const file = path.resolve(requested);
  return (await stat(file).catch(() => undefined))?.isFile() ? file : undefined;
}

/** Reads a profile file. The id is derived from the file name, so that saved secrets are found again. */
async function readProfileFile(
  file: string,
  caFile: string | undefined,
  environment: Environment,
  onUnknown: (sentence: string) => void,
): Promise<Result<Profile>> {
  const read = readOwnProfileFile(await readFile(file, 'utf8'));
  if (!read.ok) return fail('profile-file-unusable', { file, cause: read.failure });
  const { draft, authorities, unknown } = read.value;
  if (unknown.length > 0) onUnknown(headlessText.unknownFields(file, unknown));
  if (authorities.length > 0 && caFile === undefined) return fail('profile-file-authority', { file });
  const slug = path
    .basename(file)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const service = { ...draft.service, caFile: caFile === undefined ? null : path.resolve(caFile) };
  const instance = draft.instance ? await completeInstance(draft.instance, systemSshEnvironment(environment)) : ok(null);
  if (!instance.ok) return instance;
  return ok({ ...draft, instance: instance.value, service, id: `file-${slug.slice(0, 60)}` });
}
