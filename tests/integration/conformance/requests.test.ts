import { describe, expect } from 'vitest';
import type { Message } from '../../../electron/contract/conversation.ts';
import type { Model } from '../../../electron/contract/catalog.ts';
import { madePng } from '../../support/made-images.ts';
import { direct, rule } from './conform.ts';
import { callsOf, lastBody, textOf } from './rig.ts';
import { ofOneCity, weather } from './tools.ts';
import { noteTexts } from '../../../electron/core/llm-client/text.ts';

const described = {
  type: 'function',
  function: { name: 'get_weather', description: 'The weather of a city', parameters: weather.parameters },
};

describe('3 · Text completion', () => {
  rule('sends model, the unchanged prompt, and nothing that is not set', direct, async ({ complete, alpha: model, demo, isStreamed }) => {
    const outcome = await complete({ model, question: '2, 4, 6,' });
    expect(outcome).toMatchObject({ failure: null, answer: { finish: 'length', notes: [] } });
    expect(textOf(outcome)).toMatch(/^ 8, 10, 12/);
    const stream = isStreamed ? { stream: true, stream_options: { include_usage: true } } : {};
    expect(lastBody(demo)).toEqual({ model: 'alpha-R1', prompt: '2, 4, 6,', ...stream });
  });
  rule('sends max_tokens and temperature', direct, async ({ complete, demo }) => {
    const outcome = await complete({ question: '2, 4, 6,', parameters: { maxTokens: 4, temperature: 0 } });
    expect(outcome.answer).toMatchObject({ finish: 'length', usage: { completionTokens: 4 } });
    expect(textOf(outcome)).toBe(' 8, 10,');
    expect(lastBody(demo)).toMatchObject({ max_tokens: 4, temperature: 0 });
  });
  rule('sends logprobs and returns them for every token', direct, async ({ complete, alpha, beta }) => {
    for (const model of [alpha, beta]) {
      const { answer } = await complete({ model, question: '2, 4, 6,', parameters: { maxTokens: 3, extra: { logprobs: 2 } } });
      expect(answer.logprobs?.map(({ text }) => text)).toEqual([' 8', ',', ' 10']);
      for (const { text, logprob, alternatives } of answer.logprobs ?? []) {
        expect(alternatives.length).toBeGreaterThanOrEqual(2);
        expect(alternatives).toContainEqual({ text, logprob });
      }
    }
  });
  rule('keeps a literal tag in a text completion as text', direct, async ({ complete, alpha: model }) => {
    const outcome = await complete({ model, question: 'a<think>b</think>', parameters: { extra: { echo: true }, maxTokens: 2 } });
    expect(textOf(outcome)).toMatch(/^a<think>b<\/think>/);
    expect(outcome.answer.parts).toHaveLength(1);
  });
});

describe('3 · Chat completion', () => {
  rule('sends model and messages of the roles system, user, assistant and tool', async ({ chat, demo }) => {
    const messages: readonly Message[] = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: ofOneCity },
      {
        role: 'assistant',
        parts: [{ kind: 'tool-call', id: 'c1', name: 'get_weather', arguments: '{"city":"Paris"}', state: 'valid' }],
      },
      { role: 'tool', callId: 'c1', text: '{"celsius":21}' },
    ];
    const outcome = await chat({ messages, tools: [weather] });
    expect(textOf(outcome)).toContain('| celsius | 21 |');
    expect(lastBody(demo)['messages']).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: ofOneCity },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"celsius":21}' },
    ]);
  });
  rule('sends images as parts behind the text, and a message without them as a string', async ({ chat, demo }) => {
    const image = `data:image/png;base64,${madePng(60, 40, { color: [0, 0, 255] }).toString('base64')}`;
    const messages: readonly Message[] = [
      { role: 'user', text: 'Look', images: [image] },
      { role: 'assistant', parts: [{ kind: 'text', text: 'Yes.' }] },
      { role: 'user', text: 'Which color is it?' },
    ];
    const outcome = await chat({ messages });
    expect(outcome.failure).toBeNull();
    expect(textOf(outcome)).toContain('**blue**');
    expect(lastBody(demo)['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: image } },
        ],
      },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Which color is it?' },
    ]);
  });
  rule('reports a refusal of images by a reason of its own, in every dialect', async ({ chat, alpha, beta, gamma }) => {
    const image = `data:image/png;base64,${madePng(2, 2).toString('base64')}`;
    const ask = (model: Model, count: number) =>
      chat({ model, messages: [{ role: 'user', text: 'Look', images: Array.from({ length: count }, () => image) }] });
    expect((await ask(alpha, 1)).failure).toMatchObject({ reason: 'images-not-taken' });
    expect((await ask(gamma, 1)).failure).toMatchObject({ reason: 'images-not-taken' });
    expect((await ask(beta, 5)).failure).toMatchObject({ reason: 'too-many-images', params: { limit: 4 } });
  });
  rule('sends max_tokens, and reports that it was reached', async ({ chat, demo }) => {
    const { answer, failure } = await chat({ question: 'Write 100 words', parameters: { maxTokens: 7 } });
    expect(failure).toBeNull();
    expect(answer).toMatchObject({ finish: 'length', usage: { completionTokens: 7 } });
    expect(lastBody(demo)['max_tokens']).toBe(7);
  });
  rule('sends temperature, and 0 gives the same answer again', async ({ chat, alpha: model, demo }) => {
    const [one, other] = [await chat({ model, parameters: { temperature: 0 } }), await chat({ model, parameters: { temperature: 0 } })];
    expect(one.answer.parts).toEqual(other.answer.parts);
    expect(lastBody(demo)['temperature']).toBe(0);
  });
  rule('sends a tool as {type: function, function: {name, description, parameters}}, with tool_choice auto', async ({ chat, demo }) => {
    await chat({ question: ofOneCity, tools: [weather], parameters: { toolChoice: 'auto' } });
    expect(lastBody(demo)).toMatchObject({ tools: [described], tool_choice: 'auto' });
  });
  rule('the service only returns the call; we run it and send the result back', async ({ chat }) => {
    const question: Message = { role: 'user', text: ofOneCity };
    const first = await chat({ messages: [question], tools: [weather] });
    expect(first.answer.finish).toBe('tool-calls');
    expect(callsOf(first)).toEqual(['get_weather({"city":"Paris"}) valid']);
    const results = first.answer.parts.flatMap((part): readonly Message[] =>
      part.kind === 'tool-call' ? [{ role: 'tool', callId: part.id, text: '{"celsius":21}' }] : [],
    );
    const second = await chat({ messages: [question, { role: 'assistant', parts: first.answer.parts }, ...results], tools: [weather] });
    expect(second).toMatchObject({ failure: null, answer: { finish: 'stop' } });
    expect(textOf(second)).toContain('**get_weather** (city: Paris) says');
  });
  rule('arguments are a JSON string that may be invalid, and invalid ones are sent back empty', async ({ chat, demo }) => {
    demo.fault({ kind: 'broken-arguments', count: 'once' });
    const first = await chat({ question: ofOneCity, tools: [weather] });
    expect(callsOf(first)).toEqual(['get_weather({"city":"Paris") invalid-arguments']);
    const { parts } = first.answer;
    const { failure, answer } = await chat({
      messages: [
        { role: 'user', text: ofOneCity },
        { role: 'assistant', parts },
        { role: 'user', text: 'And?' },
      ],
    });
    expect(failure).toBeNull();
    expect(JSON.stringify(lastBody(demo)['messages'])).toContain('"arguments":"{}"');
    expect(answer.notes).toEqual([expect.stringContaining('empty')]);
  });
  rule(
    'passes other conventional fields unchanged: top_p, stop, seed, logprobs, response_format and the unknown',
    async ({ chat, demo }) => {
      const extra = {
        logprobs: true,
        top_logprobs: 2,
        response_format: { type: 'text' },
        user: 'x',
        'x-brand-new': { deep: [1, null, { a: null }] },
      };
      const parameters = { topP: 0.9, stop: ['zebra'], seed: 7, extra };
      const { answer, failure } = await chat({ question: 'Say one zebra', parameters });
      expect(failure).toBeNull();
      expect(answer.parts.at(-1)).toEqual({ kind: 'text', text: 'one ' });
      // the engines also report the token that stopped them
      expect(answer.logprobs?.flatMap(({ text, kind }) => (kind === 'content' ? [text] : []))).toEqual(['one', ' ', 'zebra']);
      expect(lastBody(demo)).toMatchObject({ top_p: 0.9, stop: ['zebra'], seed: 7, ...extra });
    },
  );
  rule('sets stream and stream_options itself', async ({ chat, demo, isStreamed }) => {
    const { answer } = await chat({ parameters: { extra: { stream: !isStreamed, stream_options: {}, model: 'other' } } });
    expect(answer.notes).toHaveLength(3);
    const { messages: _, ...rest } = lastBody(demo);
    const stream = isStreamed ? { stream: true, stream_options: { include_usage: true } } : {};
    expect(rest).toEqual({ model: 'beta-4-scout', ...stream });
  });
  rule('never sends tools to alpha-R1, in any field', async ({ chat, alpha: model, demo }) => {
    const parameters = { toolChoice: 'auto', extra: { functions: [], parallel_tool_calls: true } } as const;
    const { answer, failure } = await chat({ model, question: ofOneCity, tools: [weather], parameters });
    expect(failure).toBeNull();
    expect(answer.notes).toContain(noteTexts.modelTools('tools', 'alpha-R1'));
    expect(Object.keys(lastBody(demo)).join()).not.toMatch(/tool|function/);
  });
  rule('sends reasoning_effort only to gamma-oss-120b', async ({ chat, alpha, beta, gamma, demo }) => {
    for (const model of [alpha, beta, gamma]) {
      const { answer, failure } = await chat({ model, parameters: { reasoningEffort: 'low' } });
      expect(failure).toBeNull();
      expect('reasoning_effort' in lastBody(demo)).toBe(model === gamma);
      expect(answer.notes).toHaveLength(model === gamma ? 0 : 1);
    }
  });
  rule('omits an unset parameter instead of sending null or undefined', async ({ chat, gamma: model, demo, isStreamed }) => {
    await chat({ model });
    const stream = isStreamed ? { stream: true, stream_options: { include_usage: true } } : {};
    expect(lastBody(demo)).toEqual({ model: 'gamma-oss-120b', messages: [{ role: 'user', content: 'Say hello' }], ...stream });
    await chat({ model, parameters: { extra: { top_k: null, temperature: undefined } } });
    expect(Object.keys(lastBody(demo))).toEqual(['model', 'messages', ...Object.keys(stream)]);
  });
});
