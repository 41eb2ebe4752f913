import type { StoredMessage } from '../../electron/contract/history.ts';

/** The tool calls of one answer that have no result. */
export interface OpenToolCalls {
  readonly messageId: string;
  readonly callIds: ReadonlySet<string>;
}

/**
 * Returns the calls that can still be decided without a turn, such as after a stop or a restart: those of a complete answer that only
 * tool results follow. The main process refuses all others.
 */
export function findOpenToolCalls(messages: readonly StoredMessage[], hasNewer: boolean): OpenToolCalls | undefined {
  const index = messages.findLastIndex(({ role }) => role !== 'tool');
  const answer = messages[index];
  if (hasNewer || answer?.role !== 'assistant' || answer.state !== 'complete') return undefined;
  const settledIds = new Set(messages.slice(index + 1).map((message) => (message.role === 'tool' ? message.callId : undefined)));
  const callIds = answer.answer.parts.flatMap((part) =>
    part.kind === 'tool-call' && part.state === 'valid' && !settledIds.has(part.id) ? [part.id] : [],
  );
  return callIds.length === 0 ? undefined : { messageId: answer.id, callIds: new Set(callIds) };
}
