import { Fragment, useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { TextQuote, Trash2 } from 'lucide-react';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { IconButton } from '../ui/button.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import type { Chat } from './chat.ts';
import { messageText } from './message-text.ts';
import { chatText } from './text.ts';

/** A button of a message: either runs something or opens a menu. */
export type MessageAction = {
  readonly label: string;
  readonly icon: ReactNode;
} & (
  | { readonly onClick: () => void }
  /** Renders the menu around its button. */
  | { readonly renderMenu: (trigger: ReactElement) => ReactNode }
);

/**
 * The buttons of a message. They are plain elements until the pointer or the focus reaches the message,
 * because tooltips and menus cost more than the rest of a message and most messages are only read.
 */
export function MessageActions({
  actions,
  isNear,
  onNear,
}: {
  readonly actions: readonly MessageAction[];
  readonly isNear: boolean;
  /** Requests the full buttons. */
  readonly onNear: () => void;
}) {
  const area = useRef<HTMLDivElement>(null);
  const plainEvent = useRef<{ readonly index: number; readonly isClick: boolean } | null>(null);
  useLayoutEffect(() => {
    const { current } = plainEvent;
    plainEvent.current = null;
    if (!isNear || current === null) return;
    // Repeats on the full button what happened to the plain one it replaced.
    const button = area.current?.querySelectorAll('button')[current.index];
    button?.focus({ preventScroll: true });
    if (current.isClick) button?.click();
  }, [isNear]);
  return (
    <div ref={area} className="message-tools">
      {actions.map((action, index) =>
        isNear ? (
          <Fragment key={action.label}>{fullButton(action)}</Fragment>
        ) : (
          <button
            key={action.label}
            type="button"
            className="ui-button ui-icon-button small medium"
            data-variant="quiet"
            data-size="sm"
            aria-label={action.label}
            onFocus={() => {
              plainEvent.current = { index, isClick: false };
              onNear();
            }}
            onClick={() => {
              plainEvent.current = { index, isClick: true };
              onNear();
            }}
          >
            {action.icon}
          </button>
        ),
      )}
    </div>
  );
}

function fullButton(action: MessageAction): ReactNode {
  const { label, icon } = action;
  return 'renderMenu' in action ? (
    action.renderMenu(<IconButton label={label} icon={icon} size="sm" />)
  ) : (
    <IconButton label={label} icon={icon} size="sm" onClick={action.onClick} />
  );
}

/** The menu entry that quotes a message in the composer. */
export function quoteEntry(chat: Chat, message: StoredMessage): MenuEntry {
  return {
    kind: 'action',
    label: chatText.message.quote,
    icon: <TextQuote aria-hidden />,
    onSelect: () => chat.quote(message.conversationId, messageText(message)),
  };
}

/** The menu entry that deletes a message and everything after it. */
export function removeEntry(chat: Chat, message: StoredMessage): MenuEntry {
  return {
    kind: 'action',
    label: chatText.message.remove,
    icon: <Trash2 aria-hidden />,
    isDangerous: true,
    onSelect: () => void chat.actions.remove(message),
  };
}
