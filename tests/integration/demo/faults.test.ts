import { describe, expect, test } from 'vitest';
import type { Demo, Fault } from '../../support/demo/demo.ts';
import { ask, chatBody, chunksOf, eventsOf, jsonOf, requestThat, testDemo, type Answer } from './demo-fixture.ts';

const chat = '/api/chat/completions';

function proxyChat(demo: Demo, more: object = {}): Promise<Answer> {
  return ask(demo, chat, { token: demo.token, body: chatBody('beta-4-scout', 'What is Causeway?', more) });
}

async function inside(...faults: readonly Fault[]): Promise<Demo> {
  const demo = await testDemo({ faults });
  demo.setBehaviour({ isInsideNetwork: true });
  return demo;
}

describe('status codes, each with its mode’s body', () => {
  const cases: readonly (readonly [number, string, string])[] = [
    [401, '{"detail":"Invalid token"}', '{"error":"Unauthorized"}'],
    [403, '{"detail":"Use of API key is not enabled in the environment."}', '403 Forbidden'],
    [429, '{"detail":"Rate limit exceeded"}', 'RateLimitError'],
    [500, 'Internal Server Error', 'InternalServerError'],
    [502, '<h1>502 Bad Gateway</h1>', '<h1>502 Bad Gateway</h1>'],
    [503, '503 Service Temporarily Unavailable', '503 Service Temporarily Unavailable'],
  ];
  test.each(cases)('returns %d', async (status, proxy, direct) => {
    const demo = await inside({ kind: 'status', status });
    const byProxy = await proxyChat(demo);
    expect([byProxy.status, byProxy.text]).toEqual([status, expect.stringContaining(proxy)]);
    const byDirect = await ask(demo, '/engine-b/v1/models');
    expect([byDirect.status, byDirect.text]).toEqual([status, expect.stringContaining(direct)]);
  });

  test('sends Retry-After with 429', async () => {
    const demo = await inside({ kind: 'status', status: 429, retryAfter: 7 });
    expect((await proxyChat(demo)).headers['retry-after']).toBe('7');
  });

  test('applies a fault in one mode only, and once if it says so', async () => {
    const demo = await inside({ kind: 'status', status: 503, mode: 'direct', segment: 'engine-b', count: 'once' });
    expect((await proxyChat(demo)).status).toBe(200);
    expect((await ask(demo, '/beta-4-scout/v1/models')).status).toBe(200);
    expect((await ask(demo, '/engine-b/v1/models')).status).toBe(503);
    expect((await ask(demo, '/engine-b/v1/models')).status).toBe(200);
  });

  test('doesn’t apply a removed fault', async () => {
    const demo = await testDemo();
    const lift = demo.fault('status,status=500');
    expect((await proxyChat(demo)).status).toBe(500);
    lift();
    expect((await proxyChat(demo)).status).toBe(200);
  });
});

test('redirect: sends the client to another address, which it must not follow', async () => {
  const demo = await testDemo({ faults: ['redirect'] });
  const answer = await proxyChat(demo);
  expect([answer.status, answer.headers.location]).toEqual([307, 'https://elsewhere.invalid/']);
});

test('html: returns a sign-in page with status 200 instead of JSON', async () => {
  const demo = await testDemo({ faults: ['html'] });
  const answer = await proxyChat(demo);
  expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, 'text/html', expect.stringContaining('Sign in')]);
});

test('slow first byte: sends nothing until the client gives up, and records that it did', async () => {
  const demo = await testDemo({ faults: ['slow-first-byte,ms=60000'] });
  const abort = new AbortController();
  const asked = ask(demo, chat, { token: demo.token, body: chatBody('beta-4-scout'), signal: abort.signal });
  const running = await requestThat(demo, (record) => record.outcome === 'running');
  expect(running.status).toBeNull();
  abort.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  expect(await requestThat(demo, (record) => record.outcome === 'aborted')).toMatchObject({ status: null, tokens: 0 });
});

describe('streams', () => {
  test('malformed: sends an event that is no JSON, then valid ones', async () => {
    const demo = await testDemo({ faults: ['malformed-stream'] });
    const events = eventsOf(await proxyChat(demo, { stream: true }));
    expect(events.filter((event) => event !== '[DONE]' && !isJson(event))).toHaveLength(1);
    expect(events.at(-1)).toBe('[DONE]');
  });

  test('cut: disconnects in the middle of an event, without the body’s end', async () => {
    const demo = await testDemo({ faults: ['cut-stream,after=5'] });
    const answer = await proxyChat(demo, { stream: true });
    expect(answer.isComplete).toBe(false);
    expect(eventsOf(answer)).toHaveLength(6);
    expect(isJson(eventsOf(answer).at(-1) ?? '')).toBe(false);
    expect(demo.requests().at(-1)?.outcome).toBe('cut');
  });

  test('stall: stops in mid-stream until the client disconnects', async () => {
    const demo = await testDemo({ faults: ['stall,after=4'] });
    const abort = new AbortController();
    const answer = await ask(demo, chat, {
      token: demo.token,
      body: chatBody('beta-4-scout', 'What is Causeway?', { stream: true }),
      signal: abort.signal,
      onData: (text) => {
        if (text.split('\n\n').length > 4) abort.abort();
      },
    });
    expect(eventsOf(answer)).toHaveLength(4);
    await requestThat(demo, (record) => record.outcome === 'aborted');
  });

  test('stall for a while: continues to the end', async () => {
    const demo = await testDemo({ faults: ['stall,after=4,ms=5'] });
    expect(eventsOf(await proxyChat(demo, { stream: true })).at(-1)).toBe('[DONE]');
  });

  test('stall: continues to the end when the fault is removed', async () => {
    const demo = await testDemo();
    const remove = demo.fault('stall,after=4,count=once');
    const answer = await ask(demo, chat, {
      token: demo.token,
      body: chatBody('beta-4-scout', 'What is Causeway?', { stream: true }),
      onData: (text) => {
        if (text.split('\n\n').length > 4) remove();
      },
    });
    expect(eventsOf(answer).at(-1)).toBe('[DONE]');
  });

  test.each([
    ['engine-b', 'alpha-R1', { object: 'error', type: 'InternalServerError' }],
    ['beta-4-scout', 'beta-4-scout', { type: 'InternalServerError', code: 500 }],
  ])('error in mid-stream, /%s: sends status 200, then an error object, then [DONE]', async (segment, model, error) => {
    const demo = await inside({ kind: 'stream-error', after: 2 });
    const answer = await ask(demo, `/${segment}/v1/chat/completions`, { body: chatBody(model, 'Hello', { stream: true }) });
    expect(answer.status).toBe(200);
    expect(chunksOf(answer).at(-1)?.error).toMatchObject(error);
    expect(eventsOf(answer).at(-1)).toBe('[DONE]');
  });

  test('error in mid-stream, proxy: sends an error object, then disconnects', async () => {
    const demo = await testDemo({ faults: ['stream-error,after=5'] });
    const answer = await proxyChat(demo, { stream: true });
    expect(chunksOf(answer).at(-1)?.error).toHaveProperty('detail');
    expect([answer.isComplete, answer.text.includes('[DONE]')]).toEqual([false, false]);
  });

  test('missing [DONE]: ends the body properly without it', async () => {
    const demo = await testDemo({ faults: ['missing-done'] });
    const answer = await proxyChat(demo, { stream: true });
    expect([answer.isComplete, answer.text.includes('[DONE]')]).toEqual([true, false]);
    expect(chunksOf(answer).at(-1)?.choices?.[0]?.finish_reason).toBe('stop');
  });

  test('long line: sends one event of four megabytes', async () => {
    const demo = await testDemo({ faults: ['long-line'] });
    const answer = await proxyChat(demo, { stream: true });
    expect(Math.max(...eventsOf(answer).map((event) => event.length))).toBeGreaterThan(4 * 1024 * 1024);
    expect(eventsOf(answer).at(-1)).toBe('[DONE]');
  });

  test('abort: ends the answer with finish `abort`', async () => {
    const demo = await inside({ kind: 'abort', after: 6 });
    const chunks = chunksOf(await ask(demo, '/engine-b/v1/chat/completions', { body: chatBody('alpha-R1', 'Hello', { stream: true }) }));
    expect(chunks.at(-1)?.choices?.[0]).toMatchObject({ finish_reason: 'abort', matched_stop: null });
  });

  test('cuts a text completion as well', async () => {
    const demo = await inside({ kind: 'cut-stream', after: 2, endpoint: 'completion' });
    const answer = await ask(demo, '/engine-b/v1/completions', { body: { model: 'alpha-R1', prompt: 'Once', stream: true } });
    expect(answer.isComplete).toBe(false);
  });
});

describe('tool calls', () => {
  const tools = [
    {
      type: 'function',
      function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    },
  ];
  const ofWeather = chatBody('beta-4-scout', 'The weather in Paris?', { tools });
  const firstCall = (answer: Answer): { name: string; arguments: string } =>
    (jsonOf(answer) as { choices: [{ message: { tool_calls: [{ function: { name: string; arguments: string } }] } }] }).choices[0].message
      .tool_calls[0].function;

  test('sends arguments that never become valid JSON', async () => {
    const demo = await testDemo({ faults: ['broken-arguments'] });
    expect(isJson(firstCall(await ask(demo, chat, { token: demo.token, body: ofWeather })).arguments)).toBe(false);
  });

  test('calls a tool that was not offered', async () => {
    const demo = await testDemo({ faults: ['unoffered-tool'] });
    expect(firstCall(await ask(demo, chat, { token: demo.token, body: ofWeather })).name).toBe('not_offered');
  });

  test.each([
    ['repeated-index', [0, 0], (index: number) => index === 0],
    ['tail-index', [0, 1], (index: number) => index === 2],
  ] as const)('%s: streams calls under unusual indices', async (kind, opened, isLast) => {
    const demo = await testDemo({ faults: [kind] });
    const body = chatBody('beta-4-scout', 'Compare the weather in Paris and Rome', { tools, stream: true });
    const chunks = chunksOf(await ask(demo, chat, { token: demo.token, body }));
    const calls = chunks.flatMap((chunk) => (chunk.choices?.[0]?.delta?.tool_calls ?? []) as readonly { index: number; id?: string }[]);
    expect(calls.filter((call) => call.id !== undefined).map((call) => call.index)).toEqual(opened);
    expect(calls.at(-1)?.index).toSatisfy(isLast);
  });

  test('doesn’t use up the fault for an answer without a call', async () => {
    const demo = await testDemo({ faults: ['broken-arguments,count=once'] });
    await proxyChat(demo);
    expect(isJson(firstCall(await ask(demo, chat, { token: demo.token, body: ofWeather })).arguments)).toBe(false);
  });
});

describe.each([true, false])('unusual reasoning, stream: %s', (stream) => {
  const answered = async (shape: string): Promise<string> => {
    const demo = await testDemo({ faults: [`odd-reasoning,shape=${shape}`] });
    const answer = await ask(demo, chat, { token: demo.token, body: chatBody('alpha-R1', 'Say hello', { stream }) });
    if (stream)
      return chunksOf(answer)
        .map((chunk) => chunk.choices?.[0]?.delta?.content ?? '')
        .join('');
    return (jsonOf(answer) as { choices: [{ message: { content: string } }] }).choices[0].message.content;
  };

  test.each([
    ['empty', /^<think><\/think>\n\nhello$/],
    ['empty-after', /^<think>\n.+\n<\/think>\n\n<think><\/think>\n\nhello$/s],
    ['stray-close', /^<think>\n.+\n<\/think>\n\n<\/think>\n\nhello$/s],
    ['only', /^<think>\n.+\n<\/think>\n\n$/s],
    ['mixed', /^<think>\n.+\n<\/think>\n\nhello$/s],
  ])('%s', async (shape, content) => {
    expect(await answered(shape)).toMatch(content);
  });
});

describe('requests that a mode may reject', () => {
  test.each([
    ['refuse-stream', { stream: true }, 'stream'],
    ['refuse-stream-options', { stream: true, stream_options: { include_usage: true } }, 'stream_options'],
  ])('%s: rejects the request with it and answers without', async (kind, more, parameter) => {
    const demo = await inside();
    demo.fault(kind);
    const byProxy = await proxyChat(demo, more);
    expect([byProxy.status, jsonOf(byProxy)]).toMatchObject([422, { detail: [{ type: 'extra_forbidden', loc: ['body', parameter] }] }]);
    const byDirect = await ask(demo, '/beta-4-scout/v1/chat/completions', { body: chatBody('beta-4-scout', 'Hello', more) });
    expect([byDirect.status, jsonOf(byDirect)]).toMatchObject([400, { error: { param: parameter } }]);
    expect((await proxyChat(demo)).status).toBe(200);
  });

  test('plain-json: answers `stream: true` with one object', async () => {
    const demo = await testDemo({ faults: ['plain-json'] });
    const answer = await proxyChat(demo, { stream: true });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(jsonOf(answer)).toMatchObject({ object: 'chat.completion' });
  });

  test('model-gone: removes the model from the list and the engine', async () => {
    const demo = await inside({ kind: 'model-gone', model: 'alpha-R1' });
    expect(jsonOf(await ask(demo, '/engine-b/v1/models'))).toMatchObject({ data: [] });
    expect((await ask(demo, '/engine-b/v1/chat/completions', { body: chatBody('alpha-R1') })).status).toBe(404);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
