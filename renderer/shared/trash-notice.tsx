import type { Conversation } from '../../electron/contract/history.ts';
import { Button } from '../ui/button.tsx';
import { isFocusFree, focusMain } from '../state/pending-request.ts';
import { useSession } from '../state/session.ts';
import { sharedText } from './text.ts';
import './pickers-and-notices.css';

const text = sharedText.trashNotice;

/** Says that a conversation is in the trash or archived, and offers to restore it. */
export function TrashNotice({ conversation }: { readonly conversation: Conversation }) {
  const { bridge, report } = useSession();
  const isTrashed = conversation.trashedAt !== null;
  if (!isTrashed && !conversation.isArchived) return null;
  const restore = async () => {
    const result = isTrashed
      ? await bridge.call('history.restore', { ids: [conversation.id] })
      : await bridge.call('history.change', { id: conversation.id, change: { isArchived: false } });
    if (!result.ok) report(result.failure);
    else if (isFocusFree('.trash-note')) focusMain(); // its button is gone
  };
  return (
    <div className="trash-note row small">
      <p>{describePlace(conversation.kind, isTrashed)}</p>
      <Button size="sm" onClick={() => void restore()}>
        {isTrashed ? text.restore : text.unarchive}
      </Button>
    </div>
  );
}

function describePlace(kind: Conversation['kind'], isTrashed: boolean): string {
  if (kind === 'notebook') return isTrashed ? text.notebookInTrash : text.notebookArchived;
  return isTrashed ? text.conversationInTrash : text.conversationArchived;
}
