import { parseJson } from '../../contract/json.ts';
import type { Model } from '../../contract/catalog.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Mode } from '../../contract/profile.ts';
import type { ActiveService } from '../llm-client/llm-client.ts';
import { readPrefix } from './forwarding/relay.ts';

/** An entry of `/v1/models` in OpenAI's format, with the model's location. */
export interface ListedModel {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: string;
  readonly max_model_len?: number;
  readonly causeway: {
    /** The mode. Public under this name. */
    readonly mode: 'proxy' | 'direct';
    readonly segment: string | null;
    /** The base URL that works in either mode. */
    readonly base_url: string;
    /** As the catalog says; null if it doesn't have the model. */
    readonly calls_tools: boolean | null;
    readonly reasons: boolean | null;
    /** As a list, the user or a try says. */
    readonly sees_images: boolean | null;
  };
}

/** A model entry as an engine returned it. */
interface EngineModelEntry {
  readonly id: string;
  readonly fields: object;
}

/** How long all lists may take, and how long the others may take once one is there: many clients give up after 10 seconds. */
const usualLimits = { allMs: 15_000, othersMs: 5000 };
const maxListBytes = 1024 * 1024;

/** Returns the models that can be reached in the current mode. Fails only if no list could be read. */
export async function listModels(
  service: ActiveService,
  origin: string,
  signal: AbortSignal,
  limits = usualLimits,
): Promise<Result<readonly ListedModel[]>> {
  const { models, failures } = await readModelLists(service, origin, signal, limits);
  const [failure] = failures;
  return models.length === 0 && failure ? { ok: false, failure } : ok(models);
}

/**
 * Reads the lists of the current mode, and why others couldn't be read. Asks the engines. Returns the proxy's last known list, because asking it would spend the user's
 * token on callers without a key.
 */
export async function readModelLists(
  service: ActiveService,
  origin: string,
  signal: AbortSignal,
  limits = usualLimits,
): Promise<{ readonly models: readonly ListedModel[]; readonly failures: readonly Failure[] }> {
  if (service.mode === 'proxy') {
    const served = servedModels('proxy', service.models);
    return { models: served.map((model) => toListedModel(model.id, model, 'proxy', null, `${origin}/api`, {})), failures: [] };
  }
  const segments = engineSegments(service);
  const lists = await fetchSegments(service, segments, signal, limits);
  const failures: Failure[] = [];
  const entries = new Map<string, ListedModel>();
  for (const [at, list] of lists.entries()) {
    const segment = segments[at] ?? '';
    if (!list.ok) {
      failures.push(list.failure);
      continue;
    }
    for (const { id, fields } of list.value) {
      const known = service.models.find((model) => model.id === id);
      const place = known?.segment ?? segment;
      // Each model has one segment: the catalog's, if it names one.
      if (!entries.has(id) || place === segment)
        entries.set(id, toListedModel(id, known, 'direct', segment, `${origin}/${segment}/v1`, fields));
    }
  }
  return { models: [...entries.values()], failures };
}

/** Returns the segments whose engines can be asked. */
export function engineSegments({ models, lists }: Pick<ActiveService, 'models' | 'lists'>): readonly string[] {
  const served = servedModels('direct', models);
  return [...new Set([...served, ...lists].flatMap(({ segment }) => segment ?? []))];
}

/** Returns false if the engine answered that it has no list. */
export function mayHaveMoreModels({ reason, params }: Failure): boolean {
  return reason !== 'engine-list-missing' || Number(params['status']) >= 500;
}

type EngineList = Result<readonly EngineModelEntry[]>;

async function fetchSegments(
  service: ActiveService,
  segments: readonly string[],
  signal: AbortSignal,
  { allMs, othersMs }: typeof usualLimits,
): Promise<readonly EngineList[]> {
  const timeout = new AbortController();
  const timers = [setTimeout(() => timeout.abort(), allMs)];
  const fetchSegment = async (segment: string): Promise<EngineList> => {
    const list = await requestList(service, segment, AbortSignal.any([signal, timeout.signal]), allMs);
    if (list.ok) timers.push(setTimeout(() => timeout.abort(), othersMs));
    if (list.ok || !timeout.signal.aborted || signal.aborted) return list;
    return service.isTunnelAwaited() ? fail('tunnel-connecting') : fail('engine-list-late', { segment });
  };
  try {
    return await Promise.all(segments.map(fetchSegment));
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

async function requestList(
  { upstreams, addresses }: ActiveService,
  segment: string,
  signal: AbortSignal,
  firstByteMs: number,
): Promise<EngineList> {
  const path = `${addresses.directBase(segment)}models`;
  const answer = await upstreams.direct.request({ method: 'GET', path, headers: { accept: 'application/json' }, signal, firstByteMs });
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  const text = await readPrefix(body, maxListBytes);
  if (status === 401) return fail('network-not-permitted', { host: addresses.host });
  const entriesRead = status === 200 ? readList(text) : undefined;
  return entriesRead ? ok(entriesRead) : fail('engine-list-missing', { segment, status });
}

function readList(text: string): readonly EngineModelEntry[] | undefined {
  const value = parseJson(text);
  const data: unknown = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? [{ id: item.id, fields: item }] : [],
  );
}

function toListedModel(
  id: string,
  known: Model | undefined,
  mode: 'proxy' | 'direct',
  segment: string | null,
  baseUrl: string,
  fields: object,
): ListedModel {
  const declared = known?.origin === 'declared' ? known.capabilities : undefined;
  return {
    created: 0,
    owned_by: segment ?? mode,
    ...(known?.contextLength ? { max_model_len: known.contextLength } : {}),
    ...fields,
    id,
    object: 'model',
    causeway: {
      mode,
      segment,
      base_url: baseUrl,
      calls_tools: declared?.tools ?? null,
      reasons: declared?.reasoning ?? null,
      sees_images: known?.seesImages ?? null,
    },
  };
}

/** Segments of models that engines have listed since the last catalog refresh. */
export type DiscoveredModels = ReturnType<typeof createDiscoveredModels>;

/** Creates the memory that makes every model listed under `/v1/models` usable at once. */
export function createDiscoveredModels() {
  let last: { readonly profileId: string; readonly segments: ReadonlyMap<string, string> } | undefined;
  return {
    /** Replaces what is known of the segments that listed these. Other segments may have failed, so theirs is kept. */
    remember: (profileId: string, listed: readonly ListedModel[]): void => {
      const found = listed.flatMap(({ id, causeway }) => (causeway.segment === null ? [] : [[id, causeway.segment] as const]));
      const replaced = new Set(found.map(([, segment]) => segment));
      const kept = last?.profileId === profileId ? [...last.segments].filter(([, segment]) => !replaced.has(segment)) : [];
      last = { profileId, segments: new Map([...kept, ...found]) };
    },
    /** Returns the segment that last listed a model. */
    find: (profileId: string, model: string): string | undefined => (last?.profileId === profileId ? last.segments.get(model) : undefined),
  };
}

/** Returns the models that a mode can serve, as far as is known. */
export function servedModels(mode: Mode, models: readonly Model[]): readonly Model[] {
  return models.filter((model) => (mode === 'proxy' || model.segment !== null) && model.presence[mode] !== 'gone');
}
