import type { ToolCall } from '../../contract/answer.ts';
import { ok, type Result } from '../../contract/failure.ts';
import type { StoredAnswer, StoredMessage } from '../../contract/history.ts';
import type { ToolOutcome } from '../tools/tools.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

export type StoredResult = Extract<StoredMessage, { role: 'tool' }>;

/** The results of an answer's tool calls, each below the last, in the order of the calls. */
export interface ToolResultChain {
  /** Saves the result of a call and emits it, in its place among the results that are saved already. */
  readonly save: (call: ToolCall, outcome: ToolOutcome) => Promise<Result<undefined>>;
  /** Returns the id of the last result, or of the answer if there is none. */
  readonly lastId: () => string;
}

/** Creates a chain from the results that are saved already. */
export function createToolResultChain(
  { history, emit }: Pick<ChatDependencies, 'history' | 'emit'>,
  { id: answerId, conversationId }: StoredAnswer,
  calls: readonly ToolCall[],
  saved: readonly StoredResult[],
): ToolResultChain {
  let chain: readonly StoredMessage[] = saved;
  const order = new Map(saved.map(({ id, callId }) => [id, calls.findIndex((call) => call.id === callId)]));
  let saving: Promise<unknown> = Promise.resolve();

  const add = async (call: ToolCall, outcome: ToolOutcome): Promise<Result<undefined>> => {
    const index = calls.indexOf(call);
    const position = chain.findLastIndex(({ id }) => (order.get(id) ?? -1) < index) + 1;
    const before = chain.slice(0, position);
    const [next, ...rest] = chain.slice(position);
    const added = await history.add({
      conversationId,
      parentId: before.at(-1)?.id ?? answerId,
      ...(next && { childId: next.id }),
      role: 'tool',
      callId: call.id,
      name: call.name,
      ...outcome,
    });
    if (!added.ok) return added;
    order.set(added.value.id, index);
    const after = next ? [{ ...next, parentId: added.value.id, siblings: [next.id] }, ...rest] : [];
    chain = [...before, added.value, ...after];
    // a new message replaces those that followed its parent, so they are emitted again
    for (const message of [added.value, ...after]) emit('chat.message', message);
    return ok(undefined);
  };

  return {
    save: (call, outcome) => {
      const done = saving.then(() => add(call, outcome)); // one at a time, because each has its place below another
      saving = done;
      return done;
    },
    lastId: () => chain.at(-1)?.id ?? answerId,
  };
}
