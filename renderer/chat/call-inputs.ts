import type { TypedBridge } from '../bridge/bridge.ts';

/** What was typed into the form of a pending tool call. */
export interface CallInput {
  /** The arguments to run it with. */
  readonly text: string;
  readonly result: string;
  /** Whether the result is typed instead of running the tool. */
  readonly isTyping: boolean;
}

/** Identifies a tool call. Its own id is unique only within its answer. */
export interface CallAddress {
  readonly conversationId: string;
  readonly messageId: string;
  readonly callId: string;
}

/** Creates the inputs. Forgets those of calls that get a result or are deleted. */
export function createCallInputs(on: TypedBridge['on']) {
  const inputs = new Map<string, CallAddress & { readonly input: CallInput }>();
  const forgetWhere = (isGone: (call: CallAddress) => boolean): void => {
    for (const [key, call] of inputs) if (isGone(call)) inputs.delete(key);
  };
  on('chat.message', (message) => {
    if (message.role !== 'tool') return;
    forgetWhere(({ conversationId, callId }) => conversationId === message.conversationId && callId === message.callId);
  });
  on('history.purged', (ids) => forgetWhere(({ conversationId }) => ids.includes(conversationId)));
  return {
    read: (call: CallAddress): CallInput | undefined => inputs.get(keyOf(call))?.input,
    save: (call: CallAddress, input: CallInput) => inputs.set(keyOf(call), { ...call, input }),
    forget: (call: CallAddress) => inputs.delete(keyOf(call)),
  };
}

function keyOf({ messageId, callId }: CallAddress): string {
  return `${messageId} ${callId}`;
}
