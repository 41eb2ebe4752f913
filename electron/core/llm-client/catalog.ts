import {
  plainCapabilities,
  type CatalogEntry,
  type CatalogModel,
  type Model,
  type Presence,
  catalogEntrySchema,
  catalogModelSchema,
} from '../../contract/catalog.ts';
import { ok, type Result, type Failure } from '../../contract/failure.ts';
import { fail, failure } from '../../contract/failures/fail.ts';
import type { Mode } from '../../contract/profile.ts';
import type { ImageSupport } from './image-support.ts';

/** A model in a list of the service. */
export interface ListedModel {
  readonly id: string;
  readonly contextLength: number | undefined;
  /** Missing if the list doesn't say it. */
  readonly seesImages?: boolean;
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
    ...imageSupport(model, known),
    ...(model.fillIn ? { fillIn: model.fillIn } : {}),
    origin: 'declared',
    presence: known?.presence ?? { proxy: 'unchecked', direct: 'unchecked' },
  };
}

/** Returns what is known about images, each value from the first of these that has it. */
function imageSupport(...sources: readonly (ImageSupport | undefined)[]): ImageSupport {
  const seesImages = sources.find((source) => source?.seesImages !== undefined)?.seesImages;
  const imagesPerRequest = sources.find((source) => source?.imagesPerRequest !== undefined)?.imagesPerRequest;
  return { ...(seesImages === undefined ? {} : { seesImages }), ...(imagesPerRequest === undefined ? {} : { imagesPerRequest }) };
}

function markPresence(model: Model, mode: Listing['mode'], found: ListedModel | undefined): Model {
  // A model that the other mode discovered was never in this list, so it isn't gone.
  const isNeverListed = model.origin === 'discovered' && model.presence[mode] === 'unchecked';
  const presence: Presence = found ? 'listed' : isNeverListed ? 'unchecked' : 'gone';
  return {
    ...model,
    contextLength: found?.contextLength ?? model.contextLength,
    ...imageSupport(found, model),
    presence: { ...model.presence, [mode]: presence },
  };
}

function discover(model: ListedModel, listing: Listing, catalog: readonly CatalogEntry[]): Model {
  return {
    id: model.id,
    ...(listing.mode === 'direct' ? engineAt(catalog, listing.segment) : { segment: null, engine: 'unknown' }),
    capabilities: plainCapabilities,
    contextLength: model.contextLength ?? null,
    ...imageSupport(model),
    origin: 'discovered',
    presence: { proxy: 'unchecked', direct: 'unchecked', [listing.mode]: 'listed' },
  };
}

function toProxyOnly({ presence, ...model }: Model): Model {
  return {
    id: model.id,
    segment: null,
    engine: 'unknown',
    capabilities: plainCapabilities,
    contextLength: model.contextLength,
    ...imageSupport(model),
    origin: 'discovered',
    presence: { ...presence, direct: 'unchecked' },
  };
}

function engineAt(catalog: readonly CatalogEntry[], segment: string): Pick<Model, 'segment' | 'engine'> {
  return { segment, engine: catalog.find((entry) => entry.segment === segment)?.engine ?? 'unknown' };
}

type Catalog = readonly CatalogEntry[];

/** Adds a segment, or replaces the one of that name. */
export function putEntry(catalog: Catalog, entry: CatalogEntry, replaces?: string): Result<Catalog> {
  const parsed = catalogEntrySchema.safeParse(entry);
  if (!parsed.success) return fail('engine-path-invalid', { segment: entry.segment });
  const others = catalog.filter((other) => other.segment !== (replaces ?? entry.segment));
  if (replaces !== undefined && others.length === catalog.length) return fail('engine-path-unknown', { segment: replaces });
  if (others.some((other) => other.segment === parsed.data.segment)) return fail('engine-path-taken', { segment: entry.segment });
  const duplicate = findDuplicate([...others, parsed.data]);
  if (duplicate !== undefined) return fail('catalog-model-taken', { model: duplicate });
  const at = catalog.findIndex((other) => other.segment === (replaces ?? entry.segment));
  return ok(at < 0 ? [...catalog, parsed.data] : catalog.map((other, index) => (index === at ? parsed.data : other)));
}

export function removeEntry(catalog: Catalog, segment: string): Result<Catalog> {
  const rest = catalog.filter((entry) => entry.segment !== segment);
  return rest.length === catalog.length ? fail('engine-path-unknown', { segment }) : ok(rest);
}

/** Adds a model to a segment, or replaces the one named by `replaces`. */
export function putModel(catalog: Catalog, segment: string, model: CatalogModel, replaces?: string): Result<Catalog> {
  const entry = catalog.find((other) => other.segment === segment);
  if (!entry) return fail('engine-path-unknown', { segment });
  const parsed = catalogModelSchema.safeParse(model);
  if (!parsed.success) return fail('catalog-model-invalid');
  if (replaces === undefined) return putEntry(catalog, { ...entry, models: [...entry.models, parsed.data] });
  if (!entry.models.some((other) => other.id === replaces)) return fail('catalog-model-unknown', { model: replaces });
  return putEntry(catalog, { ...entry, models: entry.models.map((other) => (other.id === replaces ? parsed.data : other)) });
}

export function removeModel(catalog: Catalog, segment: string, id: string): Result<Catalog> {
  const entry = catalog.find((other) => other.segment === segment);
  if (!entry?.models.some((model) => model.id === id)) return fail('catalog-model-unknown', { model: id });
  return putEntry(catalog, { ...entry, models: entry.models.filter((model) => model.id !== id) });
}

/** Returns a model that occurs twice, because models are looked up by name. */
function findDuplicate(catalog: Catalog): string | undefined {
  const ids = catalog.flatMap((entry) => entry.models.map((model) => model.id));
  return ids.find((id, at) => ids.indexOf(id) !== at);
}

type Endpoint = 'chat' | 'completion';

/** Returns the model if it can be used in this mode. Otherwise the failure says whether the other mode would do. */
export function chooseModel(models: readonly Model[], id: string, mode: Mode, endpoint: Endpoint): Result<Model> {
  const model = models.find((each) => each.id === id);
  if (!model) return fail('model-unknown', { model: id });
  if (!model.capabilities[endpoint]) return fail(`model-without-${endpoint}`, { model: id });
  if (mode === 'direct' && model.segment === null) return fail('engine-path-missing', { model: id });
  if (model.presence[mode] !== 'gone') return ok(model);
  return fail(isOnOtherMode(model, mode, endpoint) ? 'model-gone-in-mode' : 'model-gone', { model: id, mode });
}

/** Adds the other mode as a remedy to the service's `unknown-model`, if that mode has the model. */
export function suggestOtherMode(cause: Failure, model: Model, mode: Mode, endpoint: Endpoint): Failure {
  if (cause.code !== 'unknown-model' || !isOnOtherMode(model, mode, endpoint)) return cause;
  return failure('model-in-other-mode', { cause, mode });
}

function isOnOtherMode({ presence, segment }: Model, mode: Mode, endpoint: Endpoint): boolean {
  const other = mode === 'proxy' ? 'direct' : 'proxy';
  return presence[other] === 'listed' && (other === 'direct' ? segment !== null : endpoint === 'chat');
}
