import {
  Archive,
  ChevronDown,
  ChevronRight,
  Ellipsis,
  Folder as FolderIcon,
  FolderPlus,
  Inbox,
  MessagesSquare,
  Trash2,
} from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { ContextMenu } from '../ui/context-menu.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-entry.ts';
import { VirtualList } from '../ui/virtual-list.tsx';
import { DropTarget } from './drop-target.tsx';
import { FolderNameDialog, type Naming } from './folder-name-dialog.tsx';
import type { History } from './history.ts';
import { putOnShelf } from './put-on-shelf.ts';
import { shelfIdOf, shelfItems, type ShelfItem } from './shelf.ts';
import './shelves.css';

/** Which conversations are listed: all, a folder of them, the archive, the trash. Conversations can be dropped on each. */
export function Shelves({ history }: { readonly history: History }) {
  const { list, actions } = history;
  const { selection } = useStore(list);
  const folders = useStore(list.folders);
  const [chosenOpen, setOpen] = useState<boolean>();
  const [naming, setNaming] = useState<Naming | null>(null);
  const [menuFolder, setMenuFolder] = useState<string | null>(null);
  const listId = useId();
  const items = shelfItems(folders);
  const selectedId = shelfIdOf(selection);
  const isOpen = chosenOpen ?? folders.length > 0;

  const remove = async (name: string) => {
    if ((await actions.removeFolder(name)) && list.read().selection.folder === name) list.show({ shelf: 'current' });
  };
  const entriesOf = (name: string): readonly MenuEntry[] => [
    {
      kind: 'action',
      label: 'Rename the folder…',
      keys: ['F2'],
      onSelect: () => {
        setNaming({ replaces: name, conversations: [] });
      },
    },
    { kind: 'action', label: 'Remove the folder, keep what is in it', keys: ['Del'], onSelect: () => void remove(name) },
  ];
  const newFolder = (conversations: readonly Conversation[]) => {
    setNaming({ replaces: null, conversations });
  };
  const onKey = ({ key }: KeyboardEvent, { selection: { folder } }: ShelfItem) => {
    if (typeof folder !== 'string' || (key !== 'F2' && key !== 'Delete')) return false;
    if (key === 'F2') setNaming({ replaces: folder, conversations: [] });
    else void remove(folder);
    return true;
  };

  return (
    <section className="shelves" aria-label="Folders">
      <div className="shelves-head">
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={listId}
          icon={isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <span className="shelf-name">{isOpen ? 'Folders' : (items.find(({ id }) => id === selectedId)?.label ?? 'Folders')}</span>
        </Button>
        {typeof selection.folder === 'string' && (
          <Menu
            align="end"
            trigger={<IconButton label={`Folder “${selection.folder}”`} size="sm" icon={<Ellipsis aria-hidden />} />}
            entries={entriesOf(selection.folder)}
          />
        )}
        <DropTarget
          history={history}
          onDrop={(conversations) => {
            newFolder(conversations);
          }}
        >
          <IconButton
            label="New folder"
            size="sm"
            icon={<FolderPlus aria-hidden />}
            onClick={() => {
              newFolder([]);
            }}
          />
        </DropTarget>
      </div>
      <ContextMenu entries={menuFolder === null ? [] : entriesOf(menuFolder)}>
        <div id={listId} className="shelves-list" hidden={!isOpen} style={{ blockSize: `calc(${items.length} * 1.75rem + 0.5rem)` }}>
          {isOpen && (
            <VirtualList
              label="Folders and shelves"
              items={items}
              selectedId={selectedId}
              onActive={({ selection: { folder } }) => {
                setMenuFolder(folder ?? null);
              }}
              onSelect={(item) => {
                history.marks.clear();
                list.show(item.selection);
              }}
              onKey={onKey}
              renderItem={(item) => <Shelf history={history} item={item} />}
            />
          )}
        </div>
      </ContextMenu>
      <FolderNameDialog
        history={history}
        naming={naming}
        onDone={() => {
          setNaming(null);
        }}
      />
    </section>
  );
}

const icons: Readonly<Record<string, ReactNode>> = {
  current: <MessagesSquare aria-hidden />,
  loose: <Inbox aria-hidden />,
  archived: <Archive aria-hidden />,
  trash: <Trash2 aria-hidden />,
};

function Shelf({ history, item: { id, label, selection, count } }: { readonly history: History; readonly item: ShelfItem }) {
  return (
    <DropTarget
      history={history}
      onDrop={(conversations) => {
        history.marks.clear();
        void putOnShelf(history.actions, conversations, selection);
      }}
    >
      <span className="shelf">
        {icons[id] ?? <FolderIcon aria-hidden />}
        <span className="shelf-name">{label}</span>
        {count !== null && (
          <span className="shelf-count">
            {count}
            <span className="visually-hidden">{count === 1 ? ' conversation' : ' conversations'}</span>
          </span>
        )}
      </span>
    </DropTarget>
  );
}
