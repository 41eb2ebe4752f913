import { type DragEvent, useState, type ReactNode } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { conversationsText } from './text.ts';
import type { HistoryActions } from './history-actions.ts';
import type { ListFilter } from './list-filter.ts';

/** A private type, so that other drags are never taken for conversations. */
const dragType = 'application/x-causeway-conversations';

export type ConversationDrag = ReturnType<typeof createConversationDrag>;

/** Creates the drag state. The dragged conversations stay here because a drag carries only text. */
export function createConversationDrag() {
  let draggedConversations: readonly Conversation[] = [];
  const isConversationDrag = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragType);
  return {
    begin: (event: DragEvent, conversations: readonly Conversation[]) => {
      const [first] = conversations;
      if (first === undefined) return;
      draggedConversations = conversations;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData(dragType, String(conversations.length));
      event.dataTransfer.setDragImage(
        createDragLabel(conversations.length === 1 ? first.title : conversationsText.count(conversations.length)),
        -12,
        -4,
      );
    },
    /** Whether conversations are dragged over an element, which allows the drop. */
    accepts: (event: DragEvent) => {
      if (!isConversationDrag(event)) return false;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      return true;
    },
    /** Returns the dropped conversations. */
    read: (event: DragEvent): readonly Conversation[] => {
      if (!isConversationDrag(event)) return [];
      event.preventDefault();
      return draggedConversations;
    },
  };
}

/** Creates the drag image. The browser captures it once while it is in the document. */
function createDragLabel(text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'drag-label';
  element.textContent = text;
  document.body.append(element);
  setTimeout(() => element.remove());
  return element;
}

/** An element on which conversations can be dropped. Highlights itself while they hover. */
export function DropTarget({
  drag,
  onDrop,
  children,
}: {
  readonly drag: ConversationDrag;
  readonly onDrop: (conversations: readonly Conversation[]) => void;
  readonly children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const onHover = (event: DragEvent) => {
    if (drag.accepts(event)) setOver(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for the pointer; the keyboard has "Move to a folder…"
    <span
      className="drop-target"
      data-over={isOver ? '' : undefined}
      onDragEnter={onHover}
      onDragOver={onHover}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const conversations = drag.read(event);
        if (conversations.length > 0) onDrop(conversations);
      }}
    >
      {children}
    </span>
  );
}

/** Moves dropped conversations to a folder, the archive or the trash, wherever they come from. */
export async function dropConversations(
  actions: Pick<HistoryActions, 'trash' | 'restore' | 'archive' | 'move'>,
  conversations: readonly Conversation[],
  { shelf, folder }: ListFilter,
): Promise<void> {
  if (shelf === 'trash') {
    const active = conversations.filter(({ trashedAt }) => trashedAt === null);
    if (active.length > 0) await actions.trash(active);
    return;
  }
  const trashed = conversations.filter(({ trashedAt }) => trashedAt !== null);
  if (trashed.length > 0) await actions.restore(trashed.map(({ id }) => id));
  const isArchived = shelf === 'archived';
  const others = conversations.filter((conversation) => conversation.isArchived !== isArchived);
  if (others.length > 0) await actions.archive(others, isArchived);
  if (folder !== undefined) await actions.move(conversations, folder);
}
