import { catalogEntrySchema, catalogModelSchema, type CatalogEntry, type CatalogModel } from '../../../contract/catalog.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { failed } from '../../../contract/failures/fail.ts';

type Catalog = readonly CatalogEntry[];

const checkSpelling = 'Check the spelling.';

/** Adds a segment, or replaces the one of that name. */
export function putEntry(catalog: Catalog, entry: CatalogEntry, replaces?: string): Result<Catalog> {
  const parsed = catalogEntrySchema.safeParse(entry);
  if (!parsed.success) {
    return failed(
      'invalid-input',
      `“${entry.segment}” is not a path segment of the service.`,
      'Use letters, digits, dots, dashes and underscores, without slashes.',
    );
  }
  const others = catalog.filter((other) => other.segment !== (replaces ?? entry.segment));
  if (replaces !== undefined && others.length === catalog.length) return notInCatalog(`the segment ${replaces}`);
  if (others.some((other) => other.segment === parsed.data.segment)) {
    return failed('invalid-input', `The segment ${entry.segment} is in the catalog already.`, 'Edit that one.');
  }
  const duplicate = findDuplicate([...others, parsed.data]);
  if (duplicate !== undefined) return duplicateModel(duplicate);
  const at = catalog.findIndex((other) => other.segment === (replaces ?? entry.segment));
  return ok(at < 0 ? [...catalog, parsed.data] : catalog.map((other, index) => (index === at ? parsed.data : other)));
}

export function removeEntry(catalog: Catalog, segment: string): Result<Catalog> {
  const rest = catalog.filter((entry) => entry.segment !== segment);
  return rest.length === catalog.length ? notInCatalog(`the segment ${segment}`) : ok(rest);
}

/** Adds a model to a segment, or replaces the one named by `replaces`. */
export function putModel(catalog: Catalog, segment: string, model: CatalogModel, replaces?: string): Result<Catalog> {
  const entry = catalog.find((other) => other.segment === segment);
  if (!entry) return notInCatalog(`the segment ${segment}`);
  const parsed = catalogModelSchema.safeParse(model);
  if (!parsed.success)
    return failed('invalid-input', 'A model needs a name, and a context length above zero if it has one.', checkSpelling);
  if (replaces === undefined) return putEntry(catalog, { ...entry, models: [...entry.models, parsed.data] });
  if (!entry.models.some((other) => other.id === replaces)) return notInCatalog(`the model ${replaces}`);
  return putEntry(catalog, { ...entry, models: entry.models.map((other) => (other.id === replaces ? parsed.data : other)) });
}

export function removeModel(catalog: Catalog, segment: string, id: string): Result<Catalog> {
  const entry = catalog.find((other) => other.segment === segment);
  if (!entry?.models.some((model) => model.id === id)) return notInCatalog(`the model ${id}`);
  return putEntry(catalog, { ...entry, models: entry.models.filter((model) => model.id !== id) });
}

/** Returns a model that occurs twice, because models are looked up by name. */
function findDuplicate(catalog: Catalog): string | undefined {
  const ids = catalog.flatMap((entry) => entry.models.map((model) => model.id));
  return ids.find((id, at) => ids.indexOf(id) !== at);
}

function duplicateModel(id: string): Result<never> {
  return failed('invalid-input', `The model ${id} is in the catalog already.`, 'Edit that one, or remove it first.');
}

function notInCatalog(what: string): Result<never> {
  return failed('invalid-input', `The catalog does not have ${what}.`, checkSpelling);
}
