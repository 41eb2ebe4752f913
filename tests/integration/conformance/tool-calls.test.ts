import { describe, expect } from 'vitest';
import { ask, chatBody, chunksOf, localForward } from '../demo/demo-fixture.ts';
import { direct, rule, streamed, type At } from './conform.ts';
import { callsOf } from './rig.ts';
import { ofOneCity, ofTwoCities, toolsOnB, weather } from './tools.ts';

const paris = 'get_weather({"city":"Paris"}) valid';
const rome = 'get_weather({"city":"Rome"}) valid';

/** Every form of a call: vLLM in deltas and in one piece, SGLang. */
async function byEveryEngine({ beta, gamma, rig }: At, prove: (model: At['beta']) => Promise<void>): Promise<void> {
  for (const model of [beta, gamma, rig.serve(toolsOnB)]) await prove(model);
}

/** Returns the raw call deltas. */
async function wireCalls({ demo }: At, segment: string, model: string): Promise<readonly (readonly object[])[]> {
  const body = chatBody(model, ofTwoCities, { stream: true, tools: [{ type: 'function', function: weather }] });
  const answer = await ask(demo, `/${segment}/v1/chat/completions`, { port: await localForward(demo), body });
  return chunksOf(answer).flatMap((chunk) => {
    const calls = chunk.choices?.[0]?.delta?.tool_calls;
    return calls ? [calls] : [];
  });
}

describe('5 · Tool calls in each dialect', () => {
  rule('vLLM: id and name first, then arguments by index', { ...direct, ...streamed }, async (at) => {
    const [first, second] = await wireCalls(at, 'beta-4-scout', 'beta-4-scout');
    expect(first).toEqual([{ id: expect.any(String), type: 'function', index: 0, function: { name: 'get_weather', arguments: '' } }]);
    expect(second).toEqual([{ index: 0, function: { arguments: expect.any(String) } }]);
    expect(callsOf(await at.chat({ question: ofTwoCities, tools: [weather] }))).toEqual([paris, rome]);
  });
  rule('vLLM: all arguments may arrive in one chunk, and several calls in one delta', { ...direct, ...streamed }, async (at) => {
    const deltas = await wireCalls(at, 'gamma-oss-120b', 'gamma-oss-120b');
    expect(deltas.map((calls) => calls.length)).toEqual([2]);
    expect(callsOf(await at.chat({ model: at.gamma, question: ofTwoCities, tools: [weather] }))).toEqual([paris, rome]);
  });
  rule('SGLang: later deltas carry id: null and name: null', { ...direct, ...streamed }, async (at) => {
    const model = at.rig.serve(toolsOnB);
    const [, later] = await wireCalls(at, 'engine-b', model.id);
    expect(later).toEqual([{ id: null, index: 0, type: 'function', function: { name: null, arguments: expect.any(String) } }]);
    expect(callsOf(await at.chat({ model, question: ofTwoCities, tools: [weather] }))).toEqual([paris, rome]);
  });
  rule('one call, by every engine and relayed by the proxy', (at) =>
    byEveryEngine(at, async (model) => {
      const outcome = await at.chat({ model, question: ofOneCity, tools: [weather] });
      expect(outcome).toMatchObject({ failure: null, answer: { finish: 'tool-calls' } });
      expect(callsOf(outcome)).toEqual([paris]);
    }),
  );
});

describe('5 · Tool-call cases that have broken other clients', () => {
  rule('parallel calls', (at) =>
    byEveryEngine(at, async (model) => {
      const outcome = await at.chat({ model, question: ofTwoCities, tools: [weather] });
      expect(callsOf(outcome)).toEqual([paris, rome]);
      const ids = outcome.answer.parts.flatMap((part) => (part.kind === 'tool-call' ? [part.id] : []));
      expect(new Set(ids).size).toBe(2);
    }),
  );
  rule('a repeated index with a new id is another call', streamed, (at) =>
    byEveryEngine(at, async (model) => {
      at.demo.fault('repeated-index');
      expect(callsOf(await at.chat({ model, question: ofTwoCities, tools: [weather] }))).toEqual([paris, rome]);
    }),
  );
  rule('tail deltas with another index belong to the call that is not complete', streamed, (at) =>
    byEveryEngine(at, async (model) => {
      at.demo.fault('tail-index');
      expect(callsOf(await at.chat({ model, question: ofTwoCities, tools: [weather] }))).toEqual([paris, rome]);
      expect(callsOf(await at.chat({ model, question: ofOneCity, tools: [weather] }))).toEqual([paris]);
    }),
  );
  rule('keeps and reports arguments that never become valid JSON', (at) =>
    byEveryEngine(at, async (model) => {
      at.demo.fault('broken-arguments');
      const outcome = await at.chat({ model, question: ofOneCity, tools: [weather] });
      expect(outcome).toMatchObject({ failure: null, answer: { finish: 'tool-calls' } });
      expect(callsOf(outcome)).toEqual(['get_weather({"city":"Paris") invalid-arguments']);
    }),
  );
  rule('invalid arguments of one call don’t affect the next', (at) =>
    byEveryEngine(at, async (model) => {
      at.demo.fault('broken-arguments');
      const broken = ['get_weather({"city":"Paris") invalid-arguments', 'get_weather({"city":"Rome") invalid-arguments'];
      expect(callsOf(await at.chat({ model, question: ofTwoCities, tools: [weather] }))).toEqual(broken);
    }),
  );
  rule('reports a call to a tool that was not offered', (at) =>
    byEveryEngine(at, async (model) => {
      at.demo.fault('unoffered-tool');
      const outcome = await at.chat({ model, question: ofOneCity, tools: [weather] });
      expect(callsOf(outcome)).toEqual(['not_offered({"city":"Paris"}) not-offered']);
    }),
  );
  rule('marks a call cut by max_tokens as not runnable', async ({ chat }) => {
    const outcome = await chat({ question: ofOneCity, tools: [weather], parameters: { maxTokens: 3 } });
    expect(outcome.answer.finish).toBe('length');
    expect(callsOf(outcome)).toEqual(['get_weather({") invalid-arguments']);
  });
});
