import type { CallDelta, Delta, Generation } from '../engines/generation.ts';
import type { ScoredToken } from '../engines/score-generation.ts';
import { chatLogprobs, textLogprobs } from './format-logprobs.ts';
import { assembleAnswer, type Dialect, type Envelope } from './dialect.ts';
import type { ErrorText } from './request-error.ts';

/** Id of the end-of-text token, which SGLang reports as the matched stop. */
const endOfText = 1;

/** The dialect of SGLang. */
export const sglang: Dialect = {
  chatOpening: (envelope) => chunk(envelope, { delta: fullDelta({ role: 'assistant', content: '' }) }),
  chatChunk: (envelope, delta, tokens) =>
    chunk(envelope, {
      delta: fullDelta(formatDelta(delta)),
      logprobs: chatLogprobs(envelope.logprobs, withFirstCandidates(tokens), 'sglang'),
    }),
  chatClosing: (envelope, generation) =>
    chunk(envelope, {
      delta: fullDelta({}),
      logprobs: chatLogprobs(envelope.logprobs, generation.ending, 'sglang'),
      ...ending(generation),
    }),
  chatAnswer: (envelope, generation) => {
    const { content, reasoning, calls } = assembleAnswer(generation.deltas);
    const message = {
      role: 'assistant',
      content: content === '' && calls.length > 0 ? null : content,
      reasoning_content: reasoning === '' ? null : reasoning,
      tool_calls:
        calls.length === 0
          ? null
          : calls.map((call, index) => ({
              id: call.id,
              index,
              type: 'function',
              function: { name: call.name, arguments: call.arguments },
            })),
    };
    const choice = {
      index: 0,
      message,
      logprobs: chatLogprobs(envelope.logprobs, [...generation.scored.flat(), ...generation.ending], 'sglang'),
      ...ending(generation),
    };
    return { ...head(envelope, 'chat.completion'), choices: [choice], usage: usage(generation), metadata: { weight_version: 'default' } };
  },
  textChunk: (envelope, { index, text, tokens, offset }) => ({
    ...head(envelope, 'text_completion'),
    choices: [
      { index, text, logprobs: textLogprobs(envelope.logprobs, tokens, 'sglang', offset), finish_reason: null, matched_stop: null },
    ],
    usage: null,
  }),
  textClosing: (envelope, generation, { index, offset }) => ({
    ...head(envelope, 'text_completion'),
    choices: [
      {
        index,
        text: '',
        logprobs: generation.ending.length === 0 ? null : textLogprobs(envelope.logprobs, generation.ending, 'sglang', offset),
        ...ending(generation),
      },
    ],
    usage: null,
  }),
  usage: (envelope, object, generation) => ({ ...head(envelope, object), choices: [], usage: usage(generation) }),
  textAnswer: (envelope, generations, total) => {
    const choices = generations.map((generation, index) => ({
      index,
      text: assembleAnswer(generation.deltas).content,
      logprobs: textLogprobs(envelope.logprobs, [...generation.scored.flat(), ...generation.ending], 'sglang', 0),
      ...ending(generation),
    }));
    return { ...head(envelope, 'text_completion'), choices, usage: usage(total), metadata: { weight_version: 'default' } };
  },
  models: (models, created) => ({
    object: 'list',
    data: models.map((model) => ({
      id: model.id,
      object: 'model',
      created,
      owned_by: 'sglang',
      root: model.id,
      parent: null,
      max_model_len: model.contextLength,
    })),
  }),
  error: flatError,
  streamError: (error) => ({ error: flatError(error) }),
};

/** Repeats the first token's candidates for all tokens of a chunk, which is a known fault of SGLang (sgl-project/sglang#39260). */
function withFirstCandidates(tokens: readonly ScoredToken[]): readonly ScoredToken[] {
  const [first] = tokens;
  return first ? tokens.map((token) => ({ ...token, top: first.top })) : [];
}

/** Formats an error. The code may be a string or a number. */
function flatError({ message, type, param, status, name }: ErrorText): object {
  return { object: 'error', message, type, param, code: name ?? status };
}

function head(envelope: Envelope, object: string): object {
  return { id: envelope.id, object, created: envelope.created, model: envelope.model };
}

function chunk(envelope: Envelope, choice: object): object {
  return {
    ...head(envelope, 'chat.completion.chunk'),
    choices: [{ index: 0, logprobs: null, finish_reason: null, matched_stop: null, ...choice }],
    usage: null,
  };
}

/** Adds the fields that SGLang sends as null in every chunk. */
function fullDelta(delta: object): object {
  return { role: null, content: null, reasoning_content: null, tool_calls: null, ...delta };
}

function formatDelta(delta: Delta): object {
  switch (delta.kind) {
    case 'reasoning':
      return { reasoning_content: delta.text };
    case 'content':
      return { content: delta.text };
    case 'mixed':
      return { reasoning_content: delta.reasoning, content: delta.text };
    case 'calls':
      return { tool_calls: delta.calls.map(formatCall) };
  }
}

function formatCall(call: CallDelta): object {
  return {
    id: call.opens?.id ?? null,
    index: call.index,
    type: 'function',
    function: { name: call.opens?.name ?? null, arguments: call.arguments },
  };
}

function ending(generation: Generation): object {
  const matched = generation.finish === 'stop' ? (generation.matchedStop ?? endOfText) : null;
  return { finish_reason: generation.finish, matched_stop: matched };
}

function usage(generation: Generation): object {
  const { promptTokens, completionTokens, reasoningTokens } = generation;
  return {
    prompt_tokens: promptTokens,
    total_tokens: promptTokens + completionTokens,
    completion_tokens: completionTokens,
    prompt_tokens_details: null,
    reasoning_tokens: reasoningTokens,
  };
}
