import { describe, expect } from 'vitest';
import { ask, chatBody, jsonOf, localForward, type Answer } from '../demo/demo-fixture.ts';
import { direct, proxy, rule, streamed, type At } from './conform.ts';
import { textOf } from './rig.ts';

const tooLong = { parameters: { maxTokens: 10_000_000 } };

/** Returns the raw response to a rejected body. */
async function refusal({ demo }: At, segment: string | null, body: object): Promise<Answer> {
  return segment === null
    ? ask(demo, '/api/chat/completions', { token: demo.token, body })
    : ask(demo, `/${segment}/v1/chat/completions`, { port: await localForward(demo), body });
}

describe('5 · HTTP error bodies', () => {
  rule('vLLM: {"error": {message, type, param, code}}', direct, async (at) => {
    const body = jsonOf(await refusal(at, 'beta-4-scout', chatBody('omega')));
    expect(body).toEqual({ error: { message: expect.any(String), type: 'NotFoundError', param: 'model', code: 404 } });
    expect((await at.chat({ model: { ...at.beta, id: 'omega' } })).failure).toMatchObject({
      code: 'unknown-model',
      params: { said: expect.stringContaining('does not exist') },
    });
  });
  rule('SGLang: flat {"object": "error", message, type, param, code}, whose code may be a string', direct, async (at) => {
    const body = jsonOf(await refusal(at, 'engine-b', chatBody('omega')));
    expect(body).toMatchObject({ object: 'error', message: expect.any(String), type: 'NotFoundError', code: 'model_not_found' });
    expect((await at.chat({ model: { ...at.alpha, id: 'omega' } })).failure).toMatchObject({ code: 'unknown-model' });
    expect((await at.chat({ model: at.alpha, ...tooLong })).failure).toMatchObject({ code: 'context-length' });
  });
  rule('the proxy: {"detail": string}', proxy, async (at) => {
    expect(jsonOf(await refusal(at, null, chatBody('omega')))).toEqual({ detail: 'Model not found' });
    expect((await at.chat({ model: { ...at.beta, id: 'omega' } })).failure).toMatchObject({ code: 'unknown-model' });
  });
  rule('the proxy: {"detail": […]}, a list of validation items', proxy, async (at) => {
    const extra = { max_tokens: 'many' };
    expect(jsonOf(await refusal(at, null, chatBody('beta-4-scout', 'Hi', extra)))).toMatchObject({
      detail: [{ loc: ['body', 'max_tokens'] }],
    });
    expect((await at.chat({ parameters: { extra } })).failure).toMatchObject({
      code: 'request-rejected',
      params: { said: expect.stringContaining('max_tokens: ') },
    });
  });
  rule('the proxy: plain text', proxy, async ({ chat, demo }) => {
    demo.fault({ kind: 'status', status: 500 });
    expect((await chat()).failure).toMatchObject({
      code: 'service-error',
      reason: 'service-failed',
      params: { said: 'Internal Server Error' },
    });
  });
  rule('an HTML page in either mode', async ({ chat, demo }) => {
    for (const status of [502, 503]) {
      const lift = demo.fault({ kind: 'status', status });
      const { failure } = await chat();
      expect(failure).toEqual({
        code: 'service-error',
        reason: 'engine-unavailable',
        params: { status, said: '', waitSeconds: expect.toBeOneOf([null, expect.any(Number)]) },
      });
      lift();
    }
  });
  rule('reports an exceeded context length, in every dialect', async ({ chat, alpha, beta }) => {
    for (const model of [alpha, beta]) {
      expect((await chat({ model, ...tooLong })).failure).toMatchObject({
        code: 'context-length',
        params: { said: expect.stringContaining('maximum context length') },
      });
    }
  });
  rule('429 with Retry-After', async ({ chat, demo, alpha, beta }) => {
    demo.fault({ kind: 'status', status: 429, retryAfter: 7 });
    for (const model of [alpha, beta]) {
      expect(await chat({ model })).toMatchObject({ failure: { code: 'rate-limited', params: { waitSeconds: 7 } } });
    }
  });
  rule('500 of an engine, in its own dialect', direct, async ({ chat, demo, alpha, beta }) => {
    demo.fault({ kind: 'status', status: 500 });
    for (const model of [alpha, beta]) {
      expect((await chat({ model })).failure).toMatchObject({
        code: 'service-error',
        params: { said: expect.stringContaining('EngineCore') },
      });
    }
  });
});

describe('5 · 401 bodies', () => {
  rule(
    'engines A and B: {"error": "Unauthorized"}, a string',
    { ...direct, with: { isOutside: true } },
    async ({ chat, demo, alpha, beta }) => {
      for (const model of [alpha, beta]) {
        expect(jsonOf(await ask(demo, `/${model.segment}/v1/models`))).toEqual({ error: 'Unauthorized' });
        expect((await chat({ model })).failure).toMatchObject({ code: 'network-not-permitted' });
      }
    },
  );
  rule(
    'the proxy: {"detail": "Not authenticated"}, {"detail": "Invalid token"}…; 403 when API keys are disabled',
    proxy,
    async ({ chat, demo, useToken }) => {
      expect(jsonOf(await ask(demo, '/api/models'))).toEqual({ detail: 'Not authenticated' });
      useToken('sk-wrong');
      expect((await chat()).failure).toMatchObject({ code: 'token-refused', params: { said: 'Invalid token' } });
      useToken(demo.token);
      demo.allowTokens(false);
      expect((await chat()).failure).toMatchObject({ code: 'token-forbidden' });
    },
  );
});

describe('5 · Errors in mid-stream', () => {
  rule('vLLM: HTTP 200, then data: {"error": {…}}, [DONE]', { ...direct, ...streamed }, async ({ chat, demo }) => {
    demo.fault({ kind: 'stream-error', after: 2 });
    const outcome = await chat({ question: 'Say one two three' });
    expect(outcome.failure).toMatchObject({ code: 'service-error', params: { said: expect.stringContaining('EngineCore') } });
    expect(textOf(outcome)).toBe('one');
  });
  rule('SGLang: the same, wrapped', { ...direct, ...streamed }, async ({ chat, demo, alpha: model }) => {
    demo.fault({ kind: 'stream-error', after: 3 });
    const outcome = await chat({ model });
    expect(outcome.failure).toMatchObject({ code: 'service-error', params: { said: expect.stringContaining('EngineCore') } });
    expect(textOf(outcome, 'reasoning')).toBe('The user');
  });
  rule('the proxy: an error object, then a disconnect', { ...proxy, ...streamed }, async ({ chat, demo }) => {
    demo.fault({ kind: 'stream-error', after: 4 });
    const outcome = await chat({ question: 'Say one two three' });
    expect(outcome.failure).toMatchObject({ code: 'service-error', params: { said: expect.stringContaining('EngineCore') } });
    expect(textOf(outcome)).toBe('one');
  });
  rule('in a text completion, by both engines', { ...direct, ...streamed }, async ({ complete, demo, alpha, beta }) => {
    demo.fault({ kind: 'stream-error', after: 1 });
    for (const model of [alpha, beta]) {
      const outcome = await complete({ model, question: '2, 4, 6,' });
      expect([outcome.failure?.code, textOf(outcome)]).toEqual(['service-error', ' 8']);
    }
  });
});
