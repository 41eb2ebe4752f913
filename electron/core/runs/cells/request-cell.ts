import type { Answer, AnswerPart } from '../../../contract/answer.ts';
import type { Model } from '../../../contract/catalog.ts';
import type { Message, Parameters } from '../../../contract/conversation.ts';
import type { Failure, FailureCode } from '../../../contract/failure.ts';
import { failure, unexpected } from '../../../contract/failures/fail.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import { chooseModel, type Outcome, type ServiceHandle } from '../../llm-client/llm-client.ts';
import type { CheckAnswer, CheckedAnswer } from '../answer-rules/check-answer.ts';
import { repairPrompt, responseFormat } from '../answer-rules/response-format.ts';
import type { NewResult } from '../store/results.ts';
import { withResponseFormat, type CellRequest } from './build-request.ts';

/** The outcome of a cell's requests. The driver repeats them for all kinds but `result`, up to a limit. */
export type CellOutcome =
  | { readonly kind: 'result'; readonly result: CellResult; readonly firstByteMs: number | null; readonly tokens: number }
  /** The service is busy. */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly retryAfterMs: number | null }
  | { readonly kind: 'interrupted'; readonly reason: 'connection' | 'token'; readonly failure: Failure; readonly counts: boolean }
  /** The answer is unusable, and a new request may succeed. */
  | { readonly kind: 'failed'; readonly result: CellResult; readonly failure: Failure; readonly tokens: number }
  | { readonly kind: 'cancelled' };

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
const tokenCodes: ReadonlySet<FailureCode> = new Set(['token-missing', 'token-refused', 'token-forbidden', 'keychain-locked']);
const retryableCodes: ReadonlySet<FailureCode> = new Set(['service-error', 'bad-answer', 'answer-cut', 'idle-timeout']);
/** Failures that a new request would not change. */
const finalCodes: ReadonlySet<FailureCode> = new Set([
  'invalid-input',
  'unsupported',
  'unknown-model',
  'context-length',
  'request-rejected',
  'unexpected',
]);

/** Requests the answer of a cell and checks its form. If that is wrong, requests a corrected answer once. */
export async function requestCell(context: CellContext, request: CellRequest): Promise<CellOutcome> {
  const { service, recipe, check, now } = context;
  const chosen = chooseModel(service.models, request.model, service.mode, request.kind === 'chat' ? 'chat' : 'completion');
  if (!chosen.ok) return toOutcome(chosen.failure, failedResult(chosen.failure, now(), 0), undefined, 0);
  const model = chosen.value;

  const first = await send(context, model, request);
  if (first.failure) return failedOutcome(first, now(), 1, countTokens(first.answer));
  const checked = check(joinText(first.answer.parts));
  if (checked.isValid || recipe.answer.kind === 'text') return done(first.answer, first, checked, now(), 1, false);

  const second = await send(context, model, withRepair(request, first.answer, repairPrompt(recipe.answer, checked.complaint)));
  const tokens = countTokens(first.answer) + countTokens(second.answer);
  if (second.failure) return failedOutcome(second, now(), 2, tokens);
  const repaired = check(joinText(second.answer.parts));
  return done(addUsage(second.answer, first.answer), second, repaired, now(), 2, repaired.isValid);
}

async function send(context: CellContext, model: Model, request: CellRequest): Promise<Outcome> {
  const { service, recipe, modelsWithoutResponseFormat, signal, onRequest } = context;
  const format =
    request.kind === 'chat' && !modelsWithoutResponseFormat.has(model.id) ? responseFormat(recipe.answer, model.engine) : undefined;
  const parameters = withResponseFormat(request.parameters, format);
  onRequest();
  const outcome = await sendWith(service, model, request, parameters, signal);
  if (format === undefined || !rejectsFormat(outcome.failure)) return outcome;
  modelsWithoutResponseFormat.add(model.id);
  onRequest();
  return sendWith(service, model, request, request.parameters, signal);
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

function done(answer: Answer, { sent }: Outcome, checked: CheckedAnswer, at: number, attempts: number, isRepaired: boolean): CellOutcome {
  const invalid = checked.isValid ? null : failure('run-answer-invalid', { complaint: checked.complaint });
  return {
    kind: 'result',
    result: {
      state: checked.isValid ? 'done' : 'invalid',
      answer: joinText(answer.parts),
      fields: checked.isValid ? checked.fields : null,
      detail: { ...toDetail(answer, at, attempts), address: sent?.address ?? null, failure: invalid, isRepaired },
    },
    firstByteMs: answer.timings.firstTokenMs,
    tokens: countTokens(answer),
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
  if (code === 'cancelled') return { kind: 'cancelled' };
  if (busyCodes.has(code) || refusal?.status === 503) return { kind: 'refused', failure, retryAfterMs: refusal?.retryAfterMs ?? null };
  if (tokenCodes.has(code)) return { kind: 'interrupted', reason: 'token', failure, counts: false };
  if (retryableCodes.has(code)) return { kind: 'failed', result, failure, tokens };
  if (finalCodes.has(code)) return { kind: 'result', result, firstByteMs: null, tokens };
  // only a lost connection counts as a loss of the cell, because its request may be the cause
  return { kind: 'interrupted', reason: 'connection', failure, counts: code === 'connection-lost' };
}

/** Returns the result of a cell without an answer. */
export function failedResult(failure: Failure, at: number, attempts: number): CellResult {
  const detail = {
    reasoning: '',
    failure,
    usage: null,
    timings: null,
    finish: null,
    attempts,
    isRepaired: false,
    notes: [],
    address: null,
    answeredAt: at,
  };
  return { state: 'failed', answer: '', fields: null, detail };
}

/** Returns the result of a cell that was refused too often. Its failure counts among those of its cause. */
export function refusedResult(cause: Failure, at: number, times: number): CellResult {
  return failedResult({ ...failure('run-refused', { times, cause }), code: cause.code }, at, times);
}

function toDetail(answer: Answer, answeredAt: number, attempts: number): Omit<NewResult['detail'], 'failure' | 'address' | 'isRepaired'> {
  const { usage, timings, finish, notes } = answer;
  const reasoning = answer.parts.flatMap((part) => (part.kind === 'reasoning' ? [part.text] : [])).join('\n\n');
  return { reasoning, usage, timings, finish, notes, attempts, answeredAt };
}

function joinText(parts: readonly AnswerPart[]): string {
  return parts
    .flatMap((part) => (part.kind === 'text' || part.kind === 'refusal' ? [part.text] : []))
    .join('\n\n')
    .trim();
}

function countTokens({ usage }: Answer): number {
  return usage?.totalTokens ?? (usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0);
}

/** Adds the tokens of the first answer. */
function addUsage(answer: Answer, first: Answer): Answer {
  if (!answer.usage || !first.usage) return answer;
  const add = (left: number | null, right: number | null): number | null => (left === null ? right : left + (right ?? 0));
  const [a, b] = [answer.usage, first.usage];
  return {
    ...answer,
    usage: {
      promptTokens: add(a.promptTokens, b.promptTokens),
      completionTokens: add(a.completionTokens, b.completionTokens),
      totalTokens: add(a.totalTokens, b.totalTokens),
      reasoningTokens: add(a.reasoningTokens, b.reasoningTokens),
      cachedTokens: add(a.cachedTokens, b.cachedTokens),
    },
  };
}
