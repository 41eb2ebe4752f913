import type { AnswerDelta } from '../../contract/answer.ts';
import type { CatalogEntry, Model } from '../../contract/catalog.ts';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Addresses } from './addresses.ts';
import type { TagTrust } from './response/reasoning-scanner.ts';
import { tokenMissing } from './errors/token-missing.ts';
import { requestAnswer, type AnswerRequest, type Limits, type Outcome } from './request-answer.ts';
import { fetchModels, mergeLists, type ListOutcome, type ModelListSource } from './fetch-models.ts';
import type { Built } from './requests/request-fields.ts';
import { buildChat, buildCompletion, offeredTools, type ChatRequest, type CompletionRequest } from './requests/requests.ts';
import { createStreamingSupport } from './streaming-support.ts';

export { parseBaseUrl, type Addresses } from './addresses.ts';
export { putEntry, putModel, removeEntry, removeModel } from './catalog/edit.ts';
export { modelsOf } from './catalog/merge.ts';
export { readErrorBody } from './errors/error-body.ts';
export { serviceFailure } from './errors/service-failure.ts';
export { tokenMissing } from './errors/token-missing.ts';
export type { Limits, Outcome } from './request-answer.ts';
export type { ListOutcome } from './fetch-models.ts';
export { buildChat, buildCompletion, type ChatRequest, type CompletionRequest } from './requests/requests.ts';

export interface LlmClientOptions {
  readonly addresses: Addresses;
  /** The two ways in; the direct one may go through the tunnel without this client knowing. */
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  /** Asked for each request, so that a token lives here no longer than it must; null where there is none. */
  readonly token: (signal: AbortSignal) => Promise<Result<string | null>>;
  /** A steady clock, not the wall's: it measures. */
  readonly clock: Clock;
  /** Read at each request. */
  readonly limits?: () => Limits;
  /** Adds to a failure of the service what only the caller knows. */
  readonly explain?: (failure: Failure) => Failure;
}

/** How to ask. */
export interface Call {
  readonly mode: Mode;
  readonly signal: AbortSignal;
  /** False asks for the answer in one piece. */
  readonly isStreamed?: boolean;
}

export type OnDelta = (delta: AnswerDelta) => void;

/** The models after the service was asked for its lists. */
export interface RefreshedCatalog {
  readonly models: readonly Model[];
  /** One for each place that was asked. */
  readonly outcomes: readonly ListOutcome[];
}

/** Speaks to the service, by either way. Never throws for what a service can do. */
export interface LlmClient {
  readonly chat: (request: ChatRequest, call: Call, onDelta: OnDelta) => Promise<Outcome>;
  readonly complete: (request: CompletionRequest, call: Call, onDelta: OnDelta) => Promise<Outcome>;
  /** `previous` is the last good view; what can't be asked keeps its state from there. */
  readonly refreshCatalog: (
    catalog: readonly CatalogEntry[],
    previous: readonly Model[],
    call: { readonly modes: readonly Mode[]; readonly signal: AbortSignal },
  ) => Promise<RefreshedCatalog>;
}

const usualLimits: Limits = { firstByteMs: 300_000, idleMs: 120_000 };
const listLimitMs = 20_000;

/** Makes a client for one profile; it opens nothing itself. */
export function createLlmClient({
  addresses,
  upstreams,
  token,
  clock,
  limits = () => usualLimits,
  explain = (failure) => failure,
}: LlmClientOptions): LlmClient {
  const memory = createStreamingSupport();

  const ask = async (
    model: Model,
    { body, notes }: Built,
    how: Pick<AnswerRequest, 'endpoint' | 'trust' | 'offered'>,
    call: Call,
    onDelta: OnDelta,
  ): Promise<Outcome> => {
    const base = call.mode === 'proxy' ? addresses.proxyBase : model.segment === null ? undefined : addresses.directBase(model.segment);
    if (base === undefined) return refuse(notDirect(model.id), notes);
    const credential = await credentialFor(call.mode, token, call.signal);
    if (!credential.ok) return refuse(credential.failure, notes);
    const outcome = await requestAnswer(
      {
        ...how,
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
      memory,
    );
    return outcome.failure ? { ...outcome, failure: explain(outcome.failure) } : outcome;
  };

  return {
    chat: (request, call, onDelta) => {
      const built = buildChat(request);
      const how = { endpoint: 'chat/completions', trust: trustOf(request.model), offered: offeredTools(built.body) };
      return ask(request.model, built, how, call, onDelta);
    },
    complete: async (request, call, onDelta) => {
      if (call.mode === 'proxy') return refuse(noCompletions, []);
      const how = { endpoint: 'completions', trust: 'off', offered: new Set<string>() } as const;
      return ask(request.model, buildCompletion(request), how, call, onDelta);
    },
    refreshCatalog: async (catalog, previous, { modes, signal }) => {
      const credential = modes.includes('proxy') ? await credentialFor('proxy', token, signal) : ok(null);
      const places: ModelListSource[] = modes.includes('direct')
        ? catalog.map(({ segment }) => ({
            mode: 'direct',
            segment,
            base: addresses.directBase(segment),
            upstream: upstreams.direct,
            token: null,
          }))
        : [];
      const early: ListOutcome[] = [];
      if (modes.includes('proxy')) {
        if (credential.ok)
          places.push({ mode: 'proxy', segment: undefined, base: addresses.proxyBase, upstream: upstreams.proxy, token: credential.value });
        else early.push({ mode: 'proxy', segment: undefined, ms: 0, result: { kind: 'failed', failure: credential.failure } });
      }
      const fetched = [...(await Promise.all(places.map((place) => fetchModels(place, signal, listLimitMs, clock)))), ...early];
      const outcomes = fetched.map((list): ListOutcome =>
        list.result.kind === 'failed' ? { ...list, result: { kind: 'failed', failure: explain(list.result.failure) } } : list,
      );
      return { models: mergeLists(catalog, previous, outcomes), outcomes };
    },
  };
}

async function credentialFor(mode: Mode, token: LlmClientOptions['token'], signal: AbortSignal): Promise<Result<string | null>> {
  if (mode === 'direct') return ok(null);
  const read = await token(signal);
  if (!read.ok) return read;
  const trimmed = read.value?.trim() ?? '';
  if (trimmed === '') return { ok: false, failure: tokenMissing };
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    return failed(
      'token-refused',
      'The API token holds characters that no token has.',
      'Copy it again from the web chat and enter it anew.',
    );
  }
  return ok(trimmed);
}

/** Raw text is for the direct way. */
export const noCompletions: Failure = {
  code: 'unsupported',
  message: 'The proxy offers chat only; raw text completions go to the engines directly.',
  remedy: 'Switch to the direct way.',
};

function notDirect(id: string): Failure {
  return {
    code: 'unsupported',
    message: `${id} is known to the proxy only: its segment on the direct way is not in the catalog.`,
    remedy: 'Use the proxy, or add its segment to the catalog.',
  };
}

function trustOf({ capabilities, origin }: Model): TagTrust {
  if (capabilities.reasoning || capabilities.reasoningEffort) return 'full';
  return origin === 'discovered' ? 'leading' : 'off';
}

function refuse(failure: Failure, notes: readonly string[]): Outcome {
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  return { answer: { parts: [], finish: null, usage: null, metrics: null, logprobs: null, timings, notes }, failure };
}
