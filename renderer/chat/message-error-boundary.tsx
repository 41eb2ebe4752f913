import { Component, type ReactNode } from 'react';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { copyText } from '../shared/copy-text.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import './messages.css';
import { messageText } from './message-text.ts';
import { chatText } from './text.ts';

const words = chatText.message.broken;

interface BoundaryProps {
  readonly message: StoredMessage;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly message: StoredMessage;
  readonly failed: { readonly error: unknown } | null;
}

/** Shows only the raw text of a message if rendering it throws. React supports error boundaries only as classes. */
export class MessageErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { message: this.props.message, failed: null };

  static getDerivedStateFromError(error: unknown): Pick<BoundaryState, 'failed'> {
    return { failed: { error } };
  }

  /** Renders a changed message again, such as an answer that is complete now. */
  static getDerivedStateFromProps({ message }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return message === state.message ? null : { message, failed: null };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed === null ? this.props.children : <BrokenMessage message={this.props.message} error={failed.error} />;
  }
}

function BrokenMessage({ message, error }: { readonly message: StoredMessage; readonly error: unknown }) {
  const { toaster } = useSession();
  const details = `${error instanceof Error ? error.stack : String(error)}\n\n${JSON.stringify(message, null, 2)}`;
  return (
    <div className="message-row">
      <article className="message stack" data-role={message.role} data-message={message.id} aria-label={words.title} tabIndex={-1}>
        <p className="medium">{words.title}</p>
        <div className="part-text">{rawText(message)}</div>
        <div>
          <Button size="sm" onClick={() => void copyText(details, words.details, toaster)}>
            {words.copyDetails}
          </Button>
        </div>
      </article>
    </div>
  );
}

/** Returns all of a message that isn't even a proper one. */
function rawText(message: StoredMessage): string {
  try {
    return messageText(message);
  } catch {
    return JSON.stringify(message, null, 2);
  }
}
