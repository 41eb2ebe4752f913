import { describe, expect } from 'vitest';
import { ask, chatBody, chunksOf, eventsOf, jsonOf, localForward } from '../demo/demo-fixture.ts';
import { direct, proxy, rule, streamed, type At } from './conform.ts';
import { kindsOf, textOf } from './rig.ts';
import { ofOneCity, weather } from './tools.ts';

const { signal } = new AbortController();
const withUsage = { stream: true, stream_options: { include_usage: true } };

/** Returns the raw response, in direct mode and from the proxy. */
async function wire({ demo }: At, segment: string, body: object): ReturnType<typeof ask> {
  return ask(demo, `/${segment}/v1/chat/completions`, { port: await localForward(demo), body });
}
const wireProxy = ({ demo }: At, body: object): ReturnType<typeof ask> => ask(demo, '/api/chat/completions', { token: demo.token, body });

describe('5 · Streams', () => {
  rule('are SSE: data: {json} … data: [DONE]', streamed, async (at) => {
    const body = chatBody('beta-4-scout', 'Say hello', withUsage);
    const answer = at.mode === 'proxy' ? await wireProxy(at, body) : await wire(at, 'beta-4-scout', body);
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.text).toMatch(/^(?:data: \{.*\}\n\n)+data: \[DONE\]\n\n$/);
    expect(await at.chat()).toMatchObject({ failure: null, answer: { finish: 'stop' } });
  });
  rule('choices may be empty: the chunk that carries only usage', streamed, async (at) => {
    const body = chatBody('beta-4-scout', 'Say hello', withUsage);
    const chunks = chunksOf(at.mode === 'proxy' ? await wireProxy(at, body) : await wire(at, 'beta-4-scout', body));
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 1 } });
    expect((await at.chat()).answer.usage).toMatchObject({ completionTokens: 1 });
  });
  rule('choices may be absent: the proxy sends {"sources": […]} first, and {}', { ...proxy, ...streamed }, async (at) => {
    const [first, second] = eventsOf(await wireProxy(at, chatBody('beta-4-scout', 'Say hello', { stream: true })));
    expect([first, second]).toEqual([expect.stringContaining('{"sources":[{'), '{}']);
    const outcome = await at.chat();
    expect(outcome.failure).toBeNull();
    expect(outcome.answer.parts).toEqual([
      { kind: 'notice', text: 'Sources: Causeway guide (demo)' },
      { kind: 'text', text: 'hello' },
    ]);
  });
  rule('keep multi-byte characters intact', async ({ chat }) =>
    expect(textOf(await chat({ question: 'Say naïve 🦆 漢字 e\u0301' }))).toBe('naïve 🦆 漢字 e\u0301'),
  );
});

describe('5 · Usage', () => {
  rule('vLLM: with per-request metrics', async ({ chat, beta, gamma }) => {
    for (const model of [beta, gamma]) {
      const { answer } = await chat({ model });
      expect(answer.usage).toMatchObject({ promptTokens: 6, completionTokens: expect.any(Number), reasoningTokens: null });
      expect(answer.usage?.totalTokens).toBe(6 + (answer.usage?.completionTokens ?? 0));
      expect(Object.keys(answer.metrics ?? {})).toContain('time_to_first_token_ms');
    }
  });
  rule('SGLang: the same, plus reasoning_tokens, without metrics', async ({ chat, alpha: model }) => {
    const { usage, metrics } = (await chat({ model })).answer;
    expect(usage?.reasoningTokens).toBeGreaterThan(50);
    expect(usage?.completionTokens).toBe((usage?.reasoningTokens ?? 0) + 1);
    expect(metrics).toBeNull();
  });
  rule('in a stream only with stream_options.include_usage, which we send', streamed, async (at) => {
    const body = chatBody('beta-4-scout', 'Say hello', { stream: true });
    const chunks = chunksOf(at.mode === 'proxy' ? await wireProxy(at, body) : await wire(at, 'beta-4-scout', body));
    expect(chunks.filter((chunk) => chunk.usage)).toEqual([]);
    expect((await at.chat()).answer).toMatchObject({ usage: { completionTokens: 1 } });
  });
  rule('of a text completion, by both engines', direct, async ({ complete, alpha, beta }) => {
    for (const model of [alpha, beta]) {
      const { answer } = await complete({ model, parameters: { maxTokens: 5 } });
      expect(answer.usage).toMatchObject({ promptTokens: 4, completionTokens: 5, totalTokens: 9 });
    }
  });
});

describe('5 · Finish reasons', () => {
  rule('stop', async ({ chat }) => expect((await chat()).answer.finish).toBe('stop'));
  rule('stop at a stop sequence, with SGLang’s extra matched_stop', async ({ chat, alpha, beta }) => {
    for (const model of [alpha, beta]) {
      const outcome = await chat({ model, question: 'Write 30 words', parameters: { stop: ['causeway'] } });
      expect([outcome.answer.finish, outcome.failure]).toEqual(['stop', null]);
    }
  });
  rule('length', async ({ chat, alpha, beta }) => {
    for (const model of [alpha, beta]) {
      const { answer, failure } = await chat({ model, question: 'Write 30 words', parameters: { maxTokens: 2 } });
      expect([answer.finish, failure]).toEqual(['length', null]);
    }
  });
  rule('tool_calls', async ({ chat }) => expect((await chat({ question: ofOneCity, tools: [weather] })).answer.finish).toBe('tool-calls'));
  rule('a named tool_choice ends with stop, and is reported as tool calls', async (at) => {
    const choice = { type: 'function', function: { name: 'get_weather' } };
    const body = chatBody('beta-4-scout', ofOneCity, { tools: [{ type: 'function', function: weather }], tool_choice: choice });
    const raw = at.mode === 'proxy' ? await wireProxy(at, body) : await wire(at, 'beta-4-scout', body);
    expect(jsonOf(raw)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    const outcome = await at.chat({ question: ofOneCity, tools: [weather], parameters: { toolChoice: { name: 'get_weather' } } });
    expect([outcome.answer.finish, kindsOf(outcome)]).toEqual(['tool-calls', ['tool-call']]);
  });
  rule('abort: keeps the partial answer with a failure', async ({ chat, alpha: model, demo }) => {
    demo.fault({ kind: 'abort', after: 6 });
    const outcome = await chat({ model });
    expect(outcome).toMatchObject({ failure: { code: 'answer-cut' }, answer: { finish: 'aborted' } });
    expect(kindsOf(outcome)).toEqual(['reasoning']);
  });
});

describe('5 · Model lists', () => {
  rule('vLLM: {object: list, data: [{id, max_model_len, …}]}', { ...direct, ...streamed }, async ({ demo, client, catalog }) => {
    const list = jsonOf(await ask(demo, '/beta-4-scout/v1/models', { port: await localForward(demo) }));
    expect(list).toMatchObject({ object: 'list', data: [{ id: 'beta-4-scout', max_model_len: 131_072, permission: [{}] }] });
    const { outcomes } = await client.refreshCatalog(catalog.slice(1, 2), [], { modes: ['direct'], signal });
    expect(outcomes).toMatchObject([{ result: { kind: 'listed', models: [{ id: 'beta-4-scout', contextLength: 131_072 }] } }]);
  });
  rule('SGLang: the same without permission', { ...direct, ...streamed }, async ({ demo, client, catalog }) => {
    const answer = await ask(demo, '/engine-b/v1/models', { port: await localForward(demo) });
    expect(answer.text).not.toContain('permission');
    const { outcomes } = await client.refreshCatalog(catalog.slice(0, 1), [], { modes: ['direct'], signal });
    expect(outcomes).toMatchObject([{ result: { kind: 'listed', models: [{ id: 'alpha-R1', contextLength: 65_536 }] } }]);
  });
  rule('the proxy: {data: […]} without object', { ...proxy, ...streamed }, async ({ demo, client, catalog }) => {
    const list = jsonOf(await ask(demo, '/api/models', { token: demo.token }));
    expect(Object.keys(list as object)).toEqual(['data']);
    const { outcomes } = await client.refreshCatalog(catalog, [], { modes: ['proxy'], signal });
    expect(outcomes).toMatchObject([{ result: { kind: 'listed', models: [{ id: 'alpha-R1' }, {}, {}] } }]);
  });
});
