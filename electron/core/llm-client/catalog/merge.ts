import { plainCapabilities, type CatalogEntry, type CatalogModel, type Model, type Presence } from '../../../contract/catalog.ts';

/** A model in a list of the service. */
export interface ListedModel {
  readonly id: string;
  readonly contextLength: number | undefined;
}

/** A model list of one segment or of the proxy. */
export type Listing =
  | { readonly mode: 'direct'; readonly segment: string; readonly models: readonly ListedModel[] }
  | { readonly mode: 'proxy'; readonly models: readonly ListedModel[] };

/**
 * Returns the models to show: those of the profile and what earlier refreshes found. `previous` keeps discovered models and presence, so
 * that a failed refresh loses nothing.
 */
export function catalogModels(catalog: readonly CatalogEntry[], previous: readonly Model[] = []): readonly Model[] {
  const declared = catalog.flatMap((entry) => entry.models.map((model) => declare(entry, model, previous)));
  const taken = new Set(declared.map((model) => model.id));
  const segments = new Set(catalog.map((entry) => entry.segment));
  const discovered = previous.filter(
    (model) => model.origin === 'discovered' && !taken.has(model.id) && (model.segment === null || segments.has(model.segment)),
  );
  const known = new Set([...declared, ...discovered].map((model) => model.id));
  // The catalog no longer has them, but the proxy still does. A model may have moved, so that it is there twice.
  const left = previous.filter((model) => !known.has(model.id) && model.presence.proxy === 'listed');
  return [...declared, ...discovered, ...new Map(left.map((model) => [model.id, toProxyOnly(model)])).values()];
}

/** Merges one list. Models of other lists stay as they are. */
export function mergeListing(models: readonly Model[], catalog: readonly CatalogEntry[], listing: Listing): readonly Model[] {
  const listed = new Map(listing.models.map((model) => [model.id, model]));
  const marked = models.map((model) => {
    const found = listed.get(model.id);
    if (listing.mode === 'proxy' || model.segment === listing.segment) return markPresence(model, listing.mode, found);
    // The proxy listed it first; now a segment does too.
    if (model.segment === null && found) return { ...markPresence(model, 'direct', found), ...engineAt(catalog, listing.segment) };
    return model;
  });
  // A model that another segment serves stays there, because a name must have one segment.
  const taken = new Set(marked.filter((model) => listing.mode === 'proxy' || model.presence.direct !== 'gone').map((model) => model.id));
  const added = listing.models.filter(
    (model) => !taken.has(model.id) && !marked.some((other) => other.id === model.id && isInListing(other, listing)),
  );
  return [...marked, ...added.map((model) => discover(model, listing, catalog))];
}

function isInListing(model: Model, listing: Listing): boolean {
  return listing.mode === 'proxy' || model.segment === listing.segment;
}

function declare(entry: CatalogEntry, model: CatalogModel, previous: readonly Model[]): Model {
  const known = previous.find((other) => other.id === model.id && (other.segment === entry.segment || other.segment === null));
  return {
    id: model.id,
    segment: entry.segment,
    engine: entry.engine,
    capabilities: model.capabilities,
    // The user's value overrides the engine's.
    contextLength: model.contextLength ?? known?.contextLength ?? null,
    ...(model.fillIn ? { fillIn: model.fillIn } : {}),
    origin: 'declared',
    presence: known?.presence ?? { proxy: 'unchecked', direct: 'unchecked' },
  };
}

function markPresence(model: Model, mode: Listing['mode'], found: ListedModel | undefined): Model {
  // A model that the other mode discovered was never in this list, so it isn't gone.
  const isNeverListed = model.origin === 'discovered' && model.presence[mode] === 'unchecked';
  const presence: Presence = found ? 'listed' : isNeverListed ? 'unchecked' : 'gone';
  return {
    ...model,
    contextLength: found?.contextLength ?? model.contextLength,
    presence: { ...model.presence, [mode]: presence },
  };
}

function discover(model: ListedModel, listing: Listing, catalog: readonly CatalogEntry[]): Model {
  return {
    id: model.id,
    ...(listing.mode === 'direct' ? engineAt(catalog, listing.segment) : { segment: null, engine: 'unknown' }),
    capabilities: plainCapabilities,
    contextLength: model.contextLength ?? null,
    origin: 'discovered',
    presence: { proxy: 'unchecked', direct: 'unchecked', [listing.mode]: 'listed' },
  };
}

function toProxyOnly({ id, contextLength, presence }: Model): Model {
  return {
    id,
    segment: null,
    engine: 'unknown',
    capabilities: plainCapabilities,
    contextLength,
    origin: 'discovered',
    presence: { ...presence, direct: 'unchecked' },
  };
}

function engineAt(catalog: readonly CatalogEntry[], segment: string): Pick<Model, 'segment' | 'engine'> {
  return { segment, engine: catalog.find((entry) => entry.segment === segment)?.engine ?? 'unknown' };
}
