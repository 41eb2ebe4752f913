import type { Folder } from '../../electron/contract/history.ts';
import type { Selection } from './list-order.ts';

/** One line of what can be listed: a shelf, or a folder of the current ones. */
export interface ShelfItem {
  readonly id: string;
  readonly label: string;
  readonly selection: Selection;
  /** Null where nobody counts. */
  readonly count: number | null;
}

const all: ShelfItem = { id: 'current', label: 'All conversations', selection: { shelf: 'current' }, count: null };
const loose: ShelfItem = { id: 'loose', label: 'In no folder', selection: { shelf: 'current', folder: null }, count: null };
const archive: ShelfItem = { id: 'archived', label: 'Archive', selection: { shelf: 'archived' }, count: null };
const trash: ShelfItem = { id: 'trash', label: 'Trash', selection: { shelf: 'trash' }, count: null };

/** All that can be listed, in the order it is offered. */
export function shelfItems(folders: readonly Folder[]): readonly ShelfItem[] {
  const own = folders.map(({ name, conversations }): ShelfItem => ({
    id: `folder:${name}`,
    label: name,
    selection: { shelf: 'current', folder: name },
    count: conversations,
  }));
  return [all, ...own, ...(own.length === 0 ? [] : [loose]), archive, trash];
}

/** The line of what is listed. */
export function shelfIdOf({ shelf, folder }: Selection): string {
  if (folder === null) return loose.id;
  return folder === undefined ? shelf : `folder:${folder}`;
}
