import type { CatalogEntry } from '../../contract/catalog.ts';
import { ok, type Result } from '../../contract/failure.ts';
import type { Profile, SshAlias } from '../../contract/profile.ts';
import type { Handlers } from '../../contract/routes.ts';
import type { Secrets } from '../credentials/credentials.ts';
import { unknownProfile, type Profiles } from '../profiles/profiles.ts';
import { putEntry, putModel, removeEntry, removeModel } from '../llm-client/llm-client.ts';

type ProfilesRoute =
  | 'profiles.read'
  | 'profiles.add'
  | 'profiles.change'
  | 'profiles.duplicate'
  | 'profiles.remove'
  | 'profiles.activate'
  | 'profiles.sshAliases'
  | 'catalog.putEntry'
  | 'catalog.removeEntry'
  | 'catalog.putModel'
  | 'catalog.removeModel';

/** Answers what the window asks about profiles and their catalogs. */
export function profilesHandlers(
  profiles: Profiles,
  secrets: Pick<Secrets, 'removeAll'>,
  sshAliases: () => Promise<readonly SshAlias[]>,
): Handlers<ProfilesRoute, { readonly signal: AbortSignal }> {
  const editCatalog = async (
    id: string,
    edit: (catalog: readonly CatalogEntry[]) => Result<readonly CatalogEntry[]>,
  ): Promise<Result<Profile>> => {
    const profile = profiles.find(id);
    if (!profile) return unknownProfile;
    const catalog = edit(profile.service.catalog);
    return catalog.ok ? profiles.edit(id, { service: { ...profile.service, catalog: catalog.value } }) : catalog;
  };

  return {
    'profiles.read': () => ok({ profiles: profiles.list(), activeId: profiles.activeId() }),
    'profiles.add': (draft) => profiles.add(draft),
    'profiles.change': ({ id, change }) => profiles.edit(id, change),
    'profiles.duplicate': ({ id }) => profiles.duplicate(id),
    'profiles.remove': async ({ id, withSecrets }, { signal }) => {
      // First, so that a keychain that refuses leaves a profile behind to try again with.
      const removed = withSecrets && profiles.find(id) ? await secrets.removeAll(id, signal) : ok(undefined);
      return removed.ok ? profiles.remove(id) : removed;
    },
    'profiles.activate': ({ id }) => profiles.activate(id),
    'profiles.sshAliases': async () => ok(await sshAliases()),
    'catalog.putEntry': ({ profileId, entry, replaces }) =>
      editCatalog(profileId, (catalog) => putEntry(catalog, entry, replaces ?? undefined)),
    'catalog.removeEntry': ({ profileId, segment }) => editCatalog(profileId, (catalog) => removeEntry(catalog, segment)),
    'catalog.putModel': ({ profileId, segment, model, replaces }) =>
      editCatalog(profileId, (catalog) => putModel(catalog, segment, model, replaces ?? undefined)),
    'catalog.removeModel': ({ profileId, segment, modelId }) => editCatalog(profileId, (catalog) => removeModel(catalog, segment, modelId)),
  };
}
