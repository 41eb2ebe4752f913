import { describe, expect, test } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import { ask, chatBody, chunksOf, eventsOf, jsonOf, localForward, testDemo, type Answer } from './demo-fixture.ts';

const segments = [
  ['engine-b', 'alpha-R1'],
  ['beta-4-scout', 'beta-4-scout'],
  ['gamma-oss-120b', 'gamma-oss-120b'],
] as const;

/** Starts a demo, and returns a function that sends requests from inside. */
async function inside(): Promise<{ readonly demo: Demo; readonly from: (path: string, body?: unknown) => Promise<Answer> }> {
  const demo = await testDemo();
  const port = await localForward(demo);
  return { demo, from: (path, body) => ask(demo, path, { port, body }) };
}

describe('permitted network', () => {
  test.each(segments)('/%s/v1: returns 401 from outside and 200 through the instance', async (segment, model) => {
    const { demo, from } = await inside();
    for (const [path, body] of [
      ['models', undefined],
      ['chat/completions', chatBody(model)],
      ['completions', { model, prompt: 'Once' }],
    ] as const) {
      const outside = await ask(demo, `/${segment}/v1/${path}`, { body });
      expect([outside.status, jsonOf(outside)]).toEqual([401, { error: 'Unauthorized' }]);
      expect((await from(`/${segment}/v1/${path}`, body)).status).toBe(200);
    }
  });

  test('doesn’t accept a caller from outside for any header or token', async () => {
    const demo = await testDemo();
    const headers = { 'x-forwarded-for': '10.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' };
    expect((await ask(demo, '/engine-b/v1/models', { token: demo.token, headers })).status).toBe(401);
  });

  test('ignores a key that a client library insists on', async () => {
    const demo = await testDemo();
    expect((await ask(demo, '/engine-b/v1/models', { port: await localForward(demo), token: 'anything' })).status).toBe(200);
  });

  test('can treat this machine as inside, for “direct, on the network”', async () => {
    const demo = await testDemo();
    demo.setBehaviour({ isInsideNetwork: true });
    expect((await ask(demo, '/engine-b/v1/models')).status).toBe(200);
  });

  test.runIf(process.platform === 'linux')('treats callers at the inside address as inside, for tests with a real sshd', async () => {
    const demo = await testDemo({ insideAddress: '127.0.0.2' });
    expect(
      (await ask(demo, '/engine-b/v1/models', { tls: { host: '127.0.0.2', servername: 'localhost' }, headers: { host: 'localhost' } }))
        .status,
    ).toBe(200);
    expect((await ask(demo, '/engine-b/v1/models')).status).toBe(401);
  });
});

describe('models', () => {
  test('lists each segment’s own models, in its dialect', async () => {
    const { from } = await inside();
    expect(jsonOf(await from('/engine-b/v1/models'))).toMatchObject({
      object: 'list',
      data: [{ id: 'alpha-R1', owned_by: 'sglang', max_model_len: 65_536 }],
    });
    expect(jsonOf(await from('/beta-4-scout/v1/models'))).toMatchObject({
      object: 'list',
      data: [{ id: 'beta-4-scout', owned_by: 'vllm', permission: [{}] }],
    });
  });

  test('adds and removes models while running, and keeps the segment', async () => {
    const { demo, from } = await inside();
    demo.removeModel('beta-4-scout');
    expect(jsonOf(await from('/beta-4-scout/v1/models'))).toMatchObject({ data: [] });
    expect((await from('/beta-4-scout/v1/chat/completions', chatBody('beta-4-scout'))).status).toBe(404);
    demo.addModel({
      id: 'beta-5',
      segment: 'beta-4-scout',
      engine: 'vllm',
      capabilities: { chat: true, completion: true, tools: false, reasoning: false, reasoningEffort: false },
      contextLength: 1000,
      tokensPerSecond: 50,
      toolCalls: 'pieces',
    });
    expect(jsonOf(await from('/beta-4-scout/v1/models'))).toMatchObject({ data: [{ id: 'beta-5', max_model_len: 1000 }] });
    expect((await from('/beta-4-scout/v1/chat/completions', chatBody('beta-5'))).status).toBe(200);
  });
});

describe('chat', () => {
  test('streams reasoning_content, content, a matched stop and usage on SGLang', async () => {
    const { from } = await inside();
    const answer = await from(
      '/engine-b/v1/chat/completions',
      chatBody('alpha-R1', 'Say hello', { stream: true, stream_options: { include_usage: true } }),
    );
    const chunks = chunksOf(answer);
    const deltas = chunks.flatMap((chunk) => chunk.choices ?? []).map((choice) => choice.delta);
    expect(deltas.every((delta) => delta && 'reasoning_content' in delta)).toBe(true);
    expect(deltas.map((delta) => delta?.reasoning_content ?? '').join('')).toContain('The user asks');
    expect(deltas.map((delta) => delta?.content ?? '').join('')).toBe('hello');
    expect(chunks.at(-2)?.choices?.[0]).toMatchObject({ finish_reason: 'stop', matched_stop: 1 });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 6 } });
    expect(chunks.at(-1)?.usage?.['reasoning_tokens']).toBeGreaterThan(0);
    expect(eventsOf(answer).at(-1)).toBe('[DONE]');
  });

  test('streams reasoning in vLLM’s own field, or under its older name if set, and metrics with the usage', async () => {
    const { demo, from } = await inside();
    const body = chatBody('gamma-oss-120b', 'Say hello', {
      stream: true,
      reasoning_effort: 'low',
      stream_options: { include_usage: true },
    });
    const chunks = chunksOf(await from('/gamma-oss-120b/v1/chat/completions', body));
    expect(chunks.map((chunk) => chunk.choices?.[0]?.delta?.reasoning ?? '').join('')).toContain('The user asks');
    expect(chunks.at(-1)?.choices).toEqual([]);
    expect(chunks.at(-1)?.metrics?.['tokens_per_second']).toBeGreaterThan(0);
    demo.setBehaviour({ reasoning: { proxy: 'inline', direct: 'older-field' } });
    const older = chunksOf(await from('/gamma-oss-120b/v1/chat/completions', body));
    expect(older.map((chunk) => chunk.choices?.[0]?.delta?.reasoning_content ?? '').join('')).toContain('The user asks');
    demo.setBehaviour({ reasoning: { proxy: 'inline', direct: 'inline' } });
    const inline = chunksOf(await from('/gamma-oss-120b/v1/chat/completions', body));
    expect(inline.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join('')).toMatch(/^<think>/);
  });

  test('sends no usage chunk without include_usage', async () => {
    const { from } = await inside();
    const chunks = chunksOf(await from('/beta-4-scout/v1/chat/completions', chatBody('beta-4-scout', 'Say hello', { stream: true })));
    expect(chunks.every((chunk) => chunk.choices?.length === 1 && !chunk.usage)).toBe(true);
  });

  test('returns an unstreamed answer as one object in each engine’s dialect', async () => {
    const { from } = await inside();
    expect(jsonOf(await from('/engine-b/v1/chat/completions', chatBody('alpha-R1', 'Say hello')))).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { content: 'hello', tool_calls: null }, matched_stop: 1, finish_reason: 'stop' }],
    });
    expect(
      jsonOf(await from('/gamma-oss-120b/v1/chat/completions', chatBody('gamma-oss-120b', 'Say hello', { reasoning_effort: 'low' }))),
    ).toMatchObject({
      choices: [{ message: { content: 'hello', tool_calls: [] }, finish_reason: 'stop', stop_reason: null }],
      metrics: {},
    });
  });

  test('sends a chat’s logprobs with each token', async () => {
    const { from } = await inside();
    const answer = jsonOf(
      await from('/beta-4-scout/v1/chat/completions', chatBody('beta-4-scout', 'Say hello', { logprobs: true, top_logprobs: 2 })),
    );
    expect(answer).toMatchObject({
      choices: [{ logprobs: { content: [{ token: 'hello', top_logprobs: [{ token: 'hello' }, {}] }, { token: '<|end|>' }] } }],
    });
  });
});

describe('tools', () => {
  const tools = ['get_weather', 'get_time'].map((name) => ({
    type: 'function',
    function: {
      name,
      description: `${name} of a city`,
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  }));
  const question = 'Tell me the weather and the time in Paris';

  test('beta-4-scout: sends id and name first, then arguments in deltas', async () => {
    const { from } = await inside();
    const chunks = chunksOf(await from('/beta-4-scout/v1/chat/completions', chatBody('beta-4-scout', question, { stream: true, tools })));
    const calls = chunks.flatMap((chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? []);
    expect(calls[0]).toMatchObject({ index: 0, function: { name: 'get_weather', arguments: '' } });
    expect(calls[1]).not.toHaveProperty('id');
    expect(calls.at(-1)).toMatchObject({ index: 1 });
    expect(chunks.at(-1)?.choices?.[0]?.finish_reason).toBe('tool_calls');
  });

  test('gamma-oss-120b: sends all arguments at once, both calls in one delta', async () => {
    const { from } = await inside();
    const chunks = chunksOf(
      await from('/gamma-oss-120b/v1/chat/completions', chatBody('gamma-oss-120b', question, { stream: true, tools })),
    );
    const deltas = chunks.flatMap((chunk) => (chunk.choices?.[0]?.delta?.tool_calls ? [chunk.choices[0].delta.tool_calls] : []));
    expect(deltas).toEqual([
      [
        expect.objectContaining({ index: 0, function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }),
        expect.objectContaining({ index: 1, function: { name: 'get_time', arguments: '{"city":"Paris"}' } }),
      ],
    ]);
  });

  test('SGLang: sends later deltas with id null and name null', async () => {
    const { demo, from } = await inside();
    demo.addModel({
      id: 'alpha-tools',
      segment: 'engine-b',
      engine: 'sglang',
      capabilities: { chat: true, completion: true, tools: true, reasoning: false, reasoningEffort: false },
      contextLength: 4096,
      tokensPerSecond: 36,
      toolCalls: 'pieces',
    });
    const chunks = chunksOf(await from('/engine-b/v1/chat/completions', chatBody('alpha-tools', question, { stream: true, tools })));
    const calls = chunks.flatMap((chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? []);
    expect(calls[1]).toMatchObject({ id: null, index: 0, function: { name: null } });
  });

  test('ends a named tool_choice with `stop`', async () => {
    const { from } = await inside();
    const body = chatBody('beta-4-scout', 'Hello', { tools, tool_choice: { type: 'function', function: { name: 'get_time' } } });
    expect(jsonOf(await from('/beta-4-scout/v1/chat/completions', body))).toMatchObject({
      choices: [{ finish_reason: 'stop', message: { content: null, tool_calls: [{ function: { name: 'get_time' } }] } }],
    });
  });
});

describe('text completion', () => {
  test.each(segments)('/%s/v1 continues a prompt with logprobs, streamed and not', async (segment, model) => {
    const { from } = await inside();
    const body = { model, prompt: '1, 2, 3,', max_tokens: 4, logprobs: 2 };
    expect(jsonOf(await from(`/${segment}/v1/completions`, body))).toMatchObject({
      object: 'text_completion',
      choices: [
        {
          text: ' 4, 5,',
          finish_reason: 'length',
          logprobs: { tokens: [' 4', ',', ' 5', ','], text_offset: segment === 'engine-b' ? [-1, -1, -1, -1] : [0, 2, 3, 5] },
        },
      ],
    });
    const chunks = chunksOf(await from(`/${segment}/v1/completions`, { ...body, stream: true, stream_options: { include_usage: true } }));
    expect(chunks.map((chunk) => chunk.choices?.[0]?.text ?? '').join('')).toBe(' 4, 5,');
    expect(chunks[0]?.choices?.[0]?.logprobs).toMatchObject({ tokens: [' 4'] });
    expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 4 });
  });
});

describe('errors in each engine’s own format', () => {
  test('rejects a model that differs from the path’s', async () => {
    const { from } = await inside();
    const onA = await from('/beta-4-scout/v1/chat/completions', chatBody('gamma-oss-120b'));
    expect([onA.status, jsonOf(onA)]).toEqual([
      404,
      { error: expect.objectContaining({ type: 'NotFoundError', param: 'model', code: 404 }) },
    ]);
    const onB = await from('/engine-b/v1/completions', { model: 'gamma-oss-120b', prompt: 'x' });
    expect([onB.status, jsonOf(onB)]).toEqual([404, expect.objectContaining({ object: 'error', code: 'model_not_found' })]);
  });

  test('rejects a parameter that the model doesn’t support, so that a client that sends one is noticed', async () => {
    const { from } = await inside();
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const onB = await from('/engine-b/v1/chat/completions', chatBody('alpha-R1', 'Hello', { tools }));
    expect([onB.status, jsonOf(onB)]).toEqual([400, expect.objectContaining({ object: 'error', param: 'tools' })]);
    const onA = await from('/beta-4-scout/v1/chat/completions', chatBody('beta-4-scout', 'Hello', { reasoning_effort: 'low' }));
    expect([onA.status, jsonOf(onA)]).toEqual([400, { error: expect.objectContaining({ param: 'reasoning_effort' }) }]);
  });

  test('rejects a prompt beyond the context length', async () => {
    const { from } = await inside();
    const answer = await from('/beta-4-scout/v1/chat/completions', chatBody('beta-4-scout', 'Hello', { max_tokens: 1_000_000 }));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("This model's maximum context length is 131072 tokens");
    const long = await from('/engine-b/v1/completions', { model: 'alpha-R1', prompt: 'x '.repeat(70_000) });
    expect([long.status, jsonOf(long)]).toEqual([400, expect.objectContaining({ object: 'error', type: 'BadRequestError' })]);
  });

  test('rejects invalid bodies', async () => {
    const { from } = await inside();
    expect(jsonOf(await from('/beta-4-scout/v1/chat/completions', { model: 'beta-4-scout' }))).toMatchObject({
      error: { code: 400, param: 'messages' },
    });
    expect(jsonOf(await from('/engine-b/v1/chat/completions', '{'))).toMatchObject({ object: 'error', code: 400 });
    const options = await from(
      '/beta-4-scout/v1/chat/completions',
      chatBody('beta-4-scout', 'Hello', { stream_options: { include_usage: true } }),
    );
    expect([options.status, options.text]).toEqual([400, expect.stringContaining('Stream options can only be defined')]);
  });

  test('rejects unknown endpoints, methods and segments', async () => {
    const { from } = await inside();
    expect((await from('/engine-b/v1/nothing')).status).toBe(404);
    expect((await from('/engine-b/v1/chat/completions')).status).toBe(405);
    expect((await from('/engine-z/v1/models')).headers['content-type']).toBe('text/html');
  });
});
