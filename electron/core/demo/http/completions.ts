import type { Dialect, Envelope } from '../dialects/dialect.ts';
import { vllm } from '../dialects/vllm.ts';
import { sglang } from '../dialects/sglang.ts';
import { errorTextFor, type RequestError, type ValidationItem } from '../dialects/request-error.ts';
import { chat, countPromptTokens } from '../engines/chat-engine.ts';
import {
  renderTemplate,
  chatRequestSchema,
  completionRequestSchema,
  promptText,
  type ChatRequest,
  type CompletionRequest,
} from '../engines/requests.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import { withWholeCalls, type Generation } from '../engines/generation.ts';
import { countTokens } from '../engines/model-tokens.ts';
import { scoreGeneration, type ScoredGeneration, type ScoreOptions } from '../engines/score-generation.ts';
import { complete } from '../engines/text-engine.ts';
import {
  checkChatLogprobs,
  checkCompletion,
  checkImages,
  checkLogprobsLimit,
  promptCandidates,
  checkContextLength,
  checkStreamOptions,
  findUnsupportedParameter,
} from './check-request.ts';
import { event, type Reply, type StreamFrame, chatFrames, textFrames } from './reply.ts';
import type { DemoContext, Handling } from './exchange.ts';
import type * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';

/** How a request is handled, and how its side formats errors. */
export interface AccessContext extends Handling {
  readonly refuse: (problem: RequestError) => Reply;
}

/** Answers a chat completion in either mode. */
export function completeChat(body: string, access: AccessContext, context: DemoContext): Reply {
  const read = readBody(body, chatRequestSchema);
  if (!read.ok) return access.refuse(read.problem);
  const request = read.value;
  const model = access.models.find((candidate) => candidate.id === request.model);
  if (!model) return access.refuse({ kind: 'model-not-found', model: request.model });
  const asked = request.max_completion_tokens ?? request.max_tokens;
  const problem =
    access.findProblem(request) ??
    findUnsupportedParameter(request, model) ??
    checkImages(request, model) ??
    checkStreamOptions(request, model) ??
    checkContextLength(countPromptTokens(request), asked, model) ??
    checkChatLogprobs(request, model);
  if (problem) return access.refuse(problem);
  const count = request.logprobs === true ? (request.top_logprobs ?? 0) : null;
  const excess = checkLogprobsLimit('logprobs', count, model);
  if (excess) return refuseLogprobs(excess, request, model, access);

  const generated = chat(request, model, context.random);
  const withCalls = { ...generated, deltas: model.toolCalls === 'whole' ? withWholeCalls(generated.deltas) : generated.deltas };
  const generation = score(withCalls, request, model, access, context, { count, promptCount: null, prompt: '' });
  const envelope = envelopeFor(model, 'chatcmpl-', access, count, context);
  const dialect = dialectFor(model);
  const prompt = returnedPromptText(request, model);
  return reply(request, generation, model, access, {
    answer: (timing) => ({ ...dialect.chatAnswer(envelope, generation, timing), ...prompt }),
    frames: (includeUsage) => chatFrames(dialect, envelope, generation, { includeUsage, preamble: access.preamble }),
  });
}

/** vLLM also returns the text that the model read, if it is asked to. */
function returnedPromptText(request: ChatRequest, { engine }: DemoModel): object {
  if (engine === 'sglang' || request.return_prompt_text !== true) return {};
  return { prompt_text: renderTemplate(request.messages, request.add_generation_prompt ?? true) };
}

/** Answers a text completion, which only direct mode offers. */
export function completeText(body: string, access: AccessContext, context: DemoContext): Reply {
  const read = readBody(body, completionRequestSchema);
  if (!read.ok) return access.refuse(read.problem);
  const request = read.value;
  const model = access.models.find((candidate) => candidate.id === request.model);
  if (!model) return access.refuse({ kind: 'model-not-found', model: request.model });
  const problem =
    access.findProblem(request) ??
    checkStreamOptions(request, model) ??
    checkContextLength(countTokens(promptText(request)), request.max_tokens, model) ??
    checkCompletion(request, model);
  if (problem) return access.refuse(problem);
  const count = request.logprobs ?? null;
  const promptCount = promptCandidates(request, model);
  const excess = checkLogprobsLimit('logprobs', count, model) ?? checkLogprobsLimit('prompt_logprobs', promptCount, model);
  if (excess) return refuseLogprobs(excess, request, model, access);

  const options = { count, promptCount, prompt: promptText(request) };
  const generations = complete(request, model, context.random).map((generation) =>
    score(generation, request, model, access, context, options),
  );
  const total = totalOf(generations);
  const envelope = envelopeFor(model, 'cmpl-', access, count, context);
  const dialect = dialectFor(model);
  return reply(request, total, model, access, {
    answer: (timing) => dialect.textAnswer(envelope, generations, total, timing),
    frames: (includeUsage) => textFrames(dialect, envelope, generations, total, { includeUsage, preamble: [] }),
  });
}

/** Shapes a generation and adds the figures of its tokens. */
function score(
  generation: Generation,
  request: ChatRequest | CompletionRequest,
  { engine }: DemoModel,
  access: AccessContext,
  { languageModel }: DemoContext,
  wanted: Pick<ScoreOptions, 'count' | 'promptCount' | 'prompt'>,
): ScoredGeneration {
  const options = { ...wanted, engine, model: languageModel, temperature: request.temperature };
  return access.scored(scoreGeneration(access.shape(generation, request.stream === true), options));
}

/** Returns the counts of several answers to one prompt. */
function totalOf(generations: readonly Generation[]): Generation {
  const [first, ...others] = generations;
  if (!first) throw new Error('a request has at least one answer');
  return { ...first, completionTokens: others.reduce((sum, other) => sum + other.completionTokens, first.completionTokens) };
}

interface FormattedAnswer {
  readonly answer: Extract<Reply, { readonly kind: 'answer' }>['body'];
  readonly frames: (includeUsage: boolean) => Iterable<StreamFrame>;
}

function reply(
  request: ChatRequest | CompletionRequest,
  generation: Generation,
  { tokensPerSecond }: DemoModel,
  access: AccessContext,
  { answer, frames }: FormattedAnswer,
): Reply {
  const whole: Reply = { kind: 'answer', tokens: generation.completionTokens, tokensPerSecond, body: answer };
  if (request.stream !== true) return access.choose(whole, undefined);
  return access.choose(whole, { kind: 'stream', tokensPerSecond, frames: frames(request.stream_options?.include_usage === true) });
}

/** vLLM sends the error of a stream within it, because it has begun already. */
function refuseLogprobs(problem: RequestError, request: ChatRequest | CompletionRequest, model: DemoModel, access: AccessContext): Reply {
  if (request.stream !== true) return access.refuse(problem);
  const frames = [event(dialectFor(model).streamError(errorTextFor(problem))), { kind: 'done' } as const];
  return { kind: 'stream', tokensPerSecond: model.tokensPerSecond, frames };
}

function envelopeFor(model: DemoModel, prefix: string, access: AccessContext, logprobs: number | null, context: DemoContext): Envelope {
  const id = context.random.newId();
  return {
    id: model.engine === 'vllm' ? `${prefix}${id}` : id,
    created: Math.floor(context.now() / 1000),
    model: model.id,
    reasoning: access.reasoning,
    logprobs,
    vocabulary: context.vocabulary,
  };
}

function dialectFor(model: DemoModel): Dialect {
  return model.engine === 'vllm' ? vllm : sglang;
}

/** A parsed body, or why it is invalid. */
type ReadBody<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: RequestError };

/** Parses a JSON body with its schema. */
function readBody<T>(body: string, schema: z.ZodType<T>): ReadBody<T> {
  const value = parseJson(body);
  if (value === undefined) return { ok: false, problem: { kind: 'not-json' } };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const items = parsed.error.issues.map((issue): ValidationItem => {
    const isMissing = valueAt(value, issue.path) === undefined;
    const loc = ['body', ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
    return isMissing ? { type: 'missing', loc, msg: 'Field required' } : { type: issue.code, loc, msg: issue.message };
  });
  return { ok: false, problem: { kind: 'invalid-body', items } };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<PropertyKey, unknown>>)[step] : undefined),
    value,
  );
}
