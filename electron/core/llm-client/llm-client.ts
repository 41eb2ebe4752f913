import type { AnswerDelta } from '../../contract/answer.ts';
import type { CatalogEntry, Model } from '../../contract/catalog.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail, failure } from '../../contract/failures/fail.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Addresses } from './addresses.ts';
import type { TagTrust } from './response/reasoning-scanner.ts';
import { requestAnswer, type AnswerRequest, type Limits, type Outcome } from './request-answer.ts';
import { fetchModels, mergeLists, type ListOutcome, type ModelListSource } from './fetch-models.ts';
import type { BuiltRequest } from './requests/request-fields.ts';
import { buildChat, buildCompletion, offeredTools, type ChatRequest, type CompletionRequest } from './requests/requests.ts';
import { createStreamingSupport } from './streaming-support.ts';

export type { ActiveService } from './active-service.ts';
export { parseBaseUrl, type Addresses } from './addresses.ts';
export { chooseModel, suggestOtherMode } from './choose-model.ts';
export { putEntry, putModel, removeEntry, removeModel } from './catalog/edit.ts';
export { catalogModels } from './catalog/merge.ts';
export { readErrorBody } from './errors/error-body.ts';
export { serviceFailure, tokenMissing } from './errors/service-failure.ts';
export type { Limits, Outcome } from './request-answer.ts';
export type { ListOutcome } from './fetch-models.ts';
export { buildChat, buildCompletion, type ChatRequest, type CompletionRequest } from './requests/requests.ts';

export interface LlmClientOptions {
  readonly addresses: Addresses;
  /** The direct one may use the tunnel without this client knowing. */
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  /** Called for each request, so that the token isn't kept here. Null if there is none. */
  readonly token: (signal: AbortSignal) => Promise<Result<string | null>>;
  /** Monotonic clock, for durations. */
  readonly clock: Clock;
  /** Read for each request. */
  readonly limits?: () => Limits;
  /** Adds to a failure of the service what only the caller knows. */
  readonly explain?: (failure: Failure) => Failure;
}

/** How to send a request. */
export interface CallOptions {
  readonly mode: Mode;
  readonly signal: AbortSignal;
  /** False requests the answer in one piece. */
  readonly isStreamed?: boolean;
}

export type OnDelta = (delta: AnswerDelta) => void;

/** The models after a refresh. */
export interface RefreshedCatalog {
  readonly models: readonly Model[];
  /** One for each list requested. */
  readonly outcomes: readonly ListOutcome[];
}

/** Client of the service in both modes. Never throws for anything the service does. */
export interface LlmClient {
  readonly chat: (request: ChatRequest, call: CallOptions, onDelta: OnDelta) => Promise<Outcome>;
  readonly complete: (request: CompletionRequest, call: CallOptions, onDelta: OnDelta) => Promise<Outcome>;
  /** `previous` is the last good result. Models whose list can't be read keep their state from it. */
  readonly refreshCatalog: (
    catalog: readonly CatalogEntry[],
    previous: readonly Model[],
    call: { readonly modes: readonly Mode[]; readonly signal: AbortSignal },
  ) => Promise<RefreshedCatalog>;
}

/** The active profile's service, for callers that ask a model. */
export interface ServiceHandle {
  readonly client: LlmClient;
  readonly mode: Mode;
  readonly models: readonly Model[];
}

const defaultLimits: Limits = { firstByteMs: 300_000, idleMs: 120_000 };
const listTimeoutMs = 20_000;

/** Creates a client for one profile. It opens no connection itself. */
export function createLlmClient({
  addresses,
  upstreams,
  token,
  clock,
  limits = () => defaultLimits,
  explain = (unchanged) => unchanged,
}: LlmClientOptions): LlmClient {
  const streamingSupport = createStreamingSupport();

  const send = async (
    model: Model,
    { body, notes }: BuiltRequest,
    kind: Pick<AnswerRequest, 'endpoint' | 'trust' | 'offered'>,
    call: CallOptions,
    onDelta: OnDelta,
  ): Promise<Outcome> => {
    const base = call.mode === 'proxy' ? addresses.proxyBase : model.segment === null ? undefined : addresses.directBase(model.segment);
    if (base === undefined) return failedOutcome(failure('engine-path-missing', { model: model.id }), notes);
    const credential = await readToken(call.mode, token, call.signal);
    if (!credential.ok) return failedOutcome(credential.failure, notes);
    const outcome = await requestAnswer(
      {
        ...kind,
        upstream: upstreams[call.mode],
        mode: call.mode,
        origin: addresses.origin,
        base,
        token: credential.value,
        body,
        notes,
        model: model.id,
        segment: model.segment ?? undefined,
        wantsStream: call.isStreamed ?? true,
        signal: call.signal,
        limits: limits(),
        clock,
        onDelta,
      },
      streamingSupport,
    );
    return outcome.failure ? { ...outcome, failure: explain(outcome.failure) } : outcome;
  };

  return {
    chat: (request, call, onDelta) => {
      const built = buildChat(request);
      const kind = { endpoint: 'chat/completions', trust: tagTrustFor(request.model), offered: offeredTools(built.body) };
      return send(request.model, built, kind, call, onDelta);
    },
    complete: async (request, call, onDelta) => {
      if (call.mode === 'proxy') return failedOutcome(failure('completion-needs-direct'), []);
      const kind = { endpoint: 'completions', trust: 'off', offered: new Set<string>() } as const;
      return send(request.model, buildCompletion(request), kind, call, onDelta);
    },
    refreshCatalog: async (catalog, previous, { modes, signal }) => {
      const credential = modes.includes('proxy') ? await readToken('proxy', token, signal) : ok(null);
      const sources: ModelListSource[] = modes.includes('direct')
        ? catalog.map(({ segment }) => ({
            mode: 'direct',
            segment,
            base: addresses.directBase(segment),
            upstream: upstreams.direct,
            token: null,
          }))
        : [];
      const failedEarly: ListOutcome[] = [];
      if (modes.includes('proxy')) {
        if (credential.ok)
          sources.push({
            mode: 'proxy',
            segment: undefined,
            base: addresses.proxyBase,
            upstream: upstreams.proxy,
            token: credential.value,
          });
        else failedEarly.push({ mode: 'proxy', segment: undefined, ms: 0, result: { kind: 'failed', failure: credential.failure } });
      }
      const fetched = [...(await Promise.all(sources.map((source) => fetchModels(source, signal, listTimeoutMs, clock)))), ...failedEarly];
      const outcomes = fetched.map((list) => explainList(list, explain));
      return { models: mergeLists(catalog, previous, outcomes), outcomes };
    },
  };
}

async function readToken(mode: Mode, token: LlmClientOptions['token'], signal: AbortSignal): Promise<Result<string | null>> {
  if (mode === 'direct') return ok(null);
  const stored = await token(signal);
  if (!stored.ok) return stored;
  const trimmed = stored.value?.trim() ?? '';
  if (trimmed === '') return fail('token-missing');
  return /^[\x21-\x7e]+$/.test(trimmed) ? ok(trimmed) : fail('token-characters');
}

function tagTrustFor({ capabilities, origin }: Model): TagTrust {
  if (capabilities.reasoning || capabilities.reasoningEffort) return 'full';
  return origin === 'discovered' ? 'leading' : 'off';
}

function failedOutcome(cause: Failure, notes: readonly string[]): Outcome {
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  return { answer: { parts: [], finish: null, usage: null, metrics: null, logprobs: null, timings, notes }, failure: cause };
}

function explainList(list: ListOutcome, explain: (failure: Failure) => Failure): ListOutcome {
  return list.result.kind === 'failed' ? { ...list, result: { kind: 'failed', failure: explain(list.result.failure) } } : list;
}
