import Anthropic from '@anthropic-ai/sdk';
import type { MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages';
import OpenAI from 'openai';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { parseJson } from '../../../electron/contract/json.ts';
import { weather } from '../demo/openai-tools.ts';

/** An answer as its client reads it. */
export interface Turn {
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
}

/** A conversation by an unmodified package, which offers the tool `get_weather`. */
export interface Conversation {
  readonly say: (text: string, manner: 'whole' | 'streamed') => Promise<Turn>;
  /** Sends the results of the last answer's calls, in their order. */
  readonly sendResults: (results: readonly string[]) => Promise<Turn>;
  /** Leaves an answer at its first text. */
  readonly leave: (text: string) => Promise<void>;
}

const { name, description, parameters } = weather.function;

/** Begins a conversation by OpenAI's Responses. */
export function talkByResponses(origin: string, model: string): Conversation {
  const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'any', maxRetries: 0 });
  const tools = [{ type: 'function' as const, strict: false, ...weather.function }];
  const input: ResponseInputItem[] = [];
  let callIds: string[] = [];
  const ask = async (manner: 'whole' | 'streamed'): Promise<Turn> => {
    const request = { model, tools, instructions: 'Be brief.', max_output_tokens: 32_000, input: [...input] };
    const answer = await (manner === 'whole' ? openai.responses.create(request) : openai.responses.stream(request).finalResponse());
    input.push(...(answer.output as ResponseInputItem[]));
    const calls = answer.output.flatMap((item) => (item.type === 'function_call' ? item : []));
    callIds = calls.map(({ call_id }) => call_id);
    return {
      reasoning: answer.output.flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : [])).join(''),
      text: answer.output_text,
      calls: calls.map((call) => ({ name: call.name, input: parseJson(call.arguments) })),
    };
  };
  return {
    say: (text, manner) => {
      input.push({ role: 'user', content: text });
      // As Codex does in the middle of a conversation.
      input.push({ role: 'developer', content: 'The folder is empty.' });
      return ask(manner);
    },
    sendResults: (results) => {
      input.push(...callIds.map((call_id, at) => ({ type: 'function_call_output' as const, call_id, output: results[at] ?? '' })));
      return ask('streamed');
    },
    leave: async (text) => {
      const stream = await openai.responses.create({ model, input: text, stream: true });
      for await (const event of stream) if (event.type === 'response.output_text.delta') break;
    },
  };
}

/** Begins a conversation by Anthropic's Messages. */
export function talkByMessages(origin: string, model: string): Conversation {
  const anthropic = new Anthropic({ baseURL: origin, apiKey: 'any', maxRetries: 0 });
  const tools = [{ name, description, input_schema: parameters } as unknown as Tool];
  const messages: MessageParam[] = [];
  let callIds: string[] = [];
  const ask = async (manner: 'whole' | 'streamed'): Promise<Turn> => {
    // As much as Claude Code asks for.
    const request = { model, max_tokens: 32_000, system: 'Be brief.', tools, messages: [...messages] };
    const { messages: endpoint } = anthropic;
    const { content } = await (manner === 'whole'
      ? endpoint.create(request, { timeout: 60_000 })
      : endpoint.stream(request).finalMessage());
    messages.push({ role: 'assistant', content });
    const calls = content.filter((block) => block.type === 'tool_use');
    callIds = calls.map(({ id }) => id);
    return {
      reasoning: content.flatMap((block) => (block.type === 'thinking' ? block.thinking : [])).join(''),
      text: content.flatMap((block) => (block.type === 'text' ? block.text : [])).join(''),
      calls: calls.map((call) => ({ name: call.name, input: call.input })),
    };
  };
  return {
    say: (text, manner) => {
      messages.push({ role: 'user', content: text });
      // As Claude Code does in the middle of a conversation.
      messages.push({ role: 'system', content: 'The folder is empty.' });
      return ask(manner);
    },
    sendResults: (results) => {
      const content = callIds.map((id, at) => ({ type: 'tool_result' as const, tool_use_id: id, content: results[at] ?? '' }));
      messages.push({ role: 'user', content });
      return ask('streamed');
    },
    leave: async (text) => {
      const request = { model, max_tokens: 32_000, messages: [{ role: 'user' as const, content: text }] };
      const stream = anthropic.messages.stream(request);
      stream.once('text', () => stream.abort());
      await stream.finalMessage().catch((error: unknown) => {
        if (!(error instanceof Anthropic.APIUserAbortError)) throw error;
      });
    },
  };
}
