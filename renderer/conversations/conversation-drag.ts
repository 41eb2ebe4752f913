import type { DragEvent } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { formatCountOf } from './format-count.ts';

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
