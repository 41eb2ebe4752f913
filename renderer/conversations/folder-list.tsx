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
import { Button, IconButton } from '../ui/button.tsx';
import { ContextMenu, Menu, type MenuEntry } from '../ui/menu.tsx';
import { VirtualList } from '../ui/list.tsx';
import { DropTarget, dropConversations } from './conversation-drag.tsx';
import type { History } from './history.ts';
import { InlineNameField, RowOverlay } from './inline-name-field.tsx';
import { NewFolderDialog } from './conversation-dialogs.tsx';
import { folderListItemId, folderListItems, type FolderListItem } from './list-filter.ts';
import './rows.css';
import { conversationsText } from './text.ts';

/** The folders, the archive and the trash. Choosing one filters the list, and conversations can be dropped on each. */
export function FolderList({ history }: { readonly history: History }) {
  const { list, actions } = history;
  const session = useSession();
  const { sidebar } = useStore(session.settings);
  const { filter } = useStore(list);
  const folders = useStore(list.folders);
  /** The conversations for the folder that is being created. */
  const [newFolderConversations, setNewFolderConversations] = useState<readonly Conversation[] | null>(null);
  const [renamedFolder, setRenamedFolder] = useState<string | null>(null);
  const [menuFolder, setMenuFolder] = useState<string | null>(null);
  const area = useRef<HTMLElement>(null);
  const listId = useId();
  const items = folderListItems(folders);
  const selectedId = folderListItemId(filter);
  // Until the user decides, folders are shown if there are any.
  const isOpen = sidebar.areFoldersOpen ?? folders.length > 0;

  const rename = async (former: string, name: string) => {
    if (!(await actions.putFolder(name, former))) return;
    // Follows the folder to its new name.
    if (list.read().filter.folder === former) list.setFilter({ shelf: 'current', folder: name });
  };
  const remove = async (name: string) => {
    if ((await actions.removeFolder(name)) && list.read().filter.folder === name) list.setFilter({ shelf: 'current' });
  };
  const menuEntries = (name: string): readonly MenuEntry[] => [
    {
      kind: 'action',
      label: conversationsText.folders.rename,
      keys: ['F2'],
      onSelect: () => setRenamedFolder(name),
    },
    { kind: 'action', label: conversationsText.folders.remove, keys: ['Del'], onSelect: () => void remove(name) },
  ];
  const onKey = ({ key }: KeyboardEvent, { filter: { folder } }: FolderListItem) => {
    if (typeof folder !== 'string' || (key !== 'F2' && key !== 'Delete')) return false;
    if (key === 'F2') setRenamedFolder(folder);
    else void remove(folder);
    return true;
  };

  return (
    <section ref={area} className="folder-list column" aria-label={conversationsText.folders.label}>
      <div className="folder-list-head row">
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={listId}
          icon={isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          onClick={() => void session.changeSettings({ sidebar: { ...sidebar, areFoldersOpen: !isOpen } })}
        >
          <span className="list-row-name cut">
            {isOpen
              ? conversationsText.folders.label
              : (items.find(({ id }) => id === selectedId)?.label ?? conversationsText.folders.label)}
          </span>
        </Button>
        {typeof filter.folder === 'string' && (
          <Menu
            align="end"
            trigger={<IconButton label={conversationsText.folders.menu(filter.folder)} size="sm" icon={<Ellipsis aria-hidden />} />}
            entries={menuEntries(filter.folder)}
          />
        )}
        <DropTarget drag={history.drag} onDrop={setNewFolderConversations}>
          <IconButton
            label={conversationsText.folders.create}
            size="sm"
            icon={<FolderPlus aria-hidden />}
            onClick={() => setNewFolderConversations([])}
          />
        </DropTarget>
      </div>
      <ContextMenu entries={menuFolder === null ? [] : menuEntries(menuFolder)}>
        <div
          id={listId}
          className="folder-list-items column"
          hidden={!isOpen}
          style={{ blockSize: `calc(${items.length} * 1.75rem + 0.5rem)` }}
          onScrollCapture={() => setRenamedFolder(null)}
        >
          {isOpen && (
            <VirtualList
              label={conversationsText.folders.label}
              items={items}
              selectedId={selectedId}
              onActive={({ filter: { folder } }) => setMenuFolder(folder ?? null)}
              onSelect={(item) => {
                history.selection.clear();
                list.setFilter(item.filter);
              }}
              onKey={onKey}
              renderItem={(item) => <FolderRow history={history} item={item} />}
            />
          )}
        </div>
      </ContextMenu>
      {renamedFolder !== null && (
        <RowOverlay
          key={renamedFolder}
          area={area}
          rowSelector={isOpen ? `[data-folder="${CSS.escape(renamedFolder)}"]` : '.folder-list-head'}
        >
          <InlineNameField
            label={conversationsText.folders.renameField(renamedFolder)}
            value={renamedFolder}
            maxLength={120}
            onSave={(name) => void rename(renamedFolder, name)}
            onEnd={(isByKey) => {
              setRenamedFolder(null);
              if (isByKey) area.current?.querySelector<HTMLElement>(isOpen ? '[role=listbox]' : 'button')?.focus();
            }}
          />
        </RowOverlay>
      )}
      {newFolderConversations !== null && (
        <NewFolderDialog
          history={history}
          conversations={newFolderConversations}
          onDone={() => {
            // The user may have opened another dialog since.
            setNewFolderConversations((now) => (now === newFolderConversations ? null : now));
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

function FolderRow({ history, item: { id, label, filter, count } }: { readonly history: History; readonly item: FolderListItem }) {
  return (
    <DropTarget
      drag={history.drag}
      onDrop={(conversations) => {
        history.selection.clear();
        void dropConversations(history.actions, conversations, filter);
      }}
    >
      <span className="list-row folder-row" data-folder={filter.folder}>
        {icons[id] ?? <FolderIcon aria-hidden />}
        <span className="list-row-name cut">{label}</span>
        {count !== null && (
          <span className="list-row-aside muted tiny">
            {count}
            <span className="visually-hidden">{conversationsText.folders.conversations(count)}</span>
          </span>
        )}
      </span>
    </DropTarget>
  );
}
