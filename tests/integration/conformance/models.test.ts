import { describe, expect } from 'vitest';
import { plainCapabilities, type Model } from '../../../electron/contract/catalog.ts';
import { putEntry, removeEntry } from '../../../electron/core/llm-client/llm-client.ts';
import { direct, rule, streamed, type At } from './conform.ts';
import { callsOf, kindsOf, lastBody, textOf } from './rig.ts';
import { ofOneCity, toolsOnB, weather } from './tools.ts';
import { must } from '../../support/must.ts';
import { noteTexts } from '../../../electron/core/llm-client/text.ts';

const { signal } = new AbortController();

/** Requests the lists of a mode. */
function refresh({ client, catalog, mode }: At, previous: readonly Model[] = []): ReturnType<At['client']['refreshCatalog']> {
  return client.refreshCatalog(catalog, previous, { modes: [mode], signal });
}

const presenceOf = (models: readonly Model[], { mode }: At): readonly string[] =>
  models.map(({ id, presence }) => `${id} ${presence[mode]}`);

describe('2 · Models', () => {
  rule('alpha-R1, at engine-b on SGLang, reasons at length and supports no tools', async ({ chat, alpha, demo }) => {
    expect(alpha).toMatchObject({
      segment: 'engine-b',
      engine: 'sglang',
      capabilities: { reasoning: true, tools: false, reasoningEffort: false },
    });
    const outcome = await chat({ model: alpha, question: ofOneCity, tools: [weather] });
    expect(kindsOf(outcome)).toEqual(['reasoning', 'text']);
    expect(textOf(outcome, 'reasoning').length).toBeGreaterThan(500);
    expect(lastBody(demo)).not.toHaveProperty('tools');
  });
  rule('beta-4-scout, at its own segment on vLLM, is concise and calls tools', async ({ chat, beta }) => {
    expect(beta).toMatchObject({
      segment: 'beta-4-scout',
      engine: 'vllm',
      capabilities: { reasoning: false, tools: true, reasoningEffort: false },
    });
    expect(kindsOf(await chat())).toEqual(['text']);
    expect(callsOf(await chat({ question: ofOneCity, tools: [weather] }))).toEqual(['get_weather({"city":"Paris"}) valid']);
  });
  rule('gamma-oss-120b, at its own segment on vLLM, calls tools', async ({ chat, gamma: model }) => {
    expect(model).toMatchObject({ segment: 'gamma-oss-120b', engine: 'vllm', capabilities: { tools: true, reasoningEffort: true } });
    expect(callsOf(await chat({ model, question: ofOneCity, tools: [weather] }))).toEqual(['get_weather({"city":"Paris"}) valid']);
  });
  rule('gamma-oss-120b takes reasoning_effort low, medium and high, medium being the default', async ({ chat, gamma: model, demo }) => {
    const thoughts: string[] = [];
    for (const effort of ['low', 'medium', 'high', undefined] as const) {
      const parameters = { temperature: 0, ...(effort ? { reasoningEffort: effort } : {}) };
      thoughts.push(textOf(await chat({ model, parameters }), 'reasoning'));
      expect(lastBody(demo)['reasoning_effort']).toBe(effort);
    }
    const [low = '', medium = '', high = '', unset] = thoughts;
    expect(low.length).toBeGreaterThan(0);
    expect(medium.length).toBeGreaterThan(low.length);
    expect(high.length).toBeGreaterThan(medium.length);
    expect(unset).toBe(medium);
  });
  rule('reasoning_effort is for chat completions only', direct, async ({ complete, gamma: model, demo }) => {
    const { answer, failure } = await complete({ model, parameters: { reasoningEffort: 'high' } });
    expect(failure).toBeNull();
    expect(answer.notes).toEqual([noteTexts.completionEffort('reasoning_effort')]);
    expect(lastBody(demo)).not.toHaveProperty('reasoning_effort');
  });
  rule('the models are listed by GET <direct_base>models, each with its context length', { ...direct, ...streamed }, async (at) => {
    const { models } = await refresh(at);
    expect(models.map(({ id, contextLength, presence }) => [id, contextLength, presence.direct])).toEqual([
      ['alpha-R1', 65_536, 'listed'],
      ['beta-4-scout', 131_072, 'listed'],
      ['gamma-oss-120b', 131_072, 'listed'],
    ]);
  });
  rule(
    'the segment selects the engine: reports a model that is not served at its segment',
    direct,
    async ({ chat, complete, alpha, beta }) => {
      const wrong = { code: 'unknown-model', reason: 'model-not-served', params: { segment: 'engine-b' } };
      expect((await chat({ model: { ...beta, segment: alpha.segment } })).failure).toMatchObject(wrong);
      expect((await complete({ model: { ...beta, segment: alpha.segment } })).failure).toMatchObject(wrong);
      const other = await chat({ model: { ...alpha, segment: beta.segment } });
      expect(other.failure).toMatchObject({ code: 'unknown-model', params: { segment: 'beta-4-scout' } });
    },
  );
  rule('segments can’t be discovered: reports one that the service does not have', direct, async ({ chat, beta, client, catalog }) => {
    expect((await chat({ model: { ...beta, segment: 'omega' } })).failure).toMatchObject({
      code: 'unknown-model',
      reason: 'engine-not-found',
      params: { segment: 'omega' },
    });
    const wrong = [...catalog, { segment: 'omega', engine: 'unknown', models: [] } as const];
    const { outcomes } = await client.refreshCatalog(wrong, [], { modes: ['direct'], signal });
    expect(outcomes.map(({ segment, result }) => [segment, result.kind])).toEqual([
      ['engine-b', 'listed'],
      ['beta-4-scout', 'listed'],
      ['gamma-oss-120b', 'listed'],
      ['omega', 'failed'],
    ]);
  });
  rule('the user edits the catalog: requests only its segments', { ...direct, ...streamed }, async ({ client, catalog, demo }) => {
    const without = must(removeEntry(catalog, 'engine-b'));
    await client.refreshCatalog(without, [], { modes: ['direct'], signal });
    const segments = demo.requests().map(({ segment }) => segment);
    expect(new Set(segments)).toEqual(new Set(['beta-4-scout', 'gamma-oss-120b'])); // requested at the same time
    expect(segments).toHaveLength(2);
    const again = must(putEntry(without, { segment: 'engine-b', engine: 'sglang', models: [] }));
    const { models } = await client.refreshCatalog(again, [], { modes: ['direct'], signal });
    expect(models.at(-1)).toMatchObject({
      id: 'alpha-R1',
      segment: 'engine-b',
      engine: 'sglang',
      origin: 'discovered',
      capabilities: plainCapabilities,
    });
  });
  rule('offers a listed model that the catalog lacks without special capabilities', async (at) => {
    at.demo.addModel(toolsOnB);
    const { models } = await refresh(at);
    const model = models.find(({ id }) => id === 'alpha-tools');
    expect(model).toMatchObject({ origin: 'discovered', capabilities: plainCapabilities, presence: { [at.mode]: 'listed' } });
    const outcome = await at.chat({ ...(model ? { model } : {}), question: ofOneCity, tools: [weather] });
    expect(kindsOf(outcome)).toEqual(['reasoning', 'text']);
    expect(lastBody(at.demo)).toMatchObject({ model: 'alpha-tools' });
    expect(lastBody(at.demo)).not.toHaveProperty('tools');
  });
  rule('shows a removed model as gone until it returns', async (at) => {
    const first = await refresh(at);
    const back = at.demo.fault({ kind: 'model-gone', model: 'alpha-R1' });
    const gone = await refresh(at, first.models);
    expect(presenceOf(gone.models, at)).toEqual(['alpha-R1 gone', 'beta-4-scout listed', 'gamma-oss-120b listed']);
    expect((await at.chat({ model: at.alpha })).failure).toMatchObject({ code: 'unknown-model' });
    back();
    expect(presenceOf((await refresh(at, gone.models)).models, at)[0]).toBe('alpha-R1 listed');
    expect((await at.chat({ model: at.alpha })).failure).toBeNull();
  });
  rule('keeps listing a discovered model as gone when it is removed', async (at) => {
    at.demo.addModel(toolsOnB);
    const found = await refresh(at);
    at.demo.removeModel(toolsOnB.id);
    expect(presenceOf((await refresh(at, found.models)).models, at).at(-1)).toBe('alpha-tools gone');
  });
  rule(
    'generates at the reported speeds: about 36, 83 and 180 tokens per second',
    { ...direct, ...streamed, with: { demo: { speed: 'real' } } },
    async ({ chat, alpha, beta, gamma }) => {
      const speeds = [
        [alpha, 36],
        [beta, 83],
        [gamma, 180],
      ] as const;
      const answers = speeds.map(async ([model, rate]) => {
        const maxTokens = Math.round(rate / 2);
        const { answer } = await chat({ model, question: 'Write 200 words', parameters: { maxTokens } });
        expect(answer.usage?.completionTokens).toBe(maxTokens);
        // Late timers on a busy machine can only make it slower.
        expect(answer.timings.totalMs).toBeGreaterThanOrEqual((maxTokens * 1000) / rate);
      });
      await Promise.all(answers);
    },
  );
});
