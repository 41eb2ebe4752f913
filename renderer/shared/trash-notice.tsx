import type { Conversation } from '../../electron/contract/history.ts';
import { Button } from '../ui/button.tsx';
import { useSession } from '../state/session.ts';
import './trash-notice.css';

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
  };
  return (
    <div className="trash-note">
      <p>
        {conversation.kind === 'completion' ? 'This text' : 'This conversation'} is {isTrashed ? 'in the trash' : 'archived'}.
      </p>
      <Button size="sm" onClick={() => void restore()}>
        {isTrashed ? 'Restore' : 'Take out of the archive'}
      </Button>
    </div>
  );
}
