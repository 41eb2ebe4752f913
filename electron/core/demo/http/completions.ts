import type * as z from 'zod';
import { parseJson } from '../../../contract/json.ts';
import type { Dialect, Envelope } from '../dialects/dialect.ts';
import { engineA } from '../dialects/engine-a.ts';
import { engineB } from '../dialects/engine-b.ts';
import { errorTextFor, type RequestError, type ValidationItem } from '../dialects/request-error.ts';
import { styleReasoning, type ReasoningStyle } from '../dialects/reasoning-style.ts';
import { chat, promptTokensOf } from '../engines/chat-engine.ts';
import { chatRequestSchema, completionRequestSchema, promptOf, type ChatRequest, type CompletionRequest } from '../engines/requests.ts';
import type { DemoModel } from '../engines/demo-model.ts';
import { withWholeCalls, countTokens, type Generation } from '../engines/generation.ts';
import { complete } from '../engines/text-engine.ts';
import type { FaultTarget } from '../faults/fault.ts';
import { withGenerationFaults } from '../faults/generation-faults.ts';
import { withStreamFaults } from '../faults/stream-faults.ts';
import { contentOf } from '../dialects/assemble-answer.ts';
import { event, timedEvent, type Reply, type StreamFrame } from './reply.ts';
import type { DemoContext } from './demo-context.ts';

/** What a way in has of its own around the engines. */
export interface AccessMode {
  readonly target: FaultTarget;
  readonly models: readonly DemoModel[];
  readonly reasoning: ReasoningStyle;
  readonly preamble: readonly object[];
  readonly refuse: (problem: RequestError) => Reply;
  readonly streamError: object | undefined;
}

/** A chat completion, by whichever way it came. */
export function completeChat(body: string, way: AccessMode, world: DemoContext): Reply {
  const read = readBody(body, chatRequestSchema);
  if (!read.ok) return way.refuse(read.problem);
  const request = read.value;
  const model = way.models.find((candidate) => candidate.id === request.model);
  if (!model) return way.refuse({ kind: 'model-not-found', model: request.model });
  const asked = request.max_completion_tokens ?? request.max_tokens;
  const problem =
    unfitParameter(request, model) ?? unfitStream(request, model, way, world) ?? tooLong(promptTokensOf(request), asked, model);
  if (problem) return way.refuse(problem);

  const said = chat(request, model, world.chance);
  const told = { ...said, deltas: model.toolCalls === 'whole' ? withWholeCalls(said.deltas) : said.deltas };
  const spoilt = withGenerationFaults(told, world.faults, way.target, request.stream === true);
  const generation = { ...spoilt, deltas: styleReasoning(spoilt.deltas, way.reasoning, spoilt) };
  const envelope = envelopeFor(model, 'chatcmpl-', way, request.logprobs === true ? (request.top_logprobs ?? 0) : null, world);
  const dialect = dialectOf(model);
  return reply(request, generation, model, way, world, {
    answer: (timing) => dialect.chatAnswer(envelope, generation, timing),
    frames: (includeUsage) => chatFrames(dialect, envelope, generation, { includeUsage, preamble: way.preamble }),
    chunk: (text) => dialect.chatChunk(envelope, { kind: 'content', text, tokens: 1 }, { index: 0, offset: 0 }),
  });
}

/** A text completion, which only the direct way has. */
export function completeText(body: string, way: AccessMode, world: DemoContext): Reply {
  const read = readBody(body, completionRequestSchema);
  if (!read.ok) return way.refuse(read.problem);
  const request = read.value;
  const model = way.models.find((candidate) => candidate.id === request.model);
  if (!model) return way.refuse({ kind: 'model-not-found', model: request.model });
  const problem = unfitStream(request, model, way, world) ?? tooLong(countTokens(promptOf(request)), request.max_tokens, model);
  if (problem) return way.refuse(problem);

  const generation = withGenerationFaults(complete(request, model, world.chance), world.faults, way.target, request.stream === true);
  const envelope = envelopeFor(model, 'cmpl-', way, request.logprobs ?? null, world);
  const dialect = dialectOf(model);
  return reply(request, generation, model, way, world, {
    answer: (timing) => dialect.textAnswer(envelope, generation, timing),
    frames: (includeUsage) => textFrames(dialect, envelope, generation, { includeUsage, preamble: [] }),
    chunk: (text) => dialect.textChunk(envelope, text, { index: 0, offset: 0 }),
  });
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
  way: AccessMode,
  world: DemoContext,
  worded: FormattedAnswer,
): Reply {
  const { tokensPerSecond } = model;
  if (request.stream !== true || world.faults.take('plain-json', way.target)) {
    return { kind: 'answer', tokens: generation.completionTokens, tokensPerSecond, body: worded.answer };
  }
  const frames = worded.frames(request.stream_options?.include_usage === true);
  const error = way.streamError ?? dialectOf(model).streamError(errorTextFor({ kind: 'broken' }));
  const manners = { chunk: worded.chunk, error, endsAfterError: way.streamError !== undefined };
  return { kind: 'stream', tokensPerSecond, frames: withStreamFaults(frames, world.faults, way.target, manners) };
}

function unfitParameter(request: ChatRequest, model: DemoModel): RequestError | undefined {
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

function unfitStream(
  request: ChatRequest | CompletionRequest,
  model: DemoModel,
  way: AccessMode,
  world: DemoContext,
): RequestError | undefined {
  const hasOptions = request.stream_options !== undefined && request.stream_options !== null;
  if (request.stream === true && world.faults.take('refuse-stream', way.target)) return forbidden('stream');
  if (hasOptions && world.faults.take('refuse-stream-options', way.target)) return forbidden('stream_options');
  return hasOptions && request.stream !== true && model.engine === 'A' ? { kind: 'options-without-stream' } : undefined;
}

function forbidden(parameter: string): RequestError {
  return { kind: 'invalid-body', items: [{ type: 'extra_forbidden', loc: ['body', parameter], msg: 'Extra inputs are not permitted' }] };
}

function tooLong(prompt: number, asked: number | null | undefined, model: DemoModel): RequestError | undefined {
  const completion = asked ?? 1;
  return prompt + completion > model.contextLength ? { kind: 'context-length', limit: model.contextLength, prompt, completion } : undefined;
}

function envelopeFor(model: DemoModel, prefix: string, way: AccessMode, logprobs: number | null, world: DemoContext): Envelope {
  const id = world.chance.newId();
  return {
    id: model.engine === 'A' ? `${prefix}${id}` : id,
    created: Math.floor(world.now() / 1000),
    model: model.id,
    reasoning: way.reasoning,
    logprobs,
  };
}

function dialectOf(model: DemoModel): Dialect {
  return model.engine === 'A' ? engineA : engineB;
}

/** How a stream is wanted. */
export interface StreamOptions {
  readonly includeUsage: boolean;
  /** Events before the first chunk. */
  readonly preamble: readonly object[];
}

/** A chat answer as a stream. */
function* chatFrames(dialect: Dialect, envelope: Envelope, generation: Generation, wish: StreamOptions): Iterable<StreamFrame> {
  for (const value of wish.preamble) yield event(value);
  yield event(dialect.chatOpening(envelope));
  let index = 0;
  let offset = 0;
  for (const delta of generation.deltas) {
    yield event(dialect.chatChunk(envelope, delta, { index, offset }), delta.tokens);
    if (contentOf(delta) === '') continue;
    index += 1;
    offset += contentOf(delta).length;
  }
  yield event(dialect.chatClosing(envelope, generation));
  if (wish.includeUsage) yield timedEvent((timing) => dialect.chatUsage(envelope, generation, timing));
  yield { kind: 'done' };
}

/** A text completion as a stream. */
function* textFrames(dialect: Dialect, envelope: Envelope, generation: Generation, wish: StreamOptions): Iterable<StreamFrame> {
  let index = 0;
  let offset = 0;
  for (const delta of generation.deltas) {
    if (delta.kind !== 'content') continue;
    yield event(dialect.textChunk(envelope, delta.text, { index, offset }), delta.tokens);
    index += 1;
    offset += delta.text.length;
  }
  yield event(dialect.textClosing(envelope, generation));
  if (wish.includeUsage) yield timedEvent((timing) => dialect.textUsage(envelope, generation, timing));
  yield { kind: 'done' };
}

/** A body that was understood, or why it was not. */
export type ReadBody<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: RequestError };

/** Reads a JSON body against its schema. */
function readBody<T>(body: string, schema: z.ZodType<T>): ReadBody<T> {
  const value = parseJson(body);
  if (value === undefined) return { ok: false, problem: { kind: 'not-json' } };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const items = parsed.error.issues.map((issue): ValidationItem => {
    const isMissing = at(value, issue.path) === undefined;
    const loc = ['body', ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
    return isMissing ? { type: 'missing', loc, msg: 'Field required' } : { type: issue.code, loc, msg: issue.message };
  });
  return { ok: false, problem: { kind: 'invalid-body', items } };
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<PropertyKey, unknown>>)[step] : undefined),
    value,
  );
}
