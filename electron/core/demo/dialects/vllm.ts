import type { CallDelta, Delta, Generation } from '../engines/generation.ts';
import { chatLogprobs, promptLogprobs, textLogprobs } from './format-logprobs.ts';
import { assembleAnswer, type Dialect, type Envelope, type Timing } from './dialect.ts';

/** The dialect of vLLM. */
export const vllm: Dialect = {
  chatOpening: (envelope) => chunk(envelope, { delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }),
  chatChunk: (envelope, delta, tokens) =>
    chunk(envelope, {
      delta: formatDelta(envelope, delta),
      logprobs: chatLogprobs(envelope.logprobs, tokens, 'vllm'),
      finish_reason: null,
    }),
  chatClosing: (envelope, generation) =>
    chunk(envelope, {
      delta: { content: '' },
      logprobs: chatLogprobs(envelope.logprobs, generation.ending, 'vllm'),
      finish_reason: generation.finish,
      stop_reason: generation.matchedStop,
    }),
  chatAnswer: (envelope, generation, timing) => {
    const { content, reasoning, calls } = assembleAnswer(generation.deltas);
    const message = {
      role: 'assistant',
      content: calls.length > 0 && content === '' ? null : content,
      refusal: null,
      tool_calls: calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } })),
      ...(reasoning === '' ? {} : { [reasoningField(envelope)]: reasoning }),
    };
    const choice = {
      index: 0,
      message,
      logprobs: chatLogprobs(envelope.logprobs, [...generation.scored.flat(), ...generation.ending], 'vllm'),
      finish_reason: generation.finish,
      stop_reason: generation.matchedStop,
    };
    return {
      ...head(envelope, 'chat.completion'),
      choices: [choice],
      service_tier: null,
      system_fingerprint: null,
      usage: { ...usage(generation), prompt_tokens_details: null },
      metrics: metrics(generation, timing),
    };
  },
  textChunk: (envelope, { index, text, tokens, offset }) => ({
    ...head(envelope, 'text_completion'),
    choices: [{ index, text, logprobs: textLogprobs(envelope.logprobs, tokens, 'vllm', offset), finish_reason: null, stop_reason: null }],
  }),
  textClosing: (envelope, { ending, finish, matchedStop }, { index, offset }) => ({
    ...head(envelope, 'text_completion'),
    choices: [
      {
        index,
        text: '',
        logprobs: ending.length === 0 ? null : textLogprobs(envelope.logprobs, ending, 'vllm', offset),
        finish_reason: finish,
        stop_reason: matchedStop,
      },
    ],
  }),
  usage: (envelope, object, generation, timing) => ({
    ...head(envelope, object),
    choices: [],
    usage: usage(generation),
    metrics: metrics(generation, timing),
  }),
  textAnswer: (envelope, generations, total, timing) => {
    const choices = generations.map((generation, index) => ({
      index,
      text: assembleAnswer(generation.deltas).content,
      logprobs: textLogprobs(envelope.logprobs, [...generation.scored.flat(), ...generation.ending], 'vllm', 0),
      finish_reason: generation.finish,
      stop_reason: generation.matchedStop,
      prompt_logprobs: generation.prompt.length === 0 ? null : promptLogprobs(generation.prompt, envelope.vocabulary),
    }));
    return { ...head(envelope, 'text_completion'), choices, usage: usage(total), metrics: metrics(total, timing) };
  },
  models: (models, created) => ({
    object: 'list',
    data: models.map((model) => ({
      id: model.id,
      object: 'model',
      created,
      owned_by: 'vllm',
      root: model.id,
      parent: null,
      max_model_len: model.contextLength,
      permission: [{ id: `modelperm-${model.id}`, object: 'model_permission', created, allow_sampling: true, allow_view: true }],
    })),
  }),
  error: ({ message, type, param, status }) => ({ error: { message, type, param, code: status } }),
  streamError: ({ message, type, param, status }) => ({ error: { message, type, param, code: status } }),
};

function head(envelope: Envelope, object: string): object {
  return { id: envelope.id, object, created: envelope.created, model: envelope.model };
}

function chunk(envelope: Envelope, choice: object): object {
  return { ...head(envelope, 'chat.completion.chunk'), choices: [{ index: 0, ...choice }] };
}

function formatDelta(envelope: Envelope, delta: Delta): object {
  switch (delta.kind) {
    case 'reasoning':
      return { [reasoningField(envelope)]: delta.text };
    case 'content':
      return { content: delta.text };
    case 'mixed':
      return { [reasoningField(envelope)]: delta.reasoning, content: delta.text };
    case 'calls':
      return { tool_calls: delta.calls.map(formatCall) };
  }
}

function formatCall(call: CallDelta): object {
  return call.opens
    ? { id: call.opens.id, type: 'function', index: call.index, function: { name: call.opens.name, arguments: call.arguments } }
    : { index: call.index, function: { arguments: call.arguments } };
}

function reasoningField(envelope: Envelope): string {
  return envelope.reasoning === 'older-field' ? 'reasoning_content' : 'reasoning';
}

function usage(generation: Generation): object {
  const { promptTokens, completionTokens } = generation;
  return { prompt_tokens: promptTokens, total_tokens: promptTokens + completionTokens, completion_tokens: completionTokens };
}

/** Returns metrics like vLLM with --enable-per-request-metrics (vllm-project/vllm#46768). */
function metrics(generation: Generation, timing: Timing): object {
  const seconds = Math.max(timing.now - timing.firstTokenAt, 1) / 1000;
  const tokens = Math.max(generation.completionTokens, 1);
  const round = (value: number): number => Number(value.toFixed(3));
  return {
    time_to_first_token_ms: round(timing.firstTokenAt - timing.startedAt),
    generation_time_ms: round(timing.now - timing.firstTokenAt),
    queue_time_ms: 0,
    mean_itl_ms: round((seconds * 1000) / tokens),
    tokens_per_second: round(tokens / seconds),
  };
}
