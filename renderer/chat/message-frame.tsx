import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { MessageActions, type MessageAction } from './message-actions.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatMoment } from '../shared/format.ts';
import { IconButton } from '../ui/button.tsx';
import { useChat } from './chat.ts';
import { chatText } from './text.ts';

/** The frame of every message: name, time, content and buttons. */
export function MessageFrame({
  message,
  name,
  isBusy,
  children,
  actions,
}: {
  readonly message: StoredMessage;
  readonly name: string;
  readonly isBusy?: boolean | undefined;
  readonly children: ReactNode;
  /** Shown while the pointer or the focus is on the message. */
  readonly actions?: readonly MessageAction[] | undefined;
}) {
  const [isNear, setNear] = useState(false);
  return (
    <div className="message-row">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only detects hover and focus */}
      <article
        className="message stack"
        data-role={message.role}
        data-message={message.id}
        aria-label={name}
        aria-busy={isBusy}
        // Reached with Alt+↑ and Alt+↓ instead of Tab, because a conversation has many messages.
        tabIndex={-1}
        onFocus={() => setNear(true)}
      >
        <header
          data-unsearched
          className="message-head row muted"
          onPointerEnter={() => {
            // Synchronously, so that the button that gets pointerdown also gets pointerup.
            if (!isNear) flushSync(() => setNear(true));
          }}
        >
          <h2 className="muted tiny">{name}</h2>
          <time className="message-time muted tiny" dateTime={new Date(message.createdAt).toISOString()}>
            {formatMoment(message.createdAt)}
          </time>
          <BranchSwitcher message={message} />
          {actions !== undefined && <MessageActions actions={actions} isNear={isNear} onNear={() => setNear(true)} />}
        </header>
        {children}
      </article>
    </div>
  );
}

/** Switches between the branches at a message. Renders nothing if there is only one. */
function BranchSwitcher({ message: { id, siblings, conversationId } }: { readonly message: StoredMessage }) {
  const chat = useChat();
  if (siblings.length < 2) return null;
  const position = siblings.indexOf(id);
  const open = (target: string | undefined) => {
    if (target !== undefined) void chat.conversation.open(conversationId, target);
  };
  return (
    <fieldset className="sibling-switch row tiny" aria-label={chatText.message.versions}>
      <IconButton
        label={chatText.message.previousVersion}
        size="sm"
        icon={<ChevronLeft aria-hidden />}
        isDisabled={position <= 0}
        onClick={() => open(siblings[position - 1])}
      />
      <span>{chatText.message.version(position + 1, siblings.length)}</span>
      <IconButton
        label={chatText.message.nextVersion}
        size="sm"
        icon={<ChevronRight aria-hidden />}
        isDisabled={position >= siblings.length - 1}
        onClick={() => open(siblings[position + 1])}
      />
    </fieldset>
  );
}
