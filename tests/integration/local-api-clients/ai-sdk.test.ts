/** @module-tag long */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import { describe, expect, test } from 'vitest';
import { everyModel, expectThroughTunnel, useClientFixture, withTools, type ClientFixture } from './client-fixture.ts';

const here = useClientFixture();
// It would warn about every parameter that a model doesn't support.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Creates the unmodified package's client, as its documentation says. */
function provider({ base }: ClientFixture) {
  return createOpenAICompatible({ name: 'causeway', baseURL: base, apiKey: 'any', includeUsage: true });
}

describe.each(everyModel)('%s by its name alone', (model) => {
  test('answers chat, whole and streamed', async () => {
    const fixture = here();
    const chat = provider(fixture).chatModel(model);
    const whole = await generateText({ model: chat, prompt: 'What is 6 * 7?', maxRetries: 0 });
    expect(whole.text).toContain('**42**');
    expect(whole.usage.totalTokens).toBeGreaterThan(0);
    const streamed = streamText({ model: chat, prompt: 'What is 6 * 7?', maxRetries: 0 });
    let text = '';
    for await (const piece of streamed.textStream) text += piece;
    expect(text).toContain('**42**');
    expect((await streamed.usage).outputTokens).toBeGreaterThan(0);
    expectThroughTunnel(fixture);
  });

  test('completes text, whole and streamed', async () => {
    const fixture = here();
    const completion = provider(fixture).completionModel(model);
    const wanted = { model: completion, prompt: 'Once upon a time', maxOutputTokens: 8, maxRetries: 0 };
    expect((await generateText(wanted)).text).not.toBe('');
    let text = '';
    for await (const piece of streamText(wanted).textStream) text += piece;
    expect(text).not.toBe('');
    const asked = fixture.demo.requests().filter(({ endpoint }) => endpoint !== 'models'); // lists are read in the background
    expect(asked.at(-1)).toMatchObject({ endpoint: 'completion', status: 200 });
  });
});

test.for(withTools)('runs tools with %s through the package itself, %s', async ([model, manner]) => {
  const fixture = here();
  const asked: string[] = [];
  const wanted = {
    model: provider(fixture).chatModel(model),
    prompt: 'Compare the weather in Paris and Rome',
    maxRetries: 0,
    stopWhen: isStepCount(3),
    tools: {
      get_weather: tool({
        description: 'The weather of a city',
        inputSchema: jsonSchema<{ readonly city: string }>({
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        }),
        execute: async ({ city }) => {
          asked.push(city);
          return { celsius: 20 + asked.length };
        },
      }),
    },
  };
  const text = manner === 'whole' ? (await generateText(wanted)).text : await streamText(wanted).text;
  expect(asked).toEqual(['Paris', 'Rome']);
  expect(text).toContain('| celsius | 22 |');
});

test('reports errors by status and message', async () => {
  const fixture = here();
  const asked = generateText({ model: provider(fixture).chatModel('omega'), prompt: 'Hello', maxRetries: 0 });
  await expect(asked).rejects.toMatchObject({ statusCode: 404, message: expect.stringContaining('omega') });
});
