import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import type { History } from './history.ts';

const emptyTexts = {
  current: { title: 'None yet', text: 'What you ask is kept here, on this computer.' },
  archived: { title: 'The archive is empty', text: 'Archive a conversation to keep it out of the way.' },
  trash: { title: 'The trash is empty', text: 'Deleted conversations stay here until you empty it.' },
} as const;

const emptyFolder = {
  title: 'This folder is empty',
  text: 'What you begin now goes into it. Others are dragged here, or moved with F8 in the list.',
} as const;

/** Replaces the list while it is loading, after a failure, or if it is empty. */
export function ListEmptyState({ history, onNew }: { readonly history: History; readonly onNew: () => void }) {
  const { state, failure, filter } = useStore(history.list);
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
              history.list.setFilter(filter);
            }}
          >
            Try again
          </Button>
        }
      >
        {failureSentences(failure, { surface: 'window' })}
      </EmptyState>
    );
  if (state === 'reading')
    return (
      <div className="sidebar-loading">
        <Spinner label="Reading…" />
      </div>
    );
  const { title, text } = typeof filter.folder === 'string' ? emptyFolder : emptyTexts[filter.shelf];
  return (
    <EmptyState
      size="sm"
      headingLevel={3}
      title={title}
      actions={
        filter.shelf === 'current' && (
          <Button size="sm" onClick={onNew}>
            New conversation
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
