import { expect, test } from 'vitest';
import type { Model } from '../../../../electron/contract/catalog.ts';
import { ok, type Result } from '../../../../electron/contract/failure.ts';
import { failure } from '../../../../electron/contract/failures/fail.ts';
import type { Token } from '../../../../electron/contract/tokens.ts';
import type { EngineReply } from '../../../../electron/core/llm-client/engine/engine-endpoints.ts';
import { scoreText } from '../../../../electron/core/llm-client/engine/score-text.ts';
import { readErrorBody } from '../../../../electron/core/llm-client/errors/error-body.ts';
import { createLogprobsSupport } from '../../../../electron/core/llm-client/supported-options.ts';

const model = (engine: Model['engine']): Model => ({
  id: 'm',
  segment: 's',
  engine,
  capabilities: { chat: true, completion: true, tools: false, reasoning: false, reasoningEffort: false },
  contextLength: null,
  origin: 'declared',
  presence: { proxy: 'unchecked', direct: 'listed' },
});

const answered = (body: object): EngineReply => ({ kind: 'answered', text: JSON.stringify(body) });
const refused = (status: number, message: string): EngineReply => ({
  kind: 'refused',
  status,
  body: readErrorBody(JSON.stringify({ error: { message } }), []),
  failure: failure('request-rejected', { status, said: message }),
});

/** Scores “Hello world” with an engine that gives these replies in turn. Returns the tokens, and what was sent. */
async function score(engine: Model['engine'], replies: readonly EngineReply[]) {
  const sent: Readonly<Record<string, unknown>>[] = [];
  const endpoints = {
    baseFor: () => '/s/v1/',
    post: async (_model: Model, _endpoint: string, body: object) => {
      sent.push({ ...body });
      return ok(replies[sent.length - 1] ?? refused(500, 'no more replies'));
    },
  };
  const request = { model: model(engine), text: 'Hello world', alternatives: 1 };
  const result = await scoreText(endpoints, createLogprobsSupport(), request, new AbortController().signal);
  return { result, sent };
}

const echo = (tokens: readonly string[], usage?: object): EngineReply =>
  answered({
    choices: [
      {
        text: 'Hello world!',
        logprobs: {
          tokens,
          token_logprobs: tokens.map((_, index) => (index === 0 ? null : -index)),
          top_logprobs: tokens.map((token, index) => (index === 0 ? null : { [token]: -index })),
        },
      },
    ],
    ...(usage ? { usage } : {}),
  });

const textsOf = (result: Result<readonly Token[]>): readonly string[] =>
  result.ok ? result.value.map(({ text }) => text) : [result.failure.reason];

test('drops the token that SGLang generates besides, by the count of the prompt', async () => {
  const { result, sent } = await score('sglang', [echo(['<s>', 'Hello', ' world', '!'], { prompt_tokens: 3, completion_tokens: 1 })]);
  expect(textsOf(result)).toEqual(['<s>', 'Hello', ' world']);
  expect(sent).toEqual([{ model: 'm', prompt: 'Hello world', temperature: 0, echo: true, logprobs: 1, max_tokens: 1 }]);
});

test('finds the end of the text without a count', async () => {
  const { result } = await score('sglang', [echo(['<s>', 'Hello', ' world', '!'])]);
  expect(textsOf(result)).toEqual(['<s>', 'Hello', ' world']);
});

test('lets vLLM generate one token if it doesn’t take none', async () => {
  const whole = echo(['Hello', ' world', '!'], { prompt_tokens: 2 });
  const { result, sent } = await score('vllm', [refused(400, 'max_tokens must be at least 1, got 0.'), whole]);
  expect(textsOf(result)).toEqual(['Hello', ' world']);
  expect(sent.map((body) => body['max_tokens'])).toEqual([0, 1]);
});

test('asks for prompt_logprobs if the engine ignores or refuses echo, and gives the first token its text', async () => {
  const prompt = answered({ choices: [{ prompt_logprobs: [null, { 7: { logprob: -0.5, rank: 1, decoded_token: ' world' } }] }] });
  for (const first of [
    answered({ choices: [{ text: '!', logprobs: null }] }),
    refused(400, 'echo is not supported'),
    refused(422, '`logprobs` is not supported'),
  ]) {
    const { result, sent } = await score('unknown', [first, prompt]);
    expect(textsOf(result)).toEqual(['Hello', ' world']);
    expect(sent[1]).toMatchObject({ prompt_logprobs: 1, max_tokens: 1 });
  }
});
