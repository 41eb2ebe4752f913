/** @module-tag long */
import { HumanMessage, ToolMessage, type AIMessage, type AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { ChatOpenAI, OpenAI } from '@langchain/openai';
import { describe, expect, test } from 'vitest';
import { weather } from '../demo/openai-tools.ts';
import { everyModel, expectThroughTunnel, useClientFixture, withTools, type ClientFixture } from './client-fixture.ts';

const here = useClientFixture();
/** Creates the unmodified package's client, as its documentation says. */
function settings({ base }: ClientFixture, model: string) {
  return { model, apiKey: 'any', maxRetries: 0, configuration: { baseURL: base } };
}

describe.each(everyModel)('%s by its name alone', (model) => {
  test('answers chat, whole and streamed', async () => {
    const fixture = here();
    const chat = new ChatOpenAI(settings(fixture, model));
    expect((await chat.invoke('What is 6 * 7?')).text).toContain('**42**');
    let text = '';
    for await (const chunk of await chat.stream('What is 6 * 7?')) text += chunk.text;
    expect(text).toContain('**42**');
    expectThroughTunnel(fixture);
  });

  test('completes text, whole and streamed', async () => {
    const fixture = here();
    const completion = new OpenAI({ ...settings(fixture, model), maxTokens: 4 });
    expect(await completion.invoke('2, 4, 6,')).toBe(' 8, 10,');
    let text = '';
    for await (const piece of await completion.stream('2, 4, 6,')) text += piece;
    expect(text).toBe(' 8, 10,');
  });
});

test.for(withTools)('runs tools with %s from the question to the answer, %s', async ([model, manner]) => {
  const fixture = here();
  const chat = new ChatOpenAI(settings(fixture, model)).bindTools([weather]);
  const ask = async (history: BaseMessage[]): Promise<AIMessage> => {
    if (manner === 'whole') return chat.invoke(history);
    // Not by its `streaming`, which makes it download a table of tokens.
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await chat.stream(history)) whole = whole ? whole.concat(chunk) : chunk;
    if (!whole) throw new Error('nothing came');
    return whole;
  };
  const messages: BaseMessage[] = [new HumanMessage('Compare the weather in Paris and Rome')];
  const first = await ask(messages);
  expect(first.tool_calls?.map(({ name, args }) => [name, args])).toEqual([
    ['get_weather', { city: 'Paris' }],
    ['get_weather', { city: 'Rome' }],
  ]);
  const results = (first.tool_calls ?? []).map(
    ({ id = '' }, at) => new ToolMessage({ tool_call_id: id, content: `{"celsius":${20 + at}}` }),
  );
  expect((await ask([...messages, first, ...results])).text).toContain('| celsius | 21 |');
});

test('reports errors by status and message', async () => {
  const fixture = here();
  await expect(new ChatOpenAI(settings(fixture, 'omega')).invoke('Hello')).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('omega'),
  });
});
