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
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { ContextMenu, Menu, type MenuEntry } from '../ui/menu.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { DropTarget } from './drop-target.tsx';
import type { History } from './history.ts';
import { InlineNameField } from './inline-name-field.tsx';
import { NewFolderDialog } from './new-folder-dialog.tsx';
import { RowOverlay } from './row-overlay.tsx';
import { dropConversations } from './drop-conversations.ts';
import { folderListItemId, folderListItems, type FolderListItem } from './folder-list-items.ts';
import './line.css';
import './folder-list.css';

/** Which conversations are listed: all, a folder of them, the archive, the trash. Conversations can be dropped on each. */
export function FolderList({ history }: { readonly history: History }) {
  const { list, actions } = history;
  const session = useSession();
  const { sidebar } = useStore(session.settings);
  const { selection } = useStore(list);
  const folders = useStore(list.folders);
  /** What is to go into a folder that is being made. */
  const [gathered, setGathered] = useState<readonly Conversation[] | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [menuFolder, setMenuFolder] = useState<string | null>(null);
  const area = useRef<HTMLElement>(null);
  const listId = useId();
  const items = folderListItems(folders);
  const selectedId = folderListItemId(selection);
  // Until the user decides: where there are folders, they are shown.
  const isOpen = sidebar.areFoldersOpen ?? folders.length > 0;

  const rename = async (former: string, name: string) => {
    if (!(await actions.putFolder(name, former))) return;
    // What was listed under the former name is listed under the new one.
    if (list.read().selection.folder === former) list.show({ shelf: 'current', folder: name });
  };
  const remove = async (name: string) => {
    if ((await actions.removeFolder(name)) && list.read().selection.folder === name) list.show({ shelf: 'current' });
  };
  const entriesOf = (name: string): readonly MenuEntry[] => [
    {
      kind: 'action',
      label: 'Rename the folder',
      keys: ['F2'],
      onSelect: () => {
        setRenamed(name);
      },
    },
    { kind: 'action', label: 'Remove the folder, keep what is in it', keys: ['Del'], onSelect: () => void remove(name) },
  ];
  const onKey = ({ key }: KeyboardEvent, { selection: { folder } }: FolderListItem) => {
    if (typeof folder !== 'string' || (key !== 'F2' && key !== 'Delete')) return false;
    if (key === 'F2') setRenamed(folder);
    else void remove(folder);
    return true;
  };

  return (
    <section ref={area} className="shelves" aria-label="Folders">
      <div className="shelves-head">
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={listId}
          icon={isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          onClick={() => {
            void session.changeSettings({ sidebar: { ...sidebar, areFoldersOpen: !isOpen } });
          }}
        >
          <span className="line-name">{isOpen ? 'Folders' : (items.find(({ id }) => id === selectedId)?.label ?? 'Folders')}</span>
        </Button>
        {typeof selection.folder === 'string' && (
          <Menu
            align="end"
            trigger={<IconButton label={`Folder “${selection.folder}”`} size="sm" icon={<Ellipsis aria-hidden />} />}
            entries={entriesOf(selection.folder)}
          />
        )}
        <DropTarget history={history} onDrop={setGathered}>
          <IconButton
            label="New folder"
            size="sm"
            icon={<FolderPlus aria-hidden />}
            onClick={() => {
              setGathered([]);
            }}
          />
        </DropTarget>
      </div>
      <ContextMenu entries={menuFolder === null ? [] : entriesOf(menuFolder)}>
        <div
          id={listId}
          className="shelves-list"
          hidden={!isOpen}
          style={{ blockSize: `calc(${items.length} * 1.75rem + 0.5rem)` }}
          onScrollCapture={() => {
            setRenamed(null);
          }}
        >
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
      {renamed !== null && (
        <RowOverlay key={renamed} area={area} line={isOpen ? `[data-folder="${CSS.escape(renamed)}"]` : '.shelves-head'}>
          <InlineNameField
            label={`New name of the folder “${renamed}”`}
            value={renamed}
            maxLength={120}
            onKeep={(name) => void rename(renamed, name)}
            onEnd={(isByKey) => {
              setRenamed(null);
              if (isByKey) area.current?.querySelector<HTMLElement>(isOpen ? '[role=listbox]' : 'button')?.focus();
            }}
          />
        </RowOverlay>
      )}
      {gathered !== null && (
        <NewFolderDialog
          history={history}
          conversations={gathered}
          onDone={() => {
            setGathered(null);
          }}
        />
      )}
    </section>
  );
}

const icons: Readonly<Record<string, ReactNode>> = {
  current: <MessagesSquare aria-hidden />,
  loose: <Inbox aria-hidden />,
  archived: <Archive aria-hidden />,
  trash: <Trash2 aria-hidden />,
};

function Shelf({ history, item: { id, label, selection, count } }: { readonly history: History; readonly item: FolderListItem }) {
  return (
    <DropTarget
      history={history}
      onDrop={(conversations) => {
        history.marks.clear();
        void dropConversations(history.actions, conversations, selection);
      }}
    >
      <span className="line shelf" data-folder={selection.folder}>
        {icons[id] ?? <FolderIcon aria-hidden />}
        <span className="line-name">{label}</span>
        {count !== null && (
          <span className="line-aside">
            {count}
            <span className="visually-hidden">{count === 1 ? ' conversation' : ' conversations'}</span>
          </span>
        )}
      </span>
    </DropTarget>
  );
}
