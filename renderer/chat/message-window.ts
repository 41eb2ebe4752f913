import type { StoredMessage, MessagePage } from '../../electron/contract/history.ts';

/** The part of a conversation's branch that is at hand. */
export type MessageWindow = Pick<MessagePage, 'messages' | 'hasOlder' | 'hasNewer'>;

/**
 * The stretch once a message was made or changed. One whose parent is not the last begins another branch there:
 * what followed the parent before is no longer in sight. One whose parent is not at hand belongs further down.
 */
export function withMessage(stretch: MessageWindow, message: StoredMessage): MessageWindow {
  const { messages } = stretch;
  const index = messages.findIndex(({ id }) => id === message.id);
  if (index >= 0) return { ...stretch, messages: messages.with(index, message) };
  if (message.parentId === null) return stretch.hasOlder ? stretch : { messages: [message], hasOlder: false, hasNewer: false };
  const parent = messages.findIndex(({ id }) => id === message.parentId);
  if (parent < 0 || (stretch.hasNewer && parent === messages.length - 1 && message.siblings.length <= 1)) return stretch;
  return { messages: [...messages.slice(0, parent + 1), message], hasOlder: stretch.hasOlder, hasNewer: false };
}

/** The stretch with an older one before it. */
export function withOlder(stretch: MessageWindow, older: MessageWindow): MessageWindow {
  const known = new Set(stretch.messages.map(({ id }) => id));
  const messages = older.messages.filter(({ id }) => !known.has(id));
  return { messages: [...messages, ...stretch.messages], hasOlder: older.hasOlder, hasNewer: stretch.hasNewer };
}

/** The stretch with a newer one after it. */
export function withNewer(stretch: MessageWindow, newer: MessageWindow): MessageWindow {
  const known = new Set(stretch.messages.map(({ id }) => id));
  const messages = newer.messages.filter(({ id }) => !known.has(id));
  return { messages: [...stretch.messages, ...messages], hasOlder: stretch.hasOlder, hasNewer: newer.hasNewer };
}
