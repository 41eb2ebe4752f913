import type { Conversation, Folder } from '../../electron/contract/history.ts';

/** Where conversations can be moved. */
export interface MoveTarget {
  readonly id: string;
  readonly kind: 'folder' | 'new' | 'none';
  readonly label: string;
  readonly folder: string | null;
  readonly count: number | null;
}

/** The folders that what was typed leaves, the ones that begin with it first; then a new one of that name. */
export function moveTargets(folders: readonly Folder[], conversations: readonly Conversation[], typed: string): readonly MoveTarget[] {
  const name = typed.trim();
  const wanted = name.toLocaleLowerCase();
  const rank = (folder: Folder): number => {
    const place = folder.name.toLocaleLowerCase().indexOf(wanted);
    return place < 0 ? 3 : folder.name.toLocaleLowerCase() === wanted ? 0 : place === 0 ? 1 : 2;
  };
  // Where all of them are already, there is nothing to move.
  const found = folders
    .filter((folder) => rank(folder) < 3 && conversations.some((each) => each.folder !== folder.name))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((folder): MoveTarget => ({
      id: `folder:${folder.name}`,
      kind: 'folder',
      label: folder.name,
      folder: folder.name,
      count: folder.conversations,
    }));
  const isNew = name !== '' && folders.every((folder) => folder.name !== name);
  const isOut = name === '' && conversations.some(({ folder }) => folder !== null);
  return [
    ...found,
    ...(isNew ? [{ id: 'new', kind: 'new', label: `New folder “${name}”`, folder: name, count: null } as const] : []),
    ...(isOut ? [{ id: 'none', kind: 'none', label: 'In no folder', folder: null, count: null } as const] : []),
  ];
}
