import type { CatalogEntry, Model } from '../../contract/catalog.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Clock } from '../shared/clock.ts';
import { catalogModels, mergeListing, type Listing } from './catalog.ts';
import { fetchModels, type ListOutcome, type ModelListSource } from './fetch-models.ts';

/** The models after a refresh, or after some of its lists. */
export interface RefreshedCatalog {
  readonly models: readonly Model[];
  /** One for each list requested. */
  readonly outcomes: readonly ListOutcome[];
}

interface RefreshOptions {
  readonly catalog: readonly CatalogEntry[];
  /** The last good result. Models whose list can't be read keep their state from it. */
  readonly previous: readonly Model[];
  readonly sources: readonly ModelListSource[];
  /** Lists that can't be requested. */
  readonly failed: readonly ListOutcome[];
  readonly explain: (failure: Failure) => Failure;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called after each list, because the slowest may take much longer than the others. */
  readonly onList: ((partial: RefreshedCatalog) => void) | undefined;
}

const timeoutMs = 20_000;

/** Requests all lists at once, and merges them in the order of their sources. */
export async function refreshCatalog(options: RefreshOptions): Promise<RefreshedCatalog> {
  const { catalog, previous, sources, failed, explain, signal, clock, onList } = options;
  const fetched = sources.map((): ListOutcome | undefined => undefined);
  const merge = (): RefreshedCatalog => {
    const outcomes = [...fetched.flatMap((list) => list ?? []), ...failed].map((list) => explainList(list, explain));
    return { models: mergeLists(catalog, previous, outcomes), outcomes };
  };
  const fetch = async (source: ModelListSource, index: number): Promise<void> => {
    fetched[index] = await fetchModels(source, signal, timeoutMs, clock);
    onList?.(merge());
  };
  await Promise.all(sources.map(fetch));
  return merge();
}

/** Merges all lists that were read. Everything else stays as it was. */
function mergeLists(catalog: readonly CatalogEntry[], previous: readonly Model[], outcomes: readonly ListOutcome[]): readonly Model[] {
  return outcomes.reduce(
    (models, outcome) => {
      const listing = toListing(outcome);
      return listing ? mergeListing(models, catalog, listing) : models;
    },
    catalogModels(catalog, previous),
  );
}

function toListing({ mode, segment, result }: ListOutcome): Listing | undefined {
  if (result.kind !== 'listed') return undefined;
  if (mode === 'proxy') return { mode: 'proxy', models: result.models };
  return segment === undefined ? undefined : { mode: 'direct', segment, models: result.models };
}

function explainList(list: ListOutcome, explain: (failure: Failure) => Failure): ListOutcome {
  return list.result.kind === 'failed' ? { ...list, result: { kind: 'failed', failure: explain(list.result.failure) } } : list;
}
