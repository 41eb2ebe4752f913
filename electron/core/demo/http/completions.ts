import type * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';
import type { Dialect, Envelope } from '../dialects/dialect.ts';
import { engineA } from '../dialects/engine-a.ts';
import { engineB } from '../dialects/engine-b.ts';
import { errorTextFor, type RequestError, type ValidationItem } from '../dialects/request-error.ts';
import { styleReasoning, type ReasoningStyle } from '../dialects/reasoning-style.ts';
import { chat, countPromptTokens } from '../engines/chat-engine.ts';
import { renderTemplate } from '../engines/chat-template.ts';
import { chatRequestSchema, completionRequestSchema, promptText, type ChatRequest, type CompletionRequest } from '../engines/requests.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import { mergeDeltas, withWholeCalls, type Generation } from '../engines/generation.ts';
import { countTokens } from '../engines/model-tokens.ts';
import { scoreGeneration, type ScoredGeneration, type ScoreOptions } from '../engines/score-generation.ts';
import { complete } from '../engines/text-engine.ts';
import type { FaultTarget } from '../faults/fault.ts';
import { withGenerationFaults } from '../faults/generation-faults.ts';
import { withStreamFaults } from '../faults/stream-faults.ts';
import { checkChatLogprobs, checkCompletion, checkLogprobsLimit, promptCandidates } from './check-logprobs.ts';
import { event, timedEvent, type Reply, type StreamFrame } from './reply.ts';
import type { DemoContext } from './demo-context.ts';

/** Differences between proxy and direct access. */
export interface AccessContext {
  readonly target: FaultTarget;
  readonly models: readonly DemoModel[];
  readonly reasoning: ReasoningStyle;
  readonly preamble: readonly object[];
  readonly refuse: (problem: RequestError) => Reply;
  readonly streamError: object | undefined;
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
    findUnsupportedParameter(request, model) ??
    checkStreamOptions(request, model, access, context) ??
    findRefusedField(request, access, context) ??
    checkContextLength(countPromptTokens(request), asked, model) ??
    checkChatLogprobs(request, model);
  if (problem) return access.refuse(problem);
  const count = request.logprobs === true ? (request.top_logprobs ?? 0) : null;
  const excess = checkLogprobsLimit('logprobs', count, model);
  if (excess) return refuseLogprobs(excess, request, model, access);

  const generated = chat(request, model, context.random);
  const withCalls = { ...generated, deltas: model.toolCalls === 'whole' ? withWholeCalls(generated.deltas) : generated.deltas };
  const faulty = withGenerationFaults(withCalls, context.faults, access.target, request.stream === true);
  const styled = { ...faulty, deltas: styleReasoning(faulty.deltas, access.reasoning, faulty) };
  const generation = score(styled, request, model, access, context, { count, promptCount: null, prompt: '' });
  const envelope = envelopeFor(model, 'chatcmpl-', access, count, context);
  const dialect = dialectFor(model);
  const prompt = returnedPromptText(request, model, context);
  return reply(request, generation, model, access, context, {
    answer: (timing) => ({ ...dialect.chatAnswer(envelope, generation, timing), ...prompt }),
    frames: (includeUsage) => chatFrames(dialect, envelope, generation, { includeUsage, preamble: access.preamble }),
    chunk: (text) => dialect.chatChunk(envelope, { kind: 'content', text, tokens: 1 }, []),
  });
}

/** Engine A also returns the text that the model read, if it is asked to. */
function returnedPromptText(request: ChatRequest, { engine }: DemoModel, context: DemoContext): object {
  if (engine === 'B' || request.return_prompt_text !== true || context.behaviour().tokenizer === 'nowhere') return {};
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
    checkStreamOptions(request, model, access, context) ??
    findRefusedField(request, access, context) ??
    checkContextLength(countTokens(promptText(request)), request.max_tokens, model) ??
    checkCompletion(request, model);
  if (problem) return access.refuse(problem);
  const count = request.logprobs ?? null;
  const promptCount = promptCandidates(request, model);
  const excess = checkLogprobsLimit('logprobs', count, model) ?? checkLogprobsLimit('prompt_logprobs', promptCount, model);
  if (excess) return refuseLogprobs(excess, request, model, access);

  const options = { count, promptCount, prompt: promptText(request) };
  const generations = complete(request, model, context.random).map((generation) =>
    score(
      withGenerationFaults(generation, context.faults, access.target, request.stream === true),
      request,
      model,
      access,
      context,
      options,
    ),
  );
  const total = totalOf(generations);
  const envelope = envelopeFor(model, 'cmpl-', access, count, context);
  const dialect = dialectFor(model);
  return reply(request, total, model, access, context, {
    answer: (timing) => dialect.textAnswer(envelope, generations, total, timing),
    frames: (includeUsage) => textFrames(dialect, envelope, generations, total, { includeUsage, preamble: [] }),
    chunk: (text) => dialect.textChunk(envelope, { index: 0, text, tokens: [], offset: 0 }),
  });
}

/** Adds the figures of the tokens, after several of them were put into one chunk. */
function score(
  generation: Generation,
  request: ChatRequest | CompletionRequest,
  { engine }: DemoModel,
  access: AccessContext,
  context: DemoContext,
  wanted: Pick<ScoreOptions, 'count' | 'promptCount' | 'prompt'>,
): ScoredGeneration {
  return scoreGeneration(mergeDeltas(generation, context.behaviour().tokensPerChunk), {
    ...wanted,
    engine,
    model: context.languageModel,
    temperature: request.temperature,
    hasImpossible: wanted.count !== null && context.faults.take('impossible-token', access.target) !== undefined,
  });
}

/** Returns the counts of several answers to one prompt. */
function totalOf(generations: readonly Generation[]): Generation {
  const [first, ...others] = generations;
  if (!first) throw new Error('a request has at least one answer');
  return { ...first, completionTokens: others.reduce((sum, other) => sum + other.completionTokens, first.completionTokens) };
}

interface FormattedAnswer {
  readonly answer: Extract<Reply, { readonly kind: 'answer' }>['body'];
  readonly frames: (includeUsage: boolean) => ReturnType<typeof chatFrames>;
  readonly chunk: (text: string) => object;
}

function reply(
  request: ChatRequest | CompletionRequest,
  generation: Generation,
  model: DemoModel,
  access: AccessContext,
  context: DemoContext,
  formatted: FormattedAnswer,
): Reply {
  const { tokensPerSecond } = model;
  if (request.stream !== true || context.faults.take('plain-json', access.target)) {
    return { kind: 'answer', tokens: generation.completionTokens, tokensPerSecond, body: formatted.answer };
  }
  const frames = formatted.frames(request.stream_options?.include_usage === true);
  const error = access.streamError ?? dialectFor(model).streamError(errorTextFor({ kind: 'broken' }));
  const behaviour = { chunk: formatted.chunk, error, endsAfterError: access.streamError !== undefined };
  return { kind: 'stream', tokensPerSecond, frames: withStreamFaults(frames, context.faults, access.target, behaviour) };
}

/** Engine A sends the error of a stream within it, because it has begun already. */
function refuseLogprobs(problem: RequestError, request: ChatRequest | CompletionRequest, model: DemoModel, access: AccessContext): Reply {
  if (request.stream !== true) return access.refuse(problem);
  const frames = [event(dialectFor(model).streamError(errorTextFor(problem))), { kind: 'done' } as const];
  return { kind: 'stream', tokensPerSecond: model.tokensPerSecond, frames };
}

function findRefusedField(request: object, access: AccessContext, context: DemoContext): RequestError | undefined {
  const given = (field: string): boolean => field in request && request[field as keyof typeof request] !== null;
  const refused = context.faults.take('refuse-field', access.target, ({ field }) => given(field));
  return refused && { kind: 'rejected', message: `\`${refused.field}\` is not supported.`, parameter: refused.field };
}

function findUnsupportedParameter(request: ChatRequest, model: DemoModel): RequestError | undefined {
  const { tools, reasoningEffort } = model.capabilities;
  const given = (value: unknown): boolean => value !== undefined && value !== null;
  const unfit =
    !tools && given(request.tools)
      ? 'tools'
      : !tools && given(request.tool_choice)
        ? 'tool_choice'
        : !reasoningEffort && given(request.reasoning_effort)
          ? 'reasoning_effort'
          : undefined;
  return unfit === undefined ? undefined : { kind: 'unsupported', parameter: unfit, model: model.id };
}

function checkStreamOptions(
  request: ChatRequest | CompletionRequest,
  model: DemoModel,
  access: AccessContext,
  context: DemoContext,
): RequestError | undefined {
  const hasOptions = request.stream_options !== undefined && request.stream_options !== null;
  if (request.stream === true && context.faults.take('refuse-stream', access.target)) return forbiddenField('stream');
  if (hasOptions && context.faults.take('refuse-stream-options', access.target)) return forbiddenField('stream_options');
  return hasOptions && request.stream !== true && model.engine === 'A' ? { kind: 'options-without-stream' } : undefined;
}

function forbiddenField(parameter: string): RequestError {
  return { kind: 'invalid-body', items: [{ type: 'extra_forbidden', loc: ['body', parameter], msg: 'Extra inputs are not permitted' }] };
}

function checkContextLength(prompt: number, asked: number | null | undefined, model: DemoModel): RequestError | undefined {
  const completion = asked ?? 1;
  return prompt + completion > model.contextLength ? { kind: 'context-length', limit: model.contextLength, prompt, completion } : undefined;
}

function envelopeFor(model: DemoModel, prefix: string, access: AccessContext, logprobs: number | null, context: DemoContext): Envelope {
  const id = context.random.newId();
  return {
    id: model.engine === 'A' ? `${prefix}${id}` : id,
    created: Math.floor(context.now() / 1000),
    model: model.id,
    reasoning: access.reasoning,
    logprobs,
    vocabulary: context.vocabulary,
  };
}

function dialectFor(model: DemoModel): Dialect {
  return model.engine === 'A' ? engineA : engineB;
}

/** Options of a stream. */
export interface StreamOptions {
  readonly includeUsage: boolean;
  /** Events before the first chunk. */
  readonly preamble: readonly object[];
}

/** Streams a chat answer. */
function* chatFrames(dialect: Dialect, envelope: Envelope, generation: ScoredGeneration, options: StreamOptions): Iterable<StreamFrame> {
  for (const value of options.preamble) yield event(value);
  yield event(dialect.chatOpening(envelope));
  for (const [index, delta] of generation.deltas.entries()) {
    yield event(dialect.chatChunk(envelope, delta, generation.scored[index] ?? []), delta.tokens);
  }
  yield event(dialect.chatClosing(envelope, generation));
  if (options.includeUsage) yield timedEvent((timing) => dialect.chatUsage(envelope, generation, timing));
  yield { kind: 'done' };
}

/** Streams text completions, token by token in turn. */
function* textFrames(
  dialect: Dialect,
  envelope: Envelope,
  generations: readonly ScoredGeneration[],
  total: Generation,
  options: StreamOptions,
): Iterable<StreamFrame> {
  const offsets = generations.map(() => 0);
  const longest = Math.max(...generations.map(({ deltas }) => deltas.length));
  for (let step = 0; step <= longest; step += 1) {
    for (const [index, generation] of generations.entries()) {
      const place = { index, offset: offsets[index] ?? 0 };
      const delta = generation.deltas[step];
      if (step === generation.deltas.length) yield event(dialect.textClosing(envelope, generation, place));
      if (delta?.kind !== 'content') continue;
      const tokens = generation.scored[step] ?? [];
      yield event(dialect.textChunk(envelope, { ...place, text: delta.text, tokens }), delta.tokens);
      offsets[index] = place.offset + tokens.reduce((length, { text }) => length + Array.from(text).length, 0);
    }
  }
  if (options.includeUsage) yield timedEvent((timing) => dialect.textUsage(envelope, total, timing));
  yield { kind: 'done' };
}

/** A parsed body, or why it is invalid. */
export type ReadBody<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: RequestError };

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
