import { memo } from 'react';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { AnswerView } from './answer-view.tsx';
import './messages.css';
import { ToolResultView } from './tool-result-view.tsx';
import { UserMessageView } from './user-message-view.tsx';

/** One message. Re-renders only when it changes. */
export const MessageView = memo(function MessageView({
  message,
  isLast,
  openCallIds,
  turn,
}: {
  readonly message: StoredMessage;
  readonly isLast: boolean;
  /** The ids of its tool calls that can be decided without a turn. */
  readonly openCallIds: ReadonlySet<string>;
  /** The turn that generates this message. */
  readonly turn: Turn | undefined;
}) {
  switch (message.role) {
    case 'user':
      return <UserMessageView message={message} />;
    case 'assistant':
      return <AnswerView message={message} isLast={isLast} openCallIds={openCallIds} turn={turn} />;
    case 'tool':
      return <ToolResultView message={message} />;
  }
});
