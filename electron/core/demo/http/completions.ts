import type { Dialect, Envelope } from '../dialects/dialect.ts';
import { vllm } from '../dialects/vllm.ts';
import { sglang } from '../dialects/sglang.ts';
import { errorTextFor, type RequestError } from '../dialects/request-error.ts';
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
import { checkContextLength, checkStreamOptions, findRefusedField, findUnsupportedParameter } from './check-request.ts';
import { readBody } from './read-body.ts';
import { event, type Reply, type StreamFrame } from './reply.ts';
import { chatFrames, textFrames } from './stream-frames.ts';
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
    checkStreamOptions(request, model, access.target, context) ??
    findRefusedField(request, access.target, context) ??
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

/** vLLM also returns the text that the model read, if it is asked to. */
function returnedPromptText(request: ChatRequest, { engine }: DemoModel, context: DemoContext): object {
  if (engine === 'sglang' || request.return_prompt_text !== true || context.behaviour().tokenizer === 'nowhere') return {};
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
    checkStreamOptions(request, model, access.target, context) ??
    findRefusedField(request, access.target, context) ??
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
  readonly frames: (includeUsage: boolean) => Iterable<StreamFrame>;
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
