import OpenAI from 'openai';
import type { ResponseFunctionToolCall, ResponseInputItem, ResponseStreamEvent, Tool } from 'openai/resources/responses/responses';
import { describe, expect, test } from 'vitest';
import { requestThat } from '../demo/demo-fixture.ts';
import { weather } from '../demo/openai-tools.ts';
import { everyModel, oss, scout, useClientFixture } from './client-fixture.ts';

const here = useClientFixture();
const client = (): OpenAI => new OpenAI({ baseURL: here().base, apiKey: 'any', maxRetries: 0 });
const ownWeather: Tool = { type: 'function', strict: false, ...weather.function };

describe.each(everyModel)('the package’s Responses with %s', (model) => {
  test('answers, whole and streamed', async () => {
    const whole = await client().responses.create({ model, input: 'What is 6 * 7?' });
    expect(whole.status).toBe('completed');
    expect(whole.output_text).toContain('**42**');
    expect(whole.usage?.output_tokens).toBeGreaterThan(0);
    const streamed = await client()
      .responses.stream({ model, instructions: 'Be brief.', input: [{ role: 'user', content: 'What is 6 * 7?' }] })
      .finalResponse();
    expect(streamed.output_text).toContain('**42**');
  });
});

test.each([
  [scout, 'whole'],
  [oss, 'streamed'],
] as const)('runs tools with %s from the question to the answer, %s', async (model, manner) => {
  const ask = async (input: ResponseInputItem[]) => {
    const request = {
      model,
      input,
      tools: [{ type: 'namespace', name: 'station', description: '', tools: [ownWeather] } as unknown as Tool],
    };
    return manner === 'whole' ? client().responses.create(request) : client().responses.stream(request).finalResponse();
  };
  const question: ResponseInputItem = { role: 'user', content: 'Compare the weather in Paris and Rome' };
  const first = await ask([question]);
  const calls = first.output.filter(({ type }) => type === 'function_call') as ResponseFunctionToolCall[];
  expect(calls.map(({ name, arguments: text, ...call }) => [name, 'namespace' in call && call.namespace, JSON.parse(text)])).toEqual([
    ['get_weather', 'station', { city: 'Paris' }],
    ['get_weather', 'station', { city: 'Rome' }],
  ]);
  const results = calls.map(({ call_id }, at): ResponseInputItem => ({
    type: 'function_call_output',
    call_id,
    output: `{"celsius":${20 + at}}`,
  }));
  const last = await ask([question, ...(first.output as ResponseInputItem[]), ...results]);
  expect(last.output_text).toContain('| celsius | 21 |');
});

test('reports an unknown model before the stream begins, as the package expects it', async () => {
  await expect(client().responses.create({ model: 'nobody', input: 'Hello', stream: true })).rejects.toMatchObject({
    status: 404,
    code: 'unknown_model',
  });
});

test('names the field of a request that it can’t answer', async () => {
  const asked = client().responses.create({ model: oss, input: 'Hello', previous_response_id: 'resp_1' });
  await expect(asked).rejects.toMatchObject({ status: 400, param: 'previous_response_id' });
});

test('stops the engine when the client leaves', async () => {
  const stream = await client().responses.create({ model: oss, input: 'Write 40000 words', stream: true });
  for await (const event of stream as AsyncIterable<ResponseStreamEvent>) if (event.type === 'response.output_text.delta') break;
  const stopped = await requestThat(here().demo, ({ endpoint, outcome }) => endpoint === 'chat' && outcome === 'aborted');
  expect(stopped).toMatchObject({ segment: oss });
});
