import { useState, type DragEvent, type ReactNode } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import type { History } from './history.ts';

/** Where conversations can be dropped; shows so while they hover. */
export function DropTarget({
  history: { drag },
  onDrop,
  children,
}: {
  readonly history: History;
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
