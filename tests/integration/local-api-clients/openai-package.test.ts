import OpenAI from 'openai';
import { fetch, ProxyAgent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requestThat } from '../demo/demo-fixture.ts';
import { talkWithTools } from '../demo/openai-tools.ts';
import { everyModel, expectThroughTunnel, oss, useClientFixture, scout, withTools, type ClientFixture } from './client-fixture.ts';

const here = useClientFixture();

/** Creates the unmodified package's client, as its documentation says: an address and any key. */
function client({ base }: ClientFixture, apiKey = 'any'): OpenAI {
  return new OpenAI({ baseURL: base, apiKey, maxRetries: 0 });
}

test('lists all models, and one', async () => {
  const fixture = here();
  const openai = client(fixture);
  const ids: string[] = [];
  for await (const each of openai.models.list()) ids.push(each.id);
  expect(ids).toEqual(everyModel);
  expect(await openai.models.retrieve(oss)).toMatchObject({ id: oss, object: 'model' });
  expectThroughTunnel(fixture);
});

describe.each(everyModel)('%s by its name alone', (model) => {
  const question = { role: 'user', content: 'What is 6 * 7?' } as const;

  test('answers chat', async () => {
    const fixture = here();
    const answer = await client(fixture).chat.completions.create({ model, messages: [question] });
    expect(answer.choices[0]?.message.content).toContain('**42**');
    expect(answer.usage?.total_tokens).toBeGreaterThan(0);
  });

  test('streams with the usage at the end, also by its helper', async () => {
    const fixture = here();
    const openai = client(fixture);
    const stream = await openai.chat.completions.create({
      model,
      messages: [question],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toContain('**42**');
    expect(chunks.at(-1)?.usage?.completion_tokens).toBeGreaterThan(0);
    const whole = await openai.chat.completions.stream({ model, messages: [question] }).finalChatCompletion();
    expect(whole.choices[0]?.message.content).toContain('**42**');
  });

  test('completes text, whole and streamed', async () => {
    const fixture = here();
    const openai = client(fixture);
    const wanted = { model, prompt: '2, 4, 6,', max_tokens: 4 } as const;
    const whole = await openai.completions.create({ ...wanted, logprobs: 1 });
    expect(whole.choices[0]).toMatchObject({ text: ' 8, 10,', logprobs: { tokens: [' 8', ',', ' 10', ','] } });
    let text = '';
    for await (const chunk of await openai.completions.create({ ...wanted, stream: true })) text += chunk.choices[0]?.text ?? '';
    expect(text).toBe(' 8, 10,');
  });
});

test.for(withTools)('runs tools with %s from the question to the answer, %s', async ([model, manner]) => {
  const last = await talkWithTools(client(here()), model, manner);
  expect(last?.message.content).toContain('| celsius | 21 |');
});

test('reaches the unchanged direct address with the local API as HTTPS proxy', async () => {
  const fixture = here();
  const dispatcher = new ProxyAgent({ uri: `http://127.0.0.1:${fixture.port}`, requestTls: { ca: fixture.demo.ca } });
  onTestFinished(() => dispatcher.destroy());
  const openai = new OpenAI({
    baseURL: fixture.directBase(scout),
    apiKey: 'any',
    maxRetries: 0,
    fetch: fetch as unknown as typeof globalThis.fetch, // undici's own fetch, because the dispatcher is of that version
    fetchOptions: { dispatcher },
  });
  const answer = await openai.chat.completions.create({ model: scout, messages: [{ role: 'user', content: 'What is 6 * 7?' }] });
  expect(answer.choices[0]?.message.content).toContain('**42**');
});

test('takes a local key at the same address in proxy mode, and reports what is missing without one', async () => {
  const fixture = here();
  await fixture.setMode('proxy');
  onTestFinished(() => fixture.setMode('direct'));
  const ask = (openai: OpenAI): Promise<OpenAI.ChatCompletion> =>
    openai.chat.completions.create({ model: scout, messages: [{ role: 'user', content: 'What is 6 * 7?' }] });
  await expect(ask(client(fixture))).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  expect((await ask(client(fixture, fixture.key))).choices[0]?.message.content).toContain('**42**');
  expect(fixture.demo.requests().at(-1)).toMatchObject({ mode: 'proxy', authorization: 'good' });
});

test('raises the package’s own errors, and stops the engine when a stream is left', async () => {
  const fixture = here();
  const openai = client(fixture);
  const unknown = openai.chat.completions.create({ model: 'omega', messages: [{ role: 'user', content: 'Hello' }] });
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'unknown_model' });
  await expect(unknown).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  const stream = await openai.chat.completions.create({
    model: scout,
    stream: true,
    messages: [{ role: 'user', content: 'Write 40000 words' }],
  });
  for await (const chunk of stream) if (chunk.choices.length === 1) break;
  const aborted = await requestThat(fixture.demo, ({ endpoint, outcome }) => endpoint === 'chat' && outcome === 'aborted');
  expect(aborted).toMatchObject({ segment: scout });
});
