import OpenAI from 'openai';
import { Agent, fetch } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import { localForward, requestThat, testDemo } from './demo-fixture.ts';
import { talkWithTools } from './openai-tools.ts';

/** Creates the unmodified package's client, which trusts the demo's authority. */
function client(demo: Demo, baseURL: string, apiKey: string): OpenAI {
  const dispatcher = new Agent({ connect: { ca: demo.ca } });
  onTestFinished(() => dispatcher.destroy());
  return new OpenAI({
    baseURL,
    apiKey,
    maxRetries: 0,
    fetch: fetch as unknown as typeof globalThis.fetch,
    fetchOptions: { dispatcher },
  });
}

async function byProxy(): Promise<{ readonly demo: Demo; readonly openai: OpenAI }> {
  const demo = await testDemo();
  return { demo, openai: client(demo, `${demo.baseUrl}/api`, demo.token) };
}

async function direct(segment: string): Promise<{ readonly demo: Demo; readonly openai: OpenAI }> {
  const demo = await testDemo();
  const port = await localForward(demo);
  return { demo, openai: client(demo, `https://localhost:${port}/${segment}/v1`, 'any') };
}

const modes = [
  ['proxy, alpha-R1', byProxy, 'alpha-R1'],
  ['proxy, beta-4-scout', byProxy, 'beta-4-scout'],
  ['proxy, gamma-oss-120b', byProxy, 'gamma-oss-120b'],
  ['direct, alpha-R1', () => direct('engine-b'), 'alpha-R1'],
  ['direct, beta-4-scout', () => direct('beta-4-scout'), 'beta-4-scout'],
  ['direct, gamma-oss-120b', () => direct('gamma-oss-120b'), 'gamma-oss-120b'],
] as const;

describe.each(modes)('the openai package, %s', (_name, open, model) => {
  test('answers chat', async () => {
    const { openai } = await open();
    const answer = await openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'What is 6 * 7?' }] });
    expect(answer.choices[0]?.message.content).toContain('**42**');
    expect(answer.choices[0]?.finish_reason).toBe('stop');
    expect(answer.usage?.total_tokens).toBeGreaterThan(0);
  });

  test('streams, also if the proxy sends events without choices', async () => {
    const { openai } = await open();
    const messages = [{ role: 'user', content: 'What is 6 * 7?' }] as const;
    const stream = await openai.chat.completions.create({
      model,
      messages: [...messages],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map((chunk) => (chunk.choices as typeof chunk.choices | undefined)?.[0]?.delta.content ?? '').join('')).toContain(
      '**42**',
    );
    expect(chunks.at(-1)?.usage?.completion_tokens).toBeGreaterThan(0);
  });

  test('streams by its helper, which rejects events without choices', async () => {
    const { demo, openai } = await open();
    demo.setBehaviour({ proxySendsExtras: false });
    const answer = await openai.chat.completions
      .stream({ model, messages: [{ role: 'user', content: 'What is 6 * 7?' }] })
      .finalChatCompletion();
    expect(answer.choices[0]?.message.content).toContain('**42**');
  });

  test('lists models', async () => {
    const { openai } = await open();
    const ids: string[] = [];
    for await (const each of openai.models.list()) ids.push(each.id);
    expect(ids).toContain(model);
  });

  test('stops the engine when the stream is left', async () => {
    const { demo, openai } = await open();
    const stream = await openai.chat.completions.create({
      model,
      stream: true,
      messages: [{ role: 'user', content: 'Write 40000 words' }],
    });
    for await (const chunk of stream) if (chunk.choices?.length === 1) break;
    expect(await requestThat(demo, ({ outcome }) => outcome === 'aborted')).toMatchObject({ endpoint: 'chat' });
  });
});

describe.each(modes.filter(([, , model]) => model !== 'alpha-R1'))('the openai package, %s', (_name, open, model) => {
  test.each(['whole', 'streamed'] as const)('runs tools from the question to the answer, %s', async (manner) => {
    const { demo, openai } = await open();
    demo.setBehaviour({ proxySendsExtras: false });
    const last = await talkWithTools(openai, model, manner);
    expect(last?.finish_reason).toBe('stop');
    expect(last?.message.content).toContain('(city: Rome) says:\n\n| what | value |\n|---|---|\n| celsius | 21 |');
  });
});

describe.each(modes.filter(([name]) => name.startsWith('direct')))('the openai package, %s', (_name, open, model) => {
  test('completes text with logprobs, streamed and not', async () => {
    const { openai } = await open();
    const answer = await openai.completions.create({ model, prompt: '2, 4, 6,', max_tokens: 4, logprobs: 1 });
    expect(answer.choices[0]).toMatchObject({ text: ' 8, 10,', finish_reason: 'length', logprobs: { tokens: [' 8', ',', ' 10', ','] } });
    let text = '';
    for await (const chunk of await openai.completions.create({ model, prompt: '2, 4, 6,', max_tokens: 4, stream: true }))
      text += chunk.choices[0]?.text ?? '';
    expect(text).toBe(' 8, 10,');
  });

  test('raises the package’s own error for a model mismatch', async () => {
    const { openai } = await open();
    const asked = openai.chat.completions.create({ model: 'omega', messages: [{ role: 'user', content: 'Hello' }] });
    await expect(asked).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

test('scales gamma-oss-120b’s reasoning with reasoning_effort', async () => {
  const { openai } = await direct('gamma-oss-120b');
  const tokens = async (effort: 'low' | 'high'): Promise<number> =>
    (
      await openai.chat.completions.create({
        model: 'gamma-oss-120b',
        reasoning_effort: effort,
        temperature: 0,
        messages: [{ role: 'user', content: 'Say hello' }],
      })
    ).usage?.completion_tokens ?? 0;
  expect(await tokens('high')).toBeGreaterThan(await tokens('low'));
});

test('raises an authentication error outside the network, and for a wrong token', async () => {
  const demo = await testDemo();
  await expect(client(demo, `${demo.baseUrl}/engine-b/v1`, 'any').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  await expect(client(demo, `${demo.baseUrl}/api`, 'sk-wrong').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
});
