import type { Conversation, ConversationScope, Folder } from '../../electron/contract/history.ts';

/** What is listed: a shelf, perhaps one folder of it. */
export interface ListFilter {
  readonly shelf: ConversationScope;
  /** Undefined: all of them; null: those in no folder. */
  readonly folder?: string | null;
}

/** The folder that is shown, if one is: what begins now goes there, or it would vanish from sight. */
export function folderForNew({ shelf, folder }: ListFilter): string | undefined {
  return shelf === 'current' ? (folder ?? undefined) : undefined;
}

/** Whether a conversation belongs to what is listed. */
export function matchesFilter({ shelf, folder }: ListFilter, conversation: Conversation): boolean {
  const scope: ConversationScope = conversation.trashedAt !== null ? 'trash' : conversation.isArchived ? 'archived' : 'current';
  return scope === shelf && (folder === undefined || conversation.folder === folder);
}

/** Pinned ones first, then the newest. */
export function compareConversations(a: Conversation, b: Conversation): number {
  return Number(b.isPinned) - Number(a.isPinned) || b.updatedAt - a.updatedAt || a.id.localeCompare(b.id);
}

/**
 * The list once conversations were made or changed. `isWhole` is false while more pages are to come: what would stand
 * behind the last one listed is left to them.
 */
export function applyChanges(
  list: readonly Conversation[],
  changed: readonly Conversation[],
  selection: ListFilter,
  isWhole: boolean,
): readonly Conversation[] {
  const ids = new Set(changed.map(({ id }) => id));
  const unchanged = list.filter(({ id }) => !ids.has(id));
  const last = list.at(-1);
  const added = changed.filter(
    (conversation) =>
      matchesFilter(selection, conversation) && (isWhole || last === undefined || compareConversations(conversation, last) <= 0),
  );
  return [...unchanged, ...added].toSorted(compareConversations);
}

/** One line of what can be listed: a shelf, or a folder of the current ones. */
export interface FolderListItem {
  readonly id: string;
  readonly label: string;
  readonly filter: ListFilter;
  /** Null where nobody counts. */
  readonly count: number | null;
}

const allConversations: FolderListItem = { id: 'current', label: 'All conversations', filter: { shelf: 'current' }, count: null };
const withoutFolder: FolderListItem = { id: 'loose', label: 'In no folder', filter: { shelf: 'current', folder: null }, count: null };
const archive: FolderListItem = { id: 'archived', label: 'Archive', filter: { shelf: 'archived' }, count: null };
const trash: FolderListItem = { id: 'trash', label: 'Trash', filter: { shelf: 'trash' }, count: null };

/** All that can be listed, in the order it is offered. */
export function folderListItems(folders: readonly Folder[]): readonly FolderListItem[] {
  const own = folders.map(({ name, conversations }): FolderListItem => ({
    id: `folder:${name}`,
    label: name,
    filter: { shelf: 'current', folder: name },
    count: conversations,
  }));
  return [allConversations, ...own, ...(own.length === 0 ? [] : [withoutFolder]), archive, trash];
}

/** The line of what is listed. */
export function folderListItemId({ shelf, folder }: ListFilter): string {
  if (folder === null) return withoutFolder.id;
  return folder === undefined ? shelf : `folder:${folder}`;
}
