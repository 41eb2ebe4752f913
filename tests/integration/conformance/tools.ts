import type { Tool } from '../../../electron/contract/conversation.ts';
import type { DemoModel } from '../../support/demo/demo.ts';

/** A tool the demo’s engines call once for each city a question names. */
export const weather: Tool = {
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

export const ofOneCity = 'What is the weather in Paris?';
export const ofTwoCities = 'Compare the weather in Paris and Rome';

/** SGLang with tools, which alpha-R1 doesn't support, for SGLang's form of a call. */
export const toolsOnB: DemoModel = {
  id: 'alpha-tools',
  segment: 'engine-b',
  engine: 'sglang',
  capabilities: { chat: true, completion: true, tools: true, reasoning: true, reasoningEffort: true },
  contextLength: 65_536,
  tokensPerSecond: 36,
  toolCalls: 'pieces',
  maxImages: 0,
};

/** vLLM with reasoning and tool calls in deltas. */
export const thinkingOnA: DemoModel = { ...toolsOnB, id: 'gamma-pieces', segment: 'gamma-oss-120b', engine: 'vllm' };
