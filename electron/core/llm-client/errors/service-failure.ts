import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import type { Mode } from '../../../contract/profile.ts';
import type { ErrorBody } from './error-body.ts';
import { readImageLimit } from '../image-support.ts';
import type { Answer } from '../../../contract/answer.ts';
import type { ReadEnd } from '../response/answer-reader.ts';

/** An error response and its request. */
export interface Refusal {
  readonly mode: Mode;
  readonly status: number;
  readonly body: ErrorBody;
  readonly host: string;
  /** The requested model, if there was one. */
  readonly model: string | undefined;
  readonly segment: string | undefined;
  readonly hasToken: boolean;
  readonly retryAfterMs: number | undefined;
}

/** The engines reject images with 400, llama.cpp and LM Studio with 500, OpenRouter with 404. */
const imageStatuses: ReadonlySet<number> = new Set([400, 404, 415, 422, 500, 501]);

/** Converts an error response of any dialect to a Failure. */
export function serviceFailure(refusal: Refusal): Failure {
  const { status, body, mode, host, segment, model = null } = refusal;
  const said = body.message;
  if (status === 401 || status === 403) {
    if (mode === 'direct') return failure('network-not-permitted', { host });
    if (!refusal.hasToken) return failure('token-missing');
    return failure(status === 401 ? 'token-refused' : 'token-forbidden', { said });
  }
  if (status === 407) return failure('http-proxy-password-required');
  if (status === 429) return failure('rate-limited', { said, waitSeconds: waitSeconds(refusal) });
  if (status >= 300 && status < 400) return failure('service-redirected', { host, status });
  if (isContextLength(body, status)) return failure('context-length', { model, said });
  const images = imageStatuses.has(status) ? readImageLimit(said) : undefined;
  if (images !== undefined)
    return images === 0 ? failure('images-not-taken', { model, said }) : failure('too-many-images', { limit: images });
  if (status === 413) return failure('request-too-large', { host, said });
  if (isUnknownModel(body, status)) {
    return failure('model-not-served', { model, segment: mode === 'direct' ? (segment ?? null) : null, said });
  }
  if (status === 404 || status === 405) {
    return mode === 'direct' && segment !== undefined
      ? failure('engine-not-found', { segment })
      : failure('endpoint-not-found', { host, status, said });
  }
  if (status === 408) return failure('service-timed-out', { host, said });
  if (status >= 500) {
    const isOverloaded = status === 502 || status === 503 || status === 504;
    return failure(isOverloaded ? 'engine-unavailable' : 'service-failed', { status, said, waitSeconds: waitSeconds(refusal) });
  }
  const limit = logprobsLimit(body);
  if (limit !== undefined) return failure('logprobs-limit', { limit });
  if (body.isMarkup) return failure('web-page-answered', { host });
  return failure('request-rejected', { status, said });
}

/** Converts an error that arrived within a started answer. */
export function midStreamFailure(refusal: Refusal): Failure {
  const status = Number(refusal.body.code);
  const hasStatus = Number.isInteger(status) && status >= 400 && status < 600 && status !== 500;
  if (hasStatus) return serviceFailure({ ...refusal, status });
  if (isContextLength(refusal.body, 400)) return failure('context-length', { model: refusal.model ?? null, said: refusal.body.message });
  return failure('engine-failed', { said: refusal.body.message });
}

function waitSeconds({ retryAfterMs }: Refusal): number | null {
  return retryAfterMs === undefined ? null : Math.max(1, Math.ceil(retryAfterMs / 1000));
}

function isContextLength(body: ErrorBody, status: number): boolean {
  if (status !== 400 && status !== 413 && status !== 422 && status !== 500) return false;
  return (
    /context[_ -]?(length|window|size)|maximum (model|input|context)[_ -]?len|max_model_len|longer than the (model|maximum)|too many tokens|prompt is too long/i.test(
      body.message,
    ) || /context_(length|size)/i.test(body.code + body.type)
  );
}

/** Returns the number of alternatives that an engine lists at most, if it rejected a larger one. */
function logprobsLimit(body: ErrorBody): number | undefined {
  const [, limit] = /logprobs of \d+, which is greater than max allowed: (\d+)/i.exec(body.message) ?? [];
  return limit === undefined ? undefined : Number(limit);
}

function isUnknownModel(body: ErrorBody, status: number): boolean {
  if (status !== 400 && status !== 404 && status !== 422 && status !== 500) return false;
  return (
    /model\b.{0,120}\b(does not exist|not found|not (being )?served|unknown|is not available|mismatch|does not match)/i.test(
      body.message,
    ) ||
    /(unknown|no such|invalid) model/i.test(body.message) ||
    body.code === 'model_not_found' ||
    (status === 404 && body.param === 'model')
  );
}

/** The failure of a proxy request without a token. */
export const tokenMissing: Failure = failure('token-missing');

const maxWaitMs = 24 * 60 * 60 * 1000;

/** Parses a Retry-After header, in seconds or as a date, into milliseconds from now. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), maxWaitMs) : undefined;
}

/** Returns the failure of an answer that was fully received but is incomplete or malformed. */
export function incompleteAnswerFailure(end: ReadEnd, answer: Omit<Answer, 'notes'>, host: string): Failure | undefined {
  switch (end) {
    case 'done':
      return describeAnswer(answer, host);
    case 'open':
      return describeOpen(answer, host);
    case 'nothing':
      return failure('answer-empty', { host });
    case 'markup':
      return failure('web-page-answered', { host });
    case 'too-long':
      return failure('answer-too-large', { host });
    case 'malformed':
      return failure('answer-malformed', { host });
  }
}

/** Without the end mark, only the finish reason tells whether the answer is complete. */
function describeOpen(answer: Omit<Answer, 'notes'>, host: string): Failure {
  if (answer.finish === null) return failure('answer-ended-early', { host });
  return answer.finish === 'aborted' ? failure('engine-stopped') : failure('answer-end-unmarked', { host });
}

function describeAnswer(answer: Omit<Answer, 'notes'>, host: string): Failure | undefined {
  if (answer.finish === 'aborted') return failure('engine-stopped');
  const isEmpty = answer.parts.length === 0 && answer.finish === null && answer.usage === null;
  return isEmpty ? failure('answer-not-from-model', { host }) : undefined;
}
