import type { Answer, AnswerPart } from '../../../contract/answer.ts';
import type { Model } from '../../../contract/catalog.ts';
import type { Message, Parameters } from '../../../contract/conversation.ts';
import type { Failure, FailureCode } from '../../../contract/failure.ts';
import { failure, unexpected } from '../../../contract/failures/fail.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import { chooseModel, type Outcome, type ServiceHandle } from '../../llm-client/llm-client.ts';
import { repairPrompt, type CheckAnswer, type CheckedAnswer } from '../check-answer.ts';
import type { InterruptionReason } from '../run-service.ts';
import { emptyDetail, type NewResult } from '../store/results.ts';
import { runsText } from '../text.ts';
import { refuseImages } from './attachments.ts';
import { withResponseFormat, type CellRequest } from './build-request.ts';
import { addUsage, countTokens } from './token-usage.ts';

/**
 * Why the service can't be used. `counts` says that a response was received: it may be a loss of its cell, which fails after too many,
 * and a change of the connection is no reason to try again.
 */
export interface Interruption {
  readonly reason: InterruptionReason;
  readonly failure: Failure;
  readonly counts: boolean;
}

/** The outcome of a cell's requests, and their tokens. The queue repeats them for all kinds but `result`, up to a limit. */
export type CellOutcome =
  | { readonly kind: 'result'; readonly result: CellResult; readonly firstByteMs: number | null; readonly tokens: number }
  /** The service is busy. */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly retryAfterMs: number | null; readonly tokens: number }
  | (Interruption & { readonly kind: 'interrupted'; readonly tokens: number })
  /** The answer is unusable, and a new request may succeed. `outage` is why the service can't be used if other rows fail like this, too. */
  | { readonly kind: 'failed'; readonly result: CellResult; readonly outage: Interruption | null; readonly tokens: number }
  | { readonly kind: 'cancelled'; readonly tokens: number };

export type CellResult = Omit<NewResult, 'row' | 'slot'>;

export interface CellContext {
  readonly service: ServiceHandle;
  readonly recipe: Recipe;
  readonly check: CheckAnswer;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Models that rejected `response_format`. It isn't sent to them again. */
  readonly modelsWithoutResponseFormat: Set<string>;
  /** Called before each request. */
  readonly onRequest: () => void;
}

const busyCodes: ReadonlySet<FailureCode> = new Set(['rate-limited', 'first-byte-timeout']);
const busyStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
const tokenCodes: ReadonlySet<FailureCode> = new Set(['token-missing', 'token-refused', 'keychain-locked']);
/** Interruptions that count as a loss of the cell, because its request may be the cause. */
const lossCodes: ReadonlySet<FailureCode> = new Set(['connection-lost', 'not-the-service']);
const retryableCodes: ReadonlySet<FailureCode> = new Set(['bad-answer', 'answer-cut', 'idle-timeout']);
/** Failures that a new request would not change. */
const finalCodes: ReadonlySet<FailureCode> = new Set([
  'invalid-input',
  'unsupported',
  'unknown-model',
  'context-length',
  'request-rejected',
  'unexpected',
]);
/** Rejections that another request or another setting may avoid. All others of 400 to 499 are about the request itself. */
const passingRejections: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 429]);
/** A model that may come back. The run itself waits for its own models, so that this concerns only the model of a batch row. */
const goneModels: ReadonlySet<string> = new Set(['model-gone', 'model-gone-in-mode']);

/** Requests the answer of a cell and checks its form. If that is wrong, requests a corrected answer once. */
export async function requestCell(context: CellContext, request: CellRequest): Promise<CellOutcome> {
  const { service, recipe, check, now } = context;
  const chosen = chooseModel(service.models, request.model, service.mode, request.kind === 'chat' ? 'chat' : 'completion');
  if (!chosen.ok && goneModels.has(chosen.failure.reason))
    return { kind: 'interrupted', reason: 'model', failure: chosen.failure, counts: true, tokens: 0 };
  if (!chosen.ok) return toOutcome(chosen.failure, failedResult(chosen.failure, now(), 0), undefined, 0);
  const model = chosen.value;
  const refused = request.kind === 'chat' ? refuseImages(model, request.images.length) : undefined;
  if (refused) return toOutcome(refused, failedResult(refused, now(), 0), undefined, 0);

  const first = await send(context, model, request);
  const firstTokens = countTokens(request, first);
  if (first.failure) return failedOutcome(first, now(), 1, firstTokens);
  const checked = check(joinText(first.answer.parts).trim());
  // another answer would take as long to check
  if (checked.isValid || checked.isTooSlow || recipe.answer.kind === 'text') return done(first, checked, now(), 1, firstTokens);

  const repair = withRepair(request, first.answer, repairPrompt(recipe.answer, checked.complaint));
  const repaired = await send(context, model, repair);
  const tokens = firstTokens + countTokens(repair, repaired);
  const second = { ...repaired, answer: addUsage(repaired.answer, first.answer) };
  if (second.failure) return failedOutcome(second, now(), 2, tokens);
  return done(second, check(joinText(second.answer.parts).trim()), now(), 2, tokens);
}

async function send(context: CellContext, model: Model, request: CellRequest): Promise<Outcome> {
  const { service, recipe, modelsWithoutResponseFormat, signal, onRequest } = context;
  const engine = modelsWithoutResponseFormat.has(model.id) ? 'unknown' : model.engine;
  const parameters = withResponseFormat(request, recipe.answer, engine);
  onRequest();
  const outcome = await sendWith(service, model, request, parameters, signal);
  if (parameters === request.parameters || !rejectsFormat(outcome.failure)) return withImageNote(outcome, request);
  modelsWithoutResponseFormat.add(model.id);
  onRequest();
  return withImageNote(await sendWith(service, model, request, request.parameters, signal), request);
}

/** Adds a note on the images that were sent, because their files may change later. */
function withImageNote(outcome: Outcome, request: CellRequest): Outcome {
  if (request.kind === 'text' || request.images.length === 0) return outcome;
  const { answer } = outcome;
  return { ...outcome, answer: { ...answer, notes: [...answer.notes, runsText.imagesSent(request.images)] } };
}

/** Returns whether the service rejected a request because of its response format. */
function rejectsFormat(rejection: Failure | null): boolean {
  const said = rejection?.code === 'request-rejected' ? rejection.params['said'] : undefined;
  return typeof said === 'string' && /response_format|json_schema/i.test(said);
}

function sendWith(
  { client, mode }: ServiceHandle,
  model: Model,
  request: CellRequest,
  parameters: Parameters,
  signal: AbortSignal,
): Promise<Outcome> {
  const ignore = (): void => undefined;
  return request.kind === 'text'
    ? client.complete({ model, prompt: request.prompt, parameters }, { mode, signal }, ignore)
    : client.chat({ model, messages: request.messages, parameters }, { mode, signal }, ignore);
}

/** Adds the answer and the repair prompt to a chat. A text completion has no turns, so its request is repeated as it is. */
function withRepair(request: CellRequest, answer: Answer, prompt: string): CellRequest {
  if (request.kind === 'text') return request;
  const added: readonly Message[] = [
    { role: 'assistant', parts: answer.parts },
    { role: 'user', text: prompt },
  ];
  return { ...request, messages: [...request.messages, ...added] };
}

function done({ answer, sent }: Outcome, checked: CheckedAnswer, at: number, attempts: number, tokens: number): CellOutcome {
  const invalid = checked.isValid ? null : failure('run-answer-invalid', { complaint: checked.complaint });
  return {
    kind: 'result',
    result: {
      state: checked.isValid ? 'done' : 'invalid',
      answer: joinText(answer.parts),
      fields: checked.isValid ? checked.fields : null,
      detail: {
        ...toDetail(answer, at, attempts),
        address: sent?.address ?? null,
        failure: invalid,
        isRepaired: attempts > 1 && checked.isValid,
      },
    },
    firstByteMs: answer.timings.firstTokenMs,
    tokens,
  };
}

function failedOutcome(outcome: Outcome, at: number, attempts: number, tokens: number): CellOutcome {
  const failed = outcome.failure ?? unexpected().failure;
  const result = {
    ...failedResult(failed, at, attempts),
    answer: joinText(outcome.answer.parts),
    detail: { ...toDetail(outcome.answer, at, attempts), address: outcome.sent?.address ?? null, failure: failed, isRepaired: false },
  };
  return toOutcome(failed, result, outcome.refusal, tokens);
}

/** Converts a failure to its outcome for the run. */
function toOutcome(failure: Failure, result: CellResult, refusal: Outcome['refusal'], tokens: number): CellOutcome {
  const { code } = failure;
  if (code === 'cancelled') return { kind: 'cancelled', tokens };
  const status = refusal?.status ?? 0;
  if (busyCodes.has(code) || busyStatuses.has(status))
    return { kind: 'refused', failure, retryAfterMs: refusal?.retryAfterMs ?? null, tokens };
  if (tokenCodes.has(code)) return { kind: 'interrupted', reason: 'token', failure, counts: false, tokens };
  // a gateway may forbid one request because of its content, or all of an account
  const isForbidden = status === 403 || code === 'token-forbidden';
  if (isForbidden || code === 'service-error') {
    const outage = { reason: isForbidden ? 'access' : 'connection', failure, counts: true } as const;
    return { kind: 'failed', result, outage, tokens };
  }
  if (retryableCodes.has(code)) return { kind: 'failed', result, outage: null, tokens };
  const isRejected = status >= 400 && status < 500 && !passingRejections.has(status);
  if (finalCodes.has(code) || isRejected) return { kind: 'result', result, firstByteMs: null, tokens };
  return { kind: 'interrupted', reason: 'connection', failure, counts: lossCodes.has(code), tokens };
}

/** Returns the result of a cell without an answer. */
export function failedResult(failure: Failure, at: number, attempts: number): CellResult {
  return { state: 'failed', answer: '', fields: null, detail: { ...emptyDetail, failure, attempts, answeredAt: at } };
}

/** Returns the result of a cell that was refused too often. Its failure counts among those of its cause. */
export function refusedResult(cause: Failure, at: number, times: number): CellResult {
  return failedResult({ ...failure('run-refused', { times, cause }), code: cause.code }, at, times);
}

function toDetail(answer: Answer, answeredAt: number, attempts: number): Omit<NewResult['detail'], 'failure' | 'address' | 'isRepaired'> {
  const { usage, timings, finish, notes, logprobs } = answer;
  const reasoning = answer.parts.flatMap((part) => (part.kind === 'reasoning' ? [part.text] : [])).join('\n\n');
  const toolCalls = answer.parts.flatMap((part) =>
    part.kind === 'tool-call' ? [{ id: part.id, name: part.name, arguments: part.arguments }] : [],
  );
  return {
    reasoning,
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(logprobs ? { logprobs } : {}),
    usage,
    timings,
    finish,
    notes,
    attempts,
    answeredAt,
  };
}

/** Returns the text of an answer with the white space around it, which is the indentation of code. */
function joinText(parts: readonly AnswerPart[]): string {
  return parts.flatMap((part) => (part.kind === 'text' || part.kind === 'refusal' ? [part.text] : [])).join('\n\n');
}
