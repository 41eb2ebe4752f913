import type { Conversation } from '../../electron/contract/history.ts';

/** So many conversations, in words. */
export function formatCountOf(count: number): string {
  return `${count} ${count === 1 ? 'conversation' : 'conversations'}`;
}

/** One by its title, several by their number. */
export function named(conversations: readonly Conversation[]): string {
  const [first] = conversations;
  return first !== undefined && conversations.length === 1 ? `“${first.title}”` : formatCountOf(conversations.length);
}
