import type { Conversation } from '../../electron/contract/history.ts';
import type { HistoryActions } from './history-actions.ts';
import type { ListFilter } from './list-filter.ts';

/** Puts conversations where they were dropped, from wherever they come: afterwards they are listed there. */
export async function dropConversations(
  actions: Pick<HistoryActions, 'trash' | 'restore' | 'archive' | 'move'>,
  conversations: readonly Conversation[],
  { shelf, folder }: ListFilter,
): Promise<void> {
  if (shelf === 'trash') {
    const kept = conversations.filter(({ trashedAt }) => trashedAt === null);
    if (kept.length > 0) await actions.trash(kept);
    return;
  }
  const trashed = conversations.filter(({ trashedAt }) => trashedAt !== null);
  if (trashed.length > 0) await actions.restore(trashed.map(({ id }) => id));
  const isArchived = shelf === 'archived';
  const elsewhere = conversations.filter((conversation) => conversation.isArchived !== isArchived);
  if (elsewhere.length > 0) await actions.archive(elsewhere, isArchived);
  if (folder !== undefined) await actions.move(conversations, folder);
}
