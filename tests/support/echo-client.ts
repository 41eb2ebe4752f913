import { catalogModels, type LlmClient, type ServiceHandle } from '../../electron/core/llm-client/llm-client.ts';

/** Creates a service whose model `echo` repeats the last message. Calls `onRequest` with it, and answers when that is done. */
export function createEchoService(onRequest: (text: string) => Promise<unknown>): ServiceHandle {
  const client: Pick<LlmClient, 'chat'> = {
    chat: async ({ messages }) => {
      const last = messages.at(-1);
      const text = last?.role === 'user' ? last.text : '';
      await onRequest(text);
      return {
        answer: {
          parts: [{ kind: 'text', text }],
          finish: 'stop',
          usage: null,
          metrics: null,
          logprobs: null,
          timings: { firstTokenMs: 1, totalMs: 2, tokensPerSecond: null, rateFrom: null },
          notes: [],
        },
        failure: null,
      };
    },
  };
  const capabilities = { chat: true, completion: false, tools: false, reasoning: false, reasoningEffort: false };
  const models = catalogModels([{ segment: 'echo', engine: 'vllm', models: [{ id: 'echo', capabilities }] }]);
  return { profileId: 'echo', client: client as LlmClient, mode: 'proxy', models }; // runs with chat templates call nothing else
}
