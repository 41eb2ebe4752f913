import type OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { expect } from 'vitest';

/** A tool that the demo's engines call for questions about the weather. */
export const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
} as const;

/** Asks the package a question that needs two calls, sends their results, and returns the final answer. */
export async function talkWithTools(
  openai: OpenAI,
  model: string,
  manner: 'whole' | 'streamed',
): Promise<OpenAI.ChatCompletion.Choice | undefined> {
  const ask = (messages: ChatCompletionMessageParam[]): Promise<OpenAI.ChatCompletion> =>
    manner === 'whole'
      ? openai.chat.completions.create({ model, messages, tools: [weather] })
      : openai.chat.completions.stream({ model, messages, tools: [weather] }).finalChatCompletion();
  const question: ChatCompletionMessageParam = { role: 'user', content: 'Compare the weather in Paris and Rome' };
  const first = (await ask([question])).choices[0];
  expect(first?.finish_reason).toBe('tool_calls');
  const calls = (first?.message.tool_calls ?? []).filter((call) => call.type === 'function');
  expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual([
    ['get_weather', { city: 'Paris' }],
    ['get_weather', { city: 'Rome' }],
  ]);
  const results = calls.map((call, at): ChatCompletionMessageParam => ({
    role: 'tool',
    tool_call_id: call.id,
    content: `{"celsius":${20 + at}}`,
  }));
  return (await ask([question, { role: 'assistant', tool_calls: calls }, ...results])).choices[0];
}
