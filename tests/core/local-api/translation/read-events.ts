import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { AnswerWriter, SendEvent } from '../../../../electron/core/local-api/translation/answer-writer.ts';
import { readArray, readObject, readString, type JsonObject } from '../../../../electron/contract/json.ts';
import { chunk, feed, slices, stream } from '../../llm-client/response/feed.ts';

export type Event = JsonObject & { readonly type: string };

/** Translates an engine's chunks, and returns the events and the whole answer. */
export function translateAnswer(
  createWriter: (send: SendEvent) => AnswerWriter,
  chunks: readonly unknown[] | Iterable<Uint8Array>,
): { readonly events: readonly Event[]; readonly whole: JsonObject } {
  const events: Event[] = [];
  const writer = createWriter((type, fields) => events.push(JSON.parse(JSON.stringify({ type, ...fields }))));
  writer.begin();
  const isBytes = !Array.isArray(chunks);
  const { deltas, answer } = feed(isBytes ? (chunks as Iterable<Uint8Array>) : [stream(chunks as readonly unknown[])], {
    trust: 'leading',
  });
  for (const delta of deltas) writer.push(delta);
  writer.end(answer);
  return { events, whole: writer.whole() };
}

/** Asserts that any stream cut at any bytes gives the same answer, and that what a client reads of the events agrees with it. */
export function expectSameAnswerForAnyCuts(
  createWriter: (send: SendEvent) => AnswerWriter,
  {
    names,
    pieces,
    read,
  }: {
    readonly names: readonly string[];
    readonly pieces: readonly string[];
    readonly read: (events: readonly Event[], whole: JsonObject) => JsonObject;
  },
): void {
  const call = fc.tuple(fc.nat(2), fc.constantFrom(...names), fc.constantFrom('', '{', '{"x":', '1}', ...pieces));
  const delta = fc.oneof(
    fc.record({ content: fc.string({ maxLength: 8 }) }),
    fc.record({ reasoning: fc.string({ maxLength: 8 }) }),
    call.map(([index, name, piece]) => ({ tool_calls: [{ index, id: `c${index}`, function: { name, arguments: piece } }] })),
  );
  fc.assert(
    fc.property(fc.array(delta, { maxLength: 12 }), fc.array(fc.nat(4000), { maxLength: 40 }), (deltas, at) => {
      const bytes = stream([...deltas.map((each) => chunk(each)), chunk({}, 'stop')]);
      const { whole } = translateAnswer(createWriter, [bytes].values());
      const cut = translateAnswer(createWriter, slices(bytes, at));
      expect(cut.whole).toEqual(whole);
      expect(read(cut.events, whole)).toEqual(whole);
    }),
    { numRuns: 300 },
  );
}

/** Reads a Messages stream strictly, as its clients do: one block at a time, in order. */
export function readMessagesEvents(events: readonly Event[]): JsonObject {
  const content: JsonObject[] = [];
  let open: { block: JsonObject; text: string } | undefined;
  let message: JsonObject | undefined;
  let isOver = false;
  for (const event of events) {
    if (isOver) throw new Error(`${event.type} after the end`);
    if (event.type === 'ping') continue;
    if (event.type === 'message_start') {
      if (message) throw new Error('a second message_start');
      message = readObject(event['message']);
    } else if (!message) throw new Error(`${event.type} before message_start`);
    else if (event.type === 'content_block_start') {
      if (open) throw new Error('a block inside another');
      if (event['index'] !== content.length) throw new Error('a wrong index');
      open = { block: readObject(event['content_block']) ?? {}, text: '' };
    } else if (event.type === 'content_block_delta') {
      if (!open || event['index'] !== content.length) throw new Error('a delta outside of its block');
      const delta = readObject(event['delta']) ?? {};
      const fields = {
        text: ['text_delta', 'text'],
        thinking: ['thinking_delta', 'thinking'],
        tool_use: ['input_json_delta', 'partial_json'],
      };
      if (delta['type'] === 'signature_delta') open.block = { ...open.block, signature: delta['signature'] };
      else {
        const [type, field] = fields[open.block['type'] as keyof typeof fields];
        if (delta['type'] !== type) throw new Error(`${String(delta['type'])} in ${String(open.block['type'])}`);
        open.text += readString(delta[field ?? '']);
      }
    } else if (event.type === 'content_block_stop') {
      if (!open) throw new Error('no block is open');
      const { block, text } = open;
      content.push(
        block['type'] === 'tool_use'
          ? { ...block, input: JSON.parse(text) }
          : { ...block, [block['type'] === 'text' ? 'text' : 'thinking']: text },
      );
      open = undefined;
    } else if (event.type === 'message_delta') message = { ...message, ...readObject(event['delta']), usage: event['usage'] };
    else if (event.type === 'message_stop') isOver = true;
    else throw new Error(`unknown event ${event.type}`);
  }
  if (!isOver || open) throw new Error('the message has no end');
  return { ...message, content };
}

/** Reads a Responses stream as Codex does: what counts are finished items and the completed response. */
export function readResponsesEvents(events: readonly Event[]): { readonly items: readonly JsonObject[]; readonly response: JsonObject } {
  const items: JsonObject[] = [];
  const open = new Map<unknown, { readonly item: JsonObject; text: string }>();
  for (const [at, event] of events.entries()) {
    if (event['sequence_number'] !== at) throw new Error('a wrong sequence number');
    const item = readObject(event['item']);
    if (event.type === 'response.output_item.added') open.set(event['output_index'], { item: item ?? {}, text: '' });
    else if (event.type.endsWith('.delta')) {
      const found = open.get(event['output_index']);
      if (!found || event['item_id'] !== found.item['id']) throw new Error(`${event.type} for an item that isn’t open`);
      found.text += readString(event['delta']);
    } else if (event.type === 'response.output_item.done') {
      const found = open.get(event['output_index']);
      if (found?.item['id'] !== item?.['id']) throw new Error('done without added');
      if (found?.text !== textOf(item ?? {})) throw new Error('the deltas differ from the item');
      open.delete(event['output_index']);
      items.push(item ?? {});
    }
  }
  if (open.size > 0) throw new Error('an item has no end');
  const response = readObject(events.at(-1)?.['response']) ?? {};
  return { items, response };
}

function textOf(item: JsonObject): string {
  const parts = [...readArray(item['content']), ...readArray(item['summary'])].map((part) => readString(readObject(part)?.['text']));
  return parts.join('') + readString(item['arguments']) + readString(item['input']);
}
