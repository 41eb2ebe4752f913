import type { CatalogEntry } from '../../contract/catalog.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Profile } from '../../contract/profile.ts';
import type { Secrets } from '../credentials/credentials.ts';
import { putEntry } from '../llm-client/llm-client.ts';
import { unknownProfile, type Profiles } from '../profiles/profiles.ts';

/** Edits the catalog of a profile. */
export async function editCatalog(
  profiles: Profiles,
  id: string,
  edit: (catalog: readonly CatalogEntry[]) => Result<readonly CatalogEntry[]>,
): Promise<Result<Profile>> {
  const profile = profiles.find(id);
  if (!profile) return unknownProfile;
  const catalog = edit(profile.service.catalog);
  return catalog.ok ? profiles.edit(id, { service: { ...profile.service, catalog: catalog.value } }) : catalog;
}

/** Adds an engine path, or replaces the one named by `replaces`. An added one must be new, because it would delete the other's models. */
export function putCatalogEntry(profiles: Profiles, id: string, entry: CatalogEntry, replaces: string | null): Promise<Result<Profile>> {
  return editCatalog(profiles, id, (catalog) =>
    replaces === null && catalog.some(({ segment }) => segment === entry.segment)
      ? fail('engine-path-taken', { segment: entry.segment })
      : putEntry(catalog, entry, replaces ?? undefined),
  );
}

/** Removes a profile after its `secrets`, if given. If the keychain refuses, the profile stays, so that the user can try again. */
export async function removeProfile(
  profiles: Profiles,
  secrets: Pick<Secrets, 'removeAll'> | undefined,
  id: string,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const removed = secrets && profiles.find(id) ? await secrets.removeAll(id, signal) : ok(undefined);
  return removed.ok ? profiles.remove(id) : removed;
}
