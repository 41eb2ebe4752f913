import type { Finish, Usage } from '../../../contract/answer.ts';
import { parseJson, readObject, type JsonObject } from '../../../contract/json.ts';
import { anthropicError } from '../local-api-error.ts';
import type { AnswerWriter, SendEvent } from './answer-writer.ts';
import { ownSignature } from './reasoning-mark.ts';
import { createSequentialParts, type OpenedPart } from './sequential-parts.ts';

/** Creates a writer of Anthropic's Messages. */
export function createMessagesWriter(id: string, model: string, send: SendEvent): AnswerWriter {
  const content: JsonObject[] = [];
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model };
  let ending: JsonObject = { stop_reason: null, stop_sequence: null };
  let usage = toUsage(null);

  const parts = createSequentialParts({
    open: (part) => send('content_block_start', { index: content.length, content_block: emptyBlock(part) }),
    append: (part, text) => send('content_block_delta', { index: content.length, delta: toDelta(part, text) }),
    close: (part, text) => {
      const index = content.length;
      if (part.kind === 'reasoning') send('content_block_delta', { index, delta: { type: 'signature_delta', signature: ownSignature } });
      send('content_block_stop', { index });
      content.push(wholeBlock(part, text));
    },
  });

  return {
    begin: () => send('message_start', { message: { ...message, content: [], ...ending, usage } }),
    push: parts.push,
    ping: () => send('ping', {}),
    end: (answer) => {
      parts.end();
      ending = { stop_reason: toStopReason(answer.finish), stop_sequence: null };
      usage = toUsage(answer.usage);
      send('message_delta', { delta: ending, usage });
      send('message_stop', {});
    },
    fail: (error) => send('error', anthropicError(error)),
    whole: () => ({ ...message, content, ...ending, usage }),
  };
}

function emptyBlock(part: OpenedPart): JsonObject {
  if (part.kind === 'text') return { type: 'text', text: '' };
  if (part.kind === 'reasoning') return { type: 'thinking', thinking: '', signature: '' };
  return toolUse(part, {});
}

function toDelta({ kind }: OpenedPart, text: string): JsonObject {
  if (kind === 'text') return { type: 'text_delta', text };
  return kind === 'reasoning' ? { type: 'thinking_delta', thinking: text } : { type: 'input_json_delta', partial_json: text };
}

function wholeBlock(part: OpenedPart, text: string): JsonObject {
  if (part.kind === 'text') return { type: 'text', text };
  if (part.kind === 'reasoning') return { type: 'thinking', thinking: text, signature: ownSignature };
  // The tool's own error shows the model what it wrote.
  return toolUse(part, readObject(parseJson(text)) ?? { invalid_json: text });
}

function toolUse({ id, name }: Extract<OpenedPart, { kind: 'tool-call' }>, input: JsonObject): JsonObject {
  return { type: 'tool_use', id, name, input, caller: { type: 'direct' } };
}

function toStopReason(finish: Finish | null): string {
  if (finish === 'length') return 'max_tokens';
  if (finish === 'tool-calls') return 'tool_use';
  return finish === 'filtered' ? 'refusal' : 'end_turn';
}

/** Cached tokens are not counted as input there. */
function toUsage(usage: Usage | null): JsonObject {
  const cached = usage?.cachedTokens ?? 0;
  return {
    input_tokens: Math.max(0, (usage?.promptTokens ?? 0) - cached),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: usage?.completionTokens ?? 0,
  };
}
