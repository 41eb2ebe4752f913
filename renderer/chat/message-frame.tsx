import type { ReactNode } from 'react';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { SiblingSwitch } from './sibling-switch.tsx';

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
  readonly tools?: ReactNode;
}) {
  return (
    <div className="message-row">
      <article
        className="message"
        data-role={message.role}
        data-message={message.id}
        aria-label={name}
        aria-busy={isBusy}
        // Reached by Alt+↑ and Alt+↓, not by Tab: a long conversation would be a long walk.
        tabIndex={-1}
      >
        <header className="message-head">
          <h2 className="message-name">{name}</h2>
          <SiblingSwitch message={message} />
          {tools !== undefined && <div className="message-tools">{tools}</div>}
        </header>
        {children}
      </article>
    </div>
  );
}
