import { useStore } from '../state/store.ts';
import { Select } from '../ui/select.tsx';
import type { History } from './history.ts';
import type { Selection } from './list-order.ts';

/** Which conversations are listed: the current ones, a folder of them, the archive, the trash. */
export function ShelfSelect({ history: { list } }: { readonly history: History }) {
  const { selection } = useStore(list);
  const folders = useStore(list.folders);
  return (
    <div className="sidebar-shelf">
      <Select
        label="Show"
        isLabelHidden
        value={toValue(selection)}
        options={[
          { value: 'current', label: 'All conversations' },
          ...folders.map((folder) => ({ value: `folder:${folder}`, label: folder, group: 'Folders' })),
          { value: 'archived', label: 'Archive', group: 'Put away' },
          { value: 'trash', label: 'Trash', group: 'Put away' },
        ]}
        onChange={(value) => {
          list.show(toSelection(value));
        }}
      />
    </div>
  );
}

function toValue({ shelf, folder }: Selection): string {
  return folder === undefined ? shelf : `folder:${folder}`;
}

function toSelection(value: string): Selection {
  if (value === 'archived' || value === 'trash') return { shelf: value };
  return value.startsWith('folder:') ? { shelf: 'current', folder: value.slice('folder:'.length) } : { shelf: 'current' };
}
