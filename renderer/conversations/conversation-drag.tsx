import { type DragEvent, useState, type ReactNode } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { formatCountOf } from './format.ts';
import type { HistoryActions } from './history-actions.ts';
import type { ListFilter } from './list-filter.ts';

/** Known to us alone: a drag from elsewhere, or into the composer, is never taken for one of ours. */
const type = 'application/x-causeway-conversations';

/** Conversations that are carried by the pointer. */
export interface ConversationDrag {
  readonly begin: (event: DragEvent, conversations: readonly Conversation[]) => void;
  /** Whether what hovers here is conversations; only then may it be dropped. */
  readonly accepts: (event: DragEvent) => boolean;
  /** What was dropped. */
  readonly dropped: (event: DragEvent) => readonly Conversation[];
}

/** Makes it; what is carried stays here, since the browser hands over nothing but text. */
export function createConversationDrag(): ConversationDrag {
  let carried: readonly Conversation[] = [];
  const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(type);
  return {
    begin: (event, conversations) => {
      const [first] = conversations;
      if (first === undefined) return;
      carried = conversations;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData(type, String(conversations.length));
      event.dataTransfer.setDragImage(label(conversations.length === 1 ? first.title : formatCountOf(conversations.length)), -12, -4);
    },
    accepts: (event) => {
      if (!isOurs(event)) return false;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      return true;
    },
    dropped: (event) => {
      if (!isOurs(event)) return [];
      event.preventDefault();
      return carried;
    },
  };
}

/** What hangs on the pointer; the browser draws it once, as it is in the document at that moment. */
function label(words: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'drag-label';
  element.textContent = words;
  document.body.append(element);
  setTimeout(() => {
    element.remove();
  });
  return element;
}

/** Where conversations can be dropped; shows so while they hover. */
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
  const hover = (event: DragEvent) => {
    if (drag.accepts(event)) setOver(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for the pointer; keys have "Move to a folder…"
    <span
      className="drop-target"
      data-over={isOver ? '' : undefined}
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const conversations = drag.dropped(event);
        if (conversations.length > 0) onDrop(conversations);
      }}
    >
      {children}
    </span>
  );
}

/** Puts conversations where they were dropped, from wherever they come: afterwards they are listed there. */
export async function dropConversations(
  actions: Pick<HistoryActions, 'trash' | 'restore' | 'archive' | 'move'>,
  conversations: readonly Conversation[],
  { shelf, folder }: ListFilter,
): Promise<void> {
  if (shelf === 'trash') {
    const kept = conversations.filter(({ trashedAt }) => trashedAt === null);
    if (kept.length > 0) await actions.trash(kept);
    return;
  }
  const trashed = conversations.filter(({ trashedAt }) => trashedAt !== null);
  if (trashed.length > 0) await actions.restore(trashed.map(({ id }) => id));
  const isArchived = shelf === 'archived';
  const elsewhere = conversations.filter((conversation) => conversation.isArchived !== isArchived);
  if (elsewhere.length > 0) await actions.archive(elsewhere, isArchived);
  if (folder !== undefined) await actions.move(conversations, folder);
}
