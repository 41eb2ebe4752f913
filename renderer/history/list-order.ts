import type { Conversation, Shelf } from '../../electron/contract/history.ts';

/** What is listed: a shelf, perhaps one folder of it. */
export interface Selection {
  readonly shelf: Shelf;
  /** Undefined: all of them; null: those in no folder. */
  readonly folder?: string | null;
}

/** The folder that is shown, if one is: what begins now goes there, or it would vanish from sight. */
export function folderForNew({ shelf, folder }: Selection): string | undefined {
  return shelf === 'current' ? (folder ?? undefined) : undefined;
}

/** Whether a conversation belongs to what is listed. */
export function belongs({ shelf, folder }: Selection, conversation: Conversation): boolean {
  const own: Shelf = conversation.trashedAt !== null ? 'trash' : conversation.isArchived ? 'archived' : 'current';
  return own === shelf && (folder === undefined || conversation.folder === folder);
}

/** Pinned ones first, then the newest. */
export function inOrder(a: Conversation, b: Conversation): number {
  return Number(b.isPinned) - Number(a.isPinned) || b.updatedAt - a.updatedAt || a.id.localeCompare(b.id);
}

/**
 * The list once conversations were made or changed. `isWhole` is false while more pages are to come: what would stand
 * behind the last one listed is left to them.
 */
export function withChanged(
  list: readonly Conversation[],
  changed: readonly Conversation[],
  selection: Selection,
  isWhole: boolean,
): readonly Conversation[] {
  const ids = new Set(changed.map(({ id }) => id));
  const kept = list.filter(({ id }) => !ids.has(id));
  const last = list.at(-1);
  const added = changed.filter(
    (conversation) => belongs(selection, conversation) && (isWhole || last === undefined || inOrder(conversation, last) <= 0),
  );
  return [...kept, ...added].toSorted(inOrder);
}
