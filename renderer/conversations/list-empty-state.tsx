import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import type { History } from './history.ts';

const emptyWords = {
  current: { title: 'None yet', words: 'What you ask is kept here, on this computer.' },
  archived: { title: 'The archive is empty', words: 'Archive a conversation to keep it out of the way.' },
  trash: { title: 'The trash is empty', words: 'Deleted conversations stay here until you empty it.' },
} as const;

const emptyFolder = {
  title: 'This folder is empty',
  words: 'What you begin now goes into it. Others are dragged here, or moved with F8 in the list.',
} as const;

/** What stands in place of the list: that it is being read, that it could not be, or that there is nothing in it. */
export function ListEmptyState({ history, onNew }: { readonly history: History; readonly onNew: () => void }) {
  const { state, failure, selection } = useStore(history.list);
  if (state === 'failed' && failure !== null)
    return (
      <EmptyState
        size="sm"
        headingLevel={3}
        title="The list could not be read"
        actions={
          <Button
            size="sm"
            onClick={() => {
              history.list.show(selection);
            }}
          >
            Try again
          </Button>
        }
      >
        {failure.message} {failure.remedy}
      </EmptyState>
    );
  if (state === 'reading')
    return (
      <div className="sidebar-late">
        <Spinner label="Reading…" />
      </div>
    );
  const { title, words } = typeof selection.folder === 'string' ? emptyFolder : emptyWords[selection.shelf];
  return (
    <EmptyState
      size="sm"
      headingLevel={3}
      title={title}
      actions={
        selection.shelf === 'current' && (
          <Button size="sm" onClick={onNew}>
            New conversation
          </Button>
        )
      }
    >
      {words}
    </EmptyState>
  );
}
