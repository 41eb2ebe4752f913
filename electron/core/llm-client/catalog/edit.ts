import { catalogEntrySchema, catalogModelSchema, type CatalogEntry, type CatalogModel } from '../../../contract/catalog.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';

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
