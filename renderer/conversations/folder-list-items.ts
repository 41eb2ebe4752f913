import type { Folder } from '../../electron/contract/history.ts';
import type { ListFilter } from './list-filter.ts';

/** One line of what can be listed: a shelf, or a folder of the current ones. */
export interface FolderListItem {
  readonly id: string;
  readonly label: string;
  readonly selection: ListFilter;
  /** Null where nobody counts. */
  readonly count: number | null;
}

const all: FolderListItem = { id: 'current', label: 'All conversations', selection: { shelf: 'current' }, count: null };
const loose: FolderListItem = { id: 'loose', label: 'In no folder', selection: { shelf: 'current', folder: null }, count: null };
const archive: FolderListItem = { id: 'archived', label: 'Archive', selection: { shelf: 'archived' }, count: null };
const trash: FolderListItem = { id: 'trash', label: 'Trash', selection: { shelf: 'trash' }, count: null };

/** All that can be listed, in the order it is offered. */
export function folderListItems(folders: readonly Folder[]): readonly FolderListItem[] {
  const own = folders.map(({ name, conversations }): FolderListItem => ({
    id: `folder:${name}`,
    label: name,
    selection: { shelf: 'current', folder: name },
    count: conversations,
  }));
  return [all, ...own, ...(own.length === 0 ? [] : [loose]), archive, trash];
}

/** The line of what is listed. */
export function folderListItemId({ shelf, folder }: ListFilter): string {
  if (folder === null) return loose.id;
  return folder === undefined ? shelf : `folder:${folder}`;
}
