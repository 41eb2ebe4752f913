import Anthropic from '@anthropic-ai/sdk';
import type { MessageParam, Tool, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import { describe, expect, test } from 'vitest';
import { requestThat } from '../demo/demo-fixture.ts';
import { weather } from '../demo/openai-tools.ts';
import { everyModel, oss, scout, thinker, useClientFixture } from './client-fixture.ts';

const here = useClientFixture();
const client = (apiKey = 'any'): Anthropic => new Anthropic({ baseURL: here().base.replace(/\/v1$/, ''), apiKey, maxRetries: 0 });
const { name, description, parameters } = weather.function;
const ownWeather = { name, description, input_schema: parameters } as unknown as Tool;

describe.each(everyModel)('the package’s Messages with %s', (model) => {
  test('answers, whole and streamed', async () => {
    const request = { model, max_tokens: 500, messages: [{ role: 'user', content: 'What is 6 * 7?' }] } satisfies object;
    const whole = await client().messages.create(request as Anthropic.MessageCreateParamsNonStreaming);
    expect(whole.stop_reason).toBe('end_turn');
    expect(textOf(whole)).toContain('**42**');
    expect(whole.usage.output_tokens).toBeGreaterThan(0);
    const streamed = await client()
      .messages.stream(request as Anthropic.MessageCreateParamsNonStreaming)
      .finalMessage();
    expect(textOf(streamed)).toContain('**42**');
    expect(streamed.usage.input_tokens).toBe(whole.usage.input_tokens);
    expect(streamed.usage.output_tokens).toBeGreaterThan(0);
  });
});

test('gives reasoning as thinking that can be sent back', async () => {
  const question: MessageParam = { role: 'user', content: 'What is 6 * 7?' };
  const first = await client()
    .messages.stream({ model: thinker, max_tokens: 500, messages: [question] })
    .finalMessage();
  expect(first.content[0]).toMatchObject({ type: 'thinking', signature: 'causeway' });
  const messages: MessageParam[] = [question, { role: 'assistant', content: first.content }, { role: 'user', content: 'And 7 * 8?' }];
  expect(textOf(await client().messages.create({ model: thinker, max_tokens: 500, messages }))).toContain('**56**');
});

test.each([
  [scout, 'streamed'],
  [oss, 'whole'],
] as const)('runs tools with %s from the question to the answer, %s', async (model, manner) => {
  const ask = (messages: MessageParam[]) => {
    const request = { model, max_tokens: 500, messages, tools: [ownWeather] };
    return manner === 'whole' ? client().messages.create(request) : client().messages.stream(request).finalMessage();
  };
  const question: MessageParam = { role: 'user', content: 'Compare the weather in Paris and Rome' };
  const first = await ask([question]);
  expect(first.stop_reason).toBe('tool_use');
  const calls = first.content.filter((block): block is ToolUseBlock => block.type === 'tool_use');
  expect(calls.map((call) => [call.name, call.input])).toEqual([
    ['get_weather', { city: 'Paris' }],
    ['get_weather', { city: 'Rome' }],
  ]);
  const content = calls.map(({ id }, at) => ({ type: 'tool_result' as const, tool_use_id: id, content: `{"celsius":${20 + at}}` }));
  const last = await ask([question, { role: 'assistant', content: first.content }, { role: 'user', content }]);
  expect(textOf(last)).toContain('| celsius | 21 |');
});

test('counts tokens as the engine does', async () => {
  const request = { model: oss, messages: [{ role: 'user' as const, content: 'What is 6 * 7?' }] };
  const counted = await client().messages.countTokens(request);
  const own = `http://127.0.0.1:${here().port}/${oss}/tokenize`;
  const asked = await fetch(own, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) });
  expect(counted.input_tokens).toBe(((await asked.json()) as { readonly count: number }).count);
});

test('reports errors in the form that the package reads', async () => {
  const asked = client().messages.create({ model: 'nobody', max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] });
  await expect(asked).rejects.toMatchObject({ status: 404, error: { type: 'error', error: { type: 'not_found_error' } } });
});

test('answers through the proxy with a local key, sent as either header', async () => {
  const fixture = here();
  await fixture.setMode('proxy');
  try {
    const request = { model: scout, max_tokens: 50, messages: [{ role: 'user' as const, content: 'What is 6 * 7?' }] };
    expect(textOf(await client(fixture.key).messages.create(request))).toContain('**42**');
    const byBearer = new Anthropic({ baseURL: fixture.base.replace(/\/v1$/, ''), authToken: fixture.key, apiKey: null, maxRetries: 0 });
    expect(textOf(await byBearer.messages.create(request))).toContain('**42**');
    await expect(client().messages.create(request)).rejects.toMatchObject({
      status: 401,
      error: { error: { type: 'authentication_error' } },
    });
  } finally {
    await fixture.setMode('direct');
  }
});

test('stops the engine when the client leaves', async () => {
  const stream = client().messages.stream({
    model: scout,
    max_tokens: 100_000,
    messages: [{ role: 'user', content: 'Write 40000 words' }],
  });
  stream.once('text', () => stream.abort());
  await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
  await requestThat(here().demo, ({ endpoint, outcome, segment }) => endpoint === 'chat' && outcome === 'aborted' && segment === scout);
});

function textOf({ content }: Anthropic.Message): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('');
}
