import type { ListedModel } from '../list-models.ts';

/** Where models live that the engines have named since the catalog was last refreshed. */
export interface DiscoveredModels {
  readonly remember: (profileId: string, listed: readonly ListedModel[]) => void;
  /** The segment that serves a model, if one has said so lately. */
  readonly find: (profileId: string, model: string) => string | undefined;
}

/** What is listed under `/v1/models` can also be asked for, at once. */
export function createDiscoveredModels(): DiscoveredModels {
  let seen: { readonly profileId: string; readonly segments: ReadonlyMap<string, string> } | undefined;
  return {
    remember: (profileId, listed) => {
      const places = listed.flatMap(({ id, causeway }) => (causeway.segment === null ? [] : [[id, causeway.segment] as const]));
      seen = { profileId, segments: new Map(places) };
    },
    find: (profileId, model) => (seen?.profileId === profileId ? seen.segments.get(model) : undefined),
  };
}
