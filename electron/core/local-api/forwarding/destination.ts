import { type LocalApiError, localApiErrorFor } from '../local-api-error.ts';
import { unknownModel, modelMissing } from '../api-errors.ts';
import type { ActiveService } from '../../llm-client/llm-client.ts';
import { engineSegments, mayHaveMoreModels, readModelLists, servedModels, type DiscoveredModels } from '../list-models.ts';
import type { LocalApiExchange } from '../respond.ts';

/** Where a request is forwarded to. */
export type Destination =
  | { readonly mode: 'proxy' }
  /** `isBesideV1` is true for paths of the engine outside its `v1`. */
  | { readonly mode: 'direct'; readonly segment: string; readonly isBesideV1?: boolean };

/** Returns the destination that serves a model in the current mode. Never falls back to the other mode. */
export function destinationFor(
  model: string,
  { mode, models, lists }: Pick<ActiveService, 'mode' | 'models' | 'lists'>,
): Destination | LocalApiError {
  const reachable = servedModels(mode, models);
  const known = [...new Set(reachable.map(({ id }) => id))];
  if (mode === 'proxy') {
    // Without a proxy list, let the proxy decide.
    const hasList =
      lists.some((list) => list.mode === 'proxy' && list.failure === null) && models.some((it) => it.presence.proxy === 'listed');
    return !hasList || models.some(({ id }) => id === model) ? { mode: 'proxy' } : unknownModel(model, mode, known);
  }
  // A model missing from its list is still requested there, because the list may be outdated.
  const found = reachable.find(({ id }) => id === model) ?? models.find(({ id, segment }) => id === model && segment !== null);
  return found?.segment ? { mode: 'direct', segment: found.segment } : unknownModel(model, mode, known);
}

/** What finding a destination needs. */
export interface DestinationContext {
  readonly service: ActiveService;
  readonly discovered: DiscoveredModels;
}

type Caller = Pick<LocalApiExchange, 'record' | 'clientGone' | 'surface'>;

/** Returns the destination by model, or the only one if no model is named. */
export async function resolveDestination(
  context: DestinationContext,
  caller: Caller,
  model: string | undefined,
): Promise<Destination | LocalApiError> {
  const { mode } = context.service;
  caller.record.setDestination(mode, model ?? null);
  if (model !== undefined) return destinationForModel(context, caller, model);
  if (mode === 'proxy') return { mode: 'proxy' };
  const segments = catalogSegments(context.service);
  const [onlySegment] = segments;
  return onlySegment !== undefined && segments.length === 1 ? { mode: 'direct', segment: onlySegment } : modelMissing(segments);
}

/** Returns the segments of all models in the catalog. */
export function catalogSegments({ models }: ActiveService): readonly string[] {
  return [...new Set(models.flatMap(({ segment }) => segment ?? []))];
}

/** Looks the model up in the catalog. Asks the service before rejecting it, because it may be new. */
async function destinationForModel(context: DestinationContext, caller: Caller, model: string): Promise<Destination | LocalApiError> {
  const { service } = context;
  const fromCatalog = destinationFor(model, service);
  if (!('status' in fromCatalog)) return fromCatalog;
  if (service.mode === 'direct') return (await discoverDestination(context, caller, model)) ?? fromCatalog;
  return destinationFor(model, { mode: service.mode, ...(await service.refreshModels(caller.clientGone)) });
}

/** Asks the engines for a model. If one of them can't be asked, returns its failure, because it may be the one that serves the model. */
async function discoverDestination(
  { service, discovered }: DestinationContext,
  { clientGone, surface }: Caller,
  model: string,
): Promise<Destination | LocalApiError | undefined> {
  const { id } = service.profile;
  const found = (): Destination | undefined => {
    const segment = discovered.find(id, model);
    return segment !== undefined && engineSegments(service).includes(segment) ? { mode: 'direct', segment } : undefined;
  };
  const known = found();
  if (known) return known;
  const { models, failures } = await readModelLists(service, '', clientGone);
  discovered.remember(id, models);
  const failure = failures.find(mayHaveMoreModels);
  return found() ?? (failure && localApiErrorFor(failure, surface));
}
