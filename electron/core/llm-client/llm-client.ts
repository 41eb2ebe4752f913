import type { CatalogEntry, Model } from '../../contract/catalog.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail, failure, unexpected } from '../../contract/failures/fail.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Token } from '../../contract/tokens.ts';
import type { Clock } from '../shared/clock.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { ActiveService } from './active-service.ts';
import type { Addresses } from './addresses.ts';
import type { TagTrust } from './response/reasoning-scanner.ts';
import { requestAnswers, type AnswerRequest, type AnswerSink, type Limits, type Outcome } from './request-answer.ts';
import { createLogprobsSupport, limitLogprobs, rejectedLimit, createStreamingSupport } from './supported-options.ts';
import type { ListOutcome, ModelListSource } from './fetch-models.ts';
import { refreshCatalog, type RefreshedCatalog } from './refresh-catalog.ts';
import { offeredTools, type BuiltRequest } from './requests/request-fields.ts';
import { buildChat, buildCompletion, type ChatRequest, type CompletionRequest } from './requests/requests.ts';
import { createEngineEndpoints } from './engine/engine-endpoints.ts';
import { scoreText, type TextToScore } from './engine/score-text.ts';
import { countTokens, templateText } from './engine/tokenizer.ts';
import { learnFromFailure, type ImageSupport } from './image-support.ts';
import { hasImages } from './requests/image-urls.ts';
import { noteTexts } from './text.ts';

export type { ActiveService };
export { parseBaseUrl, type Addresses } from './addresses.ts';
export { chooseModel, suggestOtherMode } from './catalog.ts';
export { putEntry, putModel, removeEntry, removeModel } from './catalog.ts';
export { catalogModels } from './catalog.ts';
export { readErrorBody } from './errors/error-body.ts';
export { serviceFailure, tokenMissing } from './errors/service-failure.ts';
export { createJsonBalance, type JsonBalance } from './response/tool-calls.ts';
export type { ImageSupport } from './image-support.ts';
export { mapImageUrls, nameImage, readNamedImage } from './requests/image-urls.ts';
export type { AnswerSink, Limits, Outcome } from './request-answer.ts';
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
  /** Called with what a rejected request with images tells about the model. */
  readonly onImagesRefused?: (model: string, learned: ImageSupport) => void;
  /** Adds to a failure of the service what only the caller knows. */
  readonly explain?: (failure: Failure) => Failure;
}

/** How to send a request. */
export interface CallOptions {
  readonly mode: Mode;
  readonly signal: AbortSignal;
  /** False requests the answer in one piece. */
  readonly isStreamed?: boolean;
  /** Called when the service accepts the request, before the answer is read. */
  readonly onAccepted?: AnswerRequest['onAccepted'];
}

export type OnDelta = AnswerSink['onDelta'];

type Sinks = AnswerRequest['sinks'];

/** Client of the service in both modes. Never throws for anything the service does. */
export type LlmClient = ReturnType<typeof createLlmClient>;

/** The active profile's service, for callers that ask a model. */
export interface ServiceHandle {
  readonly profileId: string;
  readonly client: LlmClient;
  readonly mode: Mode;
  readonly models: readonly Model[];
}

/** The active profile's service, for callers that forward bytes and answer from them. */
export type AnsweringService = ActiveService & Pick<ServiceHandle, 'client'>;

const defaultLimits: Limits = { firstByteMs: 300_000, idleMs: 120_000 };

/** Creates a client for one profile. It opens no connection itself. */
export function createLlmClient({
  addresses,
  upstreams,
  token,
  clock,
  limits = () => defaultLimits,
  onImagesRefused = () => undefined,
  explain = (unchanged) => unchanged,
}: LlmClientOptions) {
  const streamingSupport = createStreamingSupport();
  const logprobsSupport = createLogprobsSupport();
  const withoutTokenizer = new Set<string>();

  const send = async (
    model: Model,
    { body, notes }: BuiltRequest,
    kind: Pick<AnswerRequest, 'endpoint' | 'trust' | 'offered'>,
    call: CallOptions,
    sinks: Sinks,
  ): Promise<readonly Outcome[]> => {
    const failed = (cause: Failure): readonly Outcome[] => sinks.map(() => failedOutcome(cause, notes));
    const base = call.mode === 'proxy' ? addresses.proxyBase : model.segment === null ? undefined : addresses.directBase(model.segment);
    if (base === undefined) return failed(failure('engine-path-missing', { model: model.id }));
    const credential = await readToken(call.mode, token, call.signal);
    if (!credential.ok) return failed(credential.failure);
    const request = async (limited: BuiltRequest['body'] | undefined): Promise<readonly Outcome[]> => {
      const limit = logprobsSupport.limitFor(base);
      const outcomes = await requestAnswers(
        {
          ...kind,
          upstream: upstreams[call.mode],
          mode: call.mode,
          origin: addresses.origin,
          base,
          token: credential.value,
          body: limited ?? body,
          notes: limited && limit !== undefined ? [...notes, noteTexts.fewerAlternatives(limit)] : notes,
          model: model.id,
          segment: model.segment ?? undefined,
          wantsStream: call.isStreamed ?? true,
          signal: call.signal,
          onAccepted: call.onAccepted,
          limits: limits(),
          clock,
          sinks,
        },
        streamingSupport,
      );
      const rejected = rejectedLimit(outcomes[0]?.failure);
      const lower = limitLogprobs(limited ?? body, rejected);
      if (rejected === undefined || lower === undefined) return outcomes;
      logprobsSupport.learn(base, rejected);
      return request(lower);
    };
    const outcomes = await request(limitLogprobs(body, logprobsSupport.limitFor(base)));
    const learned = hasImages(body) ? learnFromFailure(outcomes[0]?.failure) : undefined;
    if (learned) onImagesRefused(model.id, learned);
    return outcomes.map((outcome) => explainOutcome(outcome, explain));
  };

  const completeSeveral = async (request: CompletionRequest, call: CallOptions, sinks: Sinks): Promise<readonly Outcome[]> => {
    if (call.mode === 'proxy') return sinks.map(() => failedOutcome(failure('completion-needs-direct'), []));
    const kind = { endpoint: 'completions', trust: 'off', offered: new Set<string>() } as const;
    return send(request.model, buildCompletion(request, sinks.length), kind, call, sinks);
  };

  const engine = createEngineEndpoints({ addresses, upstream: upstreams.direct, limits });

  return {
    chat: async (request: ChatRequest, call: CallOptions, onDelta: OnDelta, onTokens?: AnswerSink['onTokens']): Promise<Outcome> => {
      const built = call.mode === 'proxy' ? withoutLogprobs(request) : buildChat(request);
      const kind = { endpoint: 'chat/completions', trust: tagTrustFor(request.model), offered: offeredTools(built.body) };
      return firstOutcome(await send(request.model, built, kind, call, [{ onDelta, onTokens }]));
    },
    /** Sends a chat completion that another program has written, unmodified but for the streaming fields. */
    chatWritten: async (model: Model, body: JsonObject, call: CallOptions, onDelta: OnDelta): Promise<Outcome> => {
      const kind = { endpoint: 'chat/completions', trust: tagTrustFor(model), offered: offeredTools(body) };
      return firstOutcome(await send(model, { body, notes: [] }, kind, call, [{ onDelta }]));
    },
    complete: async (request: CompletionRequest, call: CallOptions, onDelta: OnDelta): Promise<Outcome> =>
      firstOutcome(await completeSeveral(request, call, [{ onDelta }])),
    /** Requests as many continuations as there are sinks. Returns their outcomes in the same order. */
    completeSeveral,
    /** Returns the tokens of a text with their log probabilities. */
    score: async (request: TextToScore, signal: AbortSignal): Promise<Result<readonly Token[]>> => {
      const scored = await scoreText(engine, logprobsSupport, request, signal);
      return scored.ok ? scored : { ok: false, failure: explain(scored.failure) };
    },
    /** Counts the tokens of a text, or of messages with tools. Returns undefined if the engine doesn't offer that. */
    countTokens: (model: Model, text: string | JsonObject, signal: AbortSignal): Promise<number | undefined> =>
      countTokens(engine, withoutTokenizer, model, text, signal),
    /** Returns messages as the text that the model reads. `isOpen` adds what comes before the next answer. */
    templateText: (request: ChatRequest, isOpen: boolean, signal: AbortSignal): Promise<Result<string>> =>
      templateText(engine, request, isOpen, signal),
    /** `previous` is the last good result. `onList` is called after each list with what is known by then. */
    refreshCatalog: async (
      catalog: readonly CatalogEntry[],
      previous: readonly Model[],
      {
        modes,
        signal,
        onList,
      }: { readonly modes: readonly Mode[]; readonly signal: AbortSignal; readonly onList?: (partial: RefreshedCatalog) => void },
    ): Promise<RefreshedCatalog> => {
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
      return refreshCatalog({ catalog, previous, sources, failed: failedEarly, explain, signal, clock, onList });
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

/** The proxy doesn't offer log probabilities. An answer without them is better than none. */
function withoutLogprobs({ parameters: { logprobs, ...parameters } = {}, ...request }: ChatRequest): BuiltRequest {
  const built = buildChat({ ...request, parameters });
  return logprobs === undefined ? built : { ...built, notes: [...built.notes, noteTexts.proxyLogprobs] };
}

function firstOutcome([first]: readonly Outcome[]): Outcome {
  return first ?? failedOutcome(unexpected().failure, []);
}

function tagTrustFor({ capabilities, origin }: Model): TagTrust {
  if (capabilities.reasoning || capabilities.reasoningEffort) return 'full';
  return origin === 'discovered' ? 'leading' : 'off';
}

function failedOutcome(cause: Failure, notes: readonly string[]): Outcome {
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  return { answer: { parts: [], finish: null, usage: null, metrics: null, logprobs: null, timings, notes }, failure: cause };
}

function explainOutcome(outcome: Outcome, explain: (failure: Failure) => Failure): Outcome {
  return outcome.failure ? { ...outcome, failure: explain(outcome.failure) } : outcome;
}
