import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useChat } from './chat.ts';

/** Moves between the branches at a message; nothing where there is but one. */
export function BranchSwitcher({ message: { id, siblings, conversationId } }: { readonly message: StoredMessage }) {
  const chat = useChat();
  if (siblings.length < 2) return null;
  const place = siblings.indexOf(id);
  const go = (target: string | undefined) => {
    if (target !== undefined) void chat.conversation.open(conversationId, target);
  };
  return (
    <fieldset className="sibling-switch" aria-label="Versions of this message">
      <IconButton
        label="Earlier version"
        size="sm"
        icon={<ChevronLeft aria-hidden />}
        isDisabled={place <= 0}
        onClick={() => {
          go(siblings[place - 1]);
        }}
      />
      <span>
        {place + 1} of {siblings.length}
      </span>
      <IconButton
        label="Later version"
        size="sm"
        icon={<ChevronRight aria-hidden />}
        isDisabled={place >= siblings.length - 1}
        onClick={() => {
          go(siblings[place + 1]);
        }}
      />
    </fieldset>
  );
}
