import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';

/**
 * Returns the indexes of the messages that stay rendered out of view: those of `ids`, the edited one, and those with a
 * form for a tool call, which would lose what was typed into it.
 */
export function keptRows(
  messages: readonly StoredMessage[],
  ids: ReadonlySet<string>,
  turn: Turn | undefined,
  openCalls: OpenToolCalls | undefined,
  editedId: string | undefined,
): readonly number[] {
  const formIds = new Set(turn?.waiting.map(({ messageId }) => messageId));
  if (openCalls !== undefined) formIds.add(openCalls.messageId);
  return messages.flatMap(({ id }, index) => (ids.has(id) || id === editedId || formIds.has(id) ? [index] : []));
}

/** The tool calls of one answer that have no result. */
interface OpenToolCalls {
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

/** Estimates the height of a message in pixels before it is rendered. */
export function estimateHeight(message: StoredMessage): number {
  switch (message.role) {
    case 'user':
      return frameHeight + textHeight(message.text) + message.attachments.length * disclosureHeight + imagesHeight(message);
    case 'tool':
      return frameHeight + disclosureHeight + imagesHeight(message);
    case 'assistant':
      return message.answer.parts.reduce(
        (sum, part) => sum + (part.kind === 'text' || part.kind === 'refusal' ? textHeight(part.text) : disclosureHeight),
        frameHeight,
      );
  }
}

/** Returns the ids of the messages that fill a view, from the end or around one of them. */
export function firstVisible(messages: readonly StoredMessage[], at: string | null, view: number): ReadonlySet<string> {
  const position = at === null ? -1 : messages.findIndex(({ id }) => id === at);
  const ids = new Set<string>();
  const take = (from: number, step: -1 | 1, limit: number) => {
    let height = 0;
    for (let index = from; height < limit; index += step) {
      const message = messages[index];
      if (message === undefined) return;
      ids.add(message.id);
      height += estimateHeight(message);
    }
  };
  if (position < 0) take(messages.length - 1, -1, view);
  else {
    take(position, -1, view / 2);
    take(position, 1, view / 2);
  }
  return ids;
}

/** Images stand side by side, about three in a row. */
function imagesHeight({ images = [] }: { readonly images?: readonly unknown[] }): number {
  return Math.ceil(images.length / 3) * imageRowHeight;
}

const imageRowHeight = 188;
const frameHeight = 76;
const disclosureHeight = 36;
const lineHeight = 22;
const lineLength = 105;
/** A longer text fills any view. */
const maxMeasuredLength = 4000;

function textHeight(text: string): number {
  const measured = text.slice(0, maxMeasuredLength);
  const breaks = measured.split('\n').length - 1;
  return Math.max(1, Math.ceil(measured.length / lineLength), breaks) * lineHeight;
}
