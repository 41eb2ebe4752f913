import type { Conversation, ConversationScope, Folder } from '../../electron/contract/history.ts';
import { conversationsText } from './text.ts';

/** What the list shows: all, archived or trashed conversations, optionally of one folder. */
export interface ListFilter {
  readonly shelf: ConversationScope;
  /** Undefined means any folder, null means none. */
  readonly folder?: string | null;
}

/** Returns the listed folder, if any. New conversations go there, or they would not be visible. */
export function folderForNew({ shelf, folder }: ListFilter): string | undefined {
  return shelf === 'current' ? (folder ?? undefined) : undefined;
}

/** Whether a conversation belongs to the list. */
export function matchesFilter({ shelf, folder }: ListFilter, conversation: Conversation): boolean {
  const scope: ConversationScope = conversation.trashedAt !== null ? 'trash' : conversation.isArchived ? 'archived' : 'current';
  return scope === shelf && (folder === undefined || conversation.folder === folder);
}

/** Sorts pinned conversations first, then by date. */
export function compareConversations(a: Conversation, b: Conversation): number {
  return Number(b.isPinned) - Number(a.isPinned) || b.updatedAt - a.updatedAt || a.id.localeCompare(b.id);
}

/**
 * Returns the list after conversations were added or changed. If more pages follow (`isWhole` is false), conversations
 * behind the last one are left to them.
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

/** An entry of the folder list. */
export interface FolderListItem {
  readonly id: string;
  readonly label: string;
  readonly filter: ListFilter;
  /** Null if it is not counted. */
  readonly count: number | null;
}

const words = conversationsText.folders;
const allConversations: FolderListItem = { id: 'current', label: words.all, filter: { shelf: 'current' }, count: null };
const withoutFolder: FolderListItem = { id: 'loose', label: words.none, filter: { shelf: 'current', folder: null }, count: null };
const archive: FolderListItem = { id: 'archived', label: words.archive, filter: { shelf: 'archived' }, count: null };
const trash: FolderListItem = { id: 'trash', label: words.trash, filter: { shelf: 'trash' }, count: null };

/** Returns all entries in order. */
export function folderListItems(folders: readonly Folder[]): readonly FolderListItem[] {
  const own = folders.map(({ name, conversations }): FolderListItem => ({
    id: `folder:${name}`,
    label: name,
    filter: { shelf: 'current', folder: name },
    count: conversations,
  }));
  return [allConversations, ...own, ...(own.length === 0 ? [] : [withoutFolder]), archive, trash];
}

/** Returns the id of the entry that is listed. */
export function folderListItemId({ shelf, folder }: ListFilter): string {
  if (folder === null) return withoutFolder.id;
  return folder === undefined ? shelf : `folder:${folder}`;
}
