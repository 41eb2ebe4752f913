import type { Answer, AnswerDelta } from '../../contract/answer.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Token } from '../../contract/tokens.ts';
import type { Clock } from '../shared/clock.ts';
import type { Upstream, UpstreamResponse } from '../upstream/upstream.ts';
import { createAnswerReader, type ReadEnd } from './response/answer-reader.ts';
import { createAssembler, type Assembled, type Assembler } from './response/assembler.ts';
import { createChoiceAssembler } from './response/choice-assembler.ts';
import { consumeBody } from './response/consume-body.ts';
import type { TagTrust } from './response/reasoning-scanner.ts';
import { readBodyText, readErrorBody, readErrorValue } from './errors/error-body.ts';
import { incompleteAnswerFailure, readRetryAfter, midStreamFailure, serviceFailure, type Refusal } from './errors/service-failure.ts';
import { noteTexts } from './text.ts';
import { nextFallback, type StreamingForm, type StreamingSupport } from './supported-options.ts';

/** Timeouts of a request. The connect timeout belongs to the upstream. */
export interface Limits {
  readonly firstByteMs: number;
  readonly idleMs: number;
}

/** A request as sent, without headers. */
export interface SentRequest {
  /** The full URL. */
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The answer as far as it arrived, and why it ended early. */
export interface Outcome {
  readonly answer: Answer;
  /** Omitted if nothing was sent. */
  readonly sent?: SentRequest;
  readonly failure: Failure | null;
  /** The error response, if the service gave one instead of an answer. */
  readonly refusal?: { readonly status: number; readonly retryAfterMs: number | undefined };
}

/** A request ready to be sent. */
export interface AnswerRequest {
  readonly upstream: Upstream;
  readonly mode: Mode;
  /** Scheme, host and port, before the base path. */
  readonly origin: string;
  readonly base: string;
  readonly endpoint: string;
  readonly token: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
  readonly model: string;
  readonly segment: string | undefined;
  readonly trust: TagTrust;
  readonly offered: ReadonlySet<string>;
  readonly wantsStream: boolean;
  readonly signal: AbortSignal;
  readonly limits: Limits;
  readonly clock: Clock;
  /** Called when the service accepts the request, before the answer is read. */
  readonly onAccepted?: ((sent: SentRequest, response: UpstreamResponse) => void) | undefined;
  /** One for each answer requested. */
  readonly sinks: readonly [AnswerSink, ...AnswerSink[]];
}

/** Where an answer goes while it arrives. */
export interface AnswerSink {
  readonly onDelta: (delta: AnswerDelta) => void;
  readonly onTokens?: ((tokens: readonly Token[]) => void) | undefined;
}

/** Sends a request for one or several answers. Retries with simpler streaming options if the service rejected those before answering. */
export async function requestAnswers(request: AnswerRequest, support: StreamingSupport): Promise<readonly Outcome[]> {
  const startedAt = request.clock.now();
  const initial = initialForm(support.formFor(request.base), request.wantsStream);
  let form = initial;
  let isCertain = true;
  for (;;) {
    const path = `${request.base}${request.endpoint}`;
    const sent: SentRequest = { address: `${request.origin}${path}`, body: { ...request.body, ...formFields(form) } };
    const response = await request.upstream.request({
      method: 'POST',
      path,
      headers: headers(request.token, form),
      body: JSON.stringify(sent.body),
      signal: request.signal,
      firstByteMs: request.limits.firstByteMs,
    });
    if (!response.ok) return emptyOutcomes(request, startedAt, { sent, failure: response.failure });
    const { status, body } = response.value;
    if (status >= 200 && status < 300) {
      // Only now, because the rejection may have had another cause.
      if (form !== initial && isCertain) support.learn(request.base, form);
      request.onAccepted?.(sent, response.value);
      return receive(request, response.value, startedAt, form, sent);
    }

    const text = await readBodyText(body, request.signal, request.limits.idleMs);
    const refusal = toRefusal(request, response.value, text);
    const fallback = nextFallback(form, { status, error: refusal.body, text }, request.body);
    if (fallback === undefined) {
      return emptyOutcomes(request, startedAt, {
        sent,
        failure: serviceFailure(refusal),
        refusal: { status, retryAfterMs: refusal.retryAfterMs },
      });
    }
    form = fallback.form;
    isCertain &&= fallback.isCertain;
  }
}

async function receive(
  request: AnswerRequest,
  response: UpstreamResponse,
  startedAt: number,
  form: StreamingForm,
  sent: SentRequest,
): Promise<readonly Outcome[]> {
  const { signal, limits } = request;
  const assembler = createChoiceAssembler(assemblersFor(request, startedAt));
  const reader = createAnswerReader(assembler);
  const broken = await consumeBody(response.body, reader, { host: request.upstream.host, signal, ...limits });
  const end = reader.end();
  // An answer without the end mark may be complete, so its tool calls are validated as they are.
  const mayBeWhole = end === 'done' || (end === 'open' && assembler.hasFinished());
  return assembler.end(broken === undefined && mayBeWhole).map((assembled) => ({
    answer: { ...assembled.answer, notes: [...request.notes, ...assembled.notes, ...formNotes(request, form)] },
    sent,
    failure: broken ?? answerFailure(request, response, assembled, end) ?? null,
  }));
}

function assemblersFor({ clock, trust, offered, sinks }: AnswerRequest, startedAt: number): readonly [Assembler, ...Assembler[]] {
  const create = (sink: AnswerSink): Assembler => createAssembler({ clock, startedAt, trust, offered, ...sink });
  const [first, ...others] = sinks;
  return [create(first), ...others.map(create)];
}

function answerFailure(request: AnswerRequest, response: UpstreamResponse, assembled: Assembled, end: ReadEnd): Failure | undefined {
  if (assembled.error !== undefined) {
    return midStreamFailure({ ...toRefusal(request, response, ''), body: readErrorValue(assembled.error, secretsOf(request)) });
  }
  return incompleteAnswerFailure(end, assembled.answer, request.upstream.host);
}

function toRefusal(request: AnswerRequest, response: UpstreamResponse, text: string): Refusal {
  return {
    mode: request.mode,
    status: response.status,
    body: readErrorBody(text, secretsOf(request)),
    host: request.upstream.host,
    model: request.model,
    segment: request.segment,
    hasToken: request.token !== null,
    retryAfterMs: readRetryAfter(response.header('retry-after'), Date.now()),
  };
}

function secretsOf({ token }: AnswerRequest): readonly string[] {
  return token === null ? [] : [token];
}

function emptyOutcomes(request: AnswerRequest, startedAt: number, reason: Omit<Outcome, 'answer'>): readonly Outcome[] {
  const emptyOutcome = (empty: Assembler): Outcome => ({ ...reason, answer: { ...empty.end(false).answer, notes: request.notes } });
  return assemblersFor(request, startedAt).map(emptyOutcome);
}

function headers(token: string | null, form: StreamingForm): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    accept: form.stream ? 'text/event-stream, application/json' : 'application/json',
    'accept-encoding': 'identity',
    ...(token === null ? {} : { authorization: `bearer ${token}` }),
  };
}

function initialForm(form: StreamingForm, wantsStream: boolean): StreamingForm {
  return wantsStream ? form : { stream: false, streamOptions: false };
}

function formFields(form: StreamingForm): Readonly<Record<string, unknown>> {
  if (!form.stream) return {};
  return form.streamOptions ? { stream: true, stream_options: { include_usage: true } } : { stream: true };
}

function formNotes(request: AnswerRequest, form: StreamingForm): readonly string[] {
  return request.wantsStream && !form.stream ? [noteTexts.notStreamed] : [];
}
