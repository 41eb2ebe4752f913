import { type LocalApiError, localApiErrorFor } from '../local-api-error.ts';
import { unknownModel, modelMissing, keyInAddress, malformedPath, noSuchPath, readOnly } from '../api-errors.ts';
import type { ActiveService } from '../../llm-client/llm-client.ts';
import { engineSegments, mayHaveMoreModels, readModelLists, servedModels, type DiscoveredModels } from '../list-models.ts';
import type { LocalApiExchange } from '../respond.ts';
import { segmentSchema } from '../../../contract/catalog.ts';
import { localKeyPattern } from '../headers.ts';

/** The route of a request. `rest` follows the base path and includes the query. */
export type LocalApiRoute =
  | { readonly kind: 'health' }
  | { readonly kind: 'status' }
  | { readonly kind: 'models'; readonly id: string | null }
  | { readonly kind: 'by-model'; readonly rest: string }
  | { readonly kind: 'proxy'; readonly rest: string }
  | { readonly kind: 'direct'; readonly segment: string; readonly rest: string }
  /** A path of an engine outside its `v1`, such as `tokenize`. */
  | { readonly kind: 'engine'; readonly segment: string; readonly rest: string }
  | { readonly kind: 'refused'; readonly error: LocalApiError };

/** Parses a request target. Rejects paths that would need normalizing. */
export function parseRoute(method: string, target: string): LocalApiRoute {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark);
  const isRead = method === 'GET' || method === 'HEAD';
  const isModel = isRead && path.startsWith('/v1/models/');
  // The OpenAI libraries escape the slash in a model's name. This path is never forwarded.
  if (!isPlain(isModel ? path.replaceAll(/%2f/gi, '/') : path)) return refuse(malformedPath);
  if (localKeyPattern.test(target)) return refuse(keyInAddress);
  if (path === '/healthz') return isRead ? { kind: 'health' } : refuse(readOnly);
  if (path === '/status') return isRead ? { kind: 'status' } : refuse(readOnly);
  if (path === '/v1/models') return isRead ? { kind: 'models', id: null } : refuse(readOnly);
  if (isModel) return { kind: 'models', id: decodeURIComponent(path.slice('/v1/models/'.length)) };
  const [, first = '', rest = ''] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (first === 'v1' && rest !== '') return { kind: 'by-model', rest: rest + query };
  if (first === 'api' && rest !== '') return { kind: 'proxy', rest: rest + query };
  if (segmentSchema.safeParse(first).success && rest.startsWith('v1/') && rest !== 'v1/') {
    return { kind: 'direct', segment: first, rest: rest.slice('v1/'.length) + query };
  }
  if (segmentSchema.safeParse(first).success && rest !== '' && !/^v1\/?$/.test(rest))
    return { kind: 'engine', segment: first, rest: rest + query };
  return refuse(noSuchPath);
}

/** Returns false for empty or dot segments, also if escaped, and for an escaped slash, backslash or control character. */
function isPlain(path: string): boolean {
  if (!/^\/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/.test(path) || path.includes('//')) return false;
  if (/%(?:2f|5c|[01][0-9a-f]|7f)/i.test(path)) return false;
  return path.split('/').every((part) => {
    const plain = decode(part);
    return plain !== undefined && plain !== '.' && plain !== '..';
  });
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function refuse(error: LocalApiError): LocalApiRoute {
  return { kind: 'refused', error };
}

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
