import { Check, Folder as FolderIcon, Pin, TextCursorInput } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import type { Run } from '../../electron/contract/chat-turn.ts';
import type { Conversation } from '../../electron/contract/history.ts';
import './conversation-row.css';
import './line.css';
import { formatTimeAgo } from './format-time.ts';

/** One conversation as a line of the list. */
export function ConversationRow({
  conversation,
  isMarked,
  showsFolder,
  run,
  now,
  onDragStart,
}: {
  readonly conversation: Conversation;
  readonly isMarked: boolean;
  readonly showsFolder: boolean;
  readonly run: Run | undefined;
  readonly now: number;
  readonly onDragStart: (event: DragEvent) => void;
}) {
  return (
    <span
      className="line conversation-row"
      data-conversation={conversation.id}
      data-marked={isMarked ? '' : undefined}
      draggable
      onDragStart={onDragStart}
    >
      {isMarked && <Mark words="Marked" icon={<Check aria-hidden />} />}
      {conversation.isPinned && <Mark words="Pinned" icon={<Pin aria-hidden />} />}
      {conversation.kind === 'completion' && <Mark words="Text completion" icon={<TextCursorInput aria-hidden />} />}
      {showsFolder && conversation.folder !== null && <Mark words={`In “${conversation.folder}”`} icon={<FolderIcon aria-hidden />} />}
      <span className="line-name">{conversation.title}</span>
      <span className="line-aside">
        {run === undefined ? formatTimeAgo(conversation.updatedAt, now) : run.state === 'waiting-for-user' ? 'waits for you' : 'answering…'}
      </span>
    </span>
  );
}

function Mark({ words, icon }: { readonly words: string; readonly icon: ReactNode }) {
  return (
    <span className="line-mark">
      {icon}
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
