import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { MessageActions, type MessageButtons } from './message-actions.tsx';
import { BranchSwitcher } from './branch-switcher.tsx';

/** What all messages have in common: a name, their content, and what can be done with them. */
export function MessageFrame({
  message,
  name,
  isBusy,
  children,
  tools,
}: {
  readonly message: StoredMessage;
  readonly name: string;
  readonly isBusy?: boolean | undefined;
  readonly children: ReactNode;
  /** Buttons; seen while the pointer or the focus is on the message. */
  readonly tools?: MessageButtons | undefined;
}) {
  const [isNear, setNear] = useState(false);
  return (
    <div className="message-row">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notices who comes near */}
      <article
        className="message"
        data-role={message.role}
        data-message={message.id}
        aria-label={name}
        aria-busy={isBusy}
        // Reached by Alt+↑ and Alt+↓, not by Tab: a long conversation would be a long walk.
        tabIndex={-1}
        onFocus={() => {
          setNear(true);
        }}
      >
        <header
          className="message-head"
          onPointerEnter={() => {
            // At once: the press that may follow is to find the button that also sees it end.
            if (!isNear)
              flushSync(() => {
                setNear(true);
              });
          }}
        >
          <h2 className="message-name">{name}</h2>
          <BranchSwitcher message={message} />
          {tools !== undefined && (
            <MessageActions
              buttons={tools}
              isNear={isNear}
              onNear={() => {
                setNear(true);
              }}
            />
          )}
        </header>
        {children}
      </article>
    </div>
  );
}
