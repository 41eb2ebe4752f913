import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import type { History, NewItem } from './history.ts';
import { conversationsText } from './text.ts';

/** Replaces the list while it is loading, after a failure, or if it is empty. */
export function ListEmptyState({ history, newItem }: { readonly history: History; readonly newItem: NewItem }) {
  const { state, failure, filter, next } = useStore(history.list);
  if (state === 'failed' && failure !== null)
    return (
      <EmptyState
        size="sm"
        headingLevel={3}
        title={conversationsText.empty.failed}
        actions={
          <Button size="sm" onClick={() => history.list.setFilter(filter)}>
            {conversationsText.tryAgain}
          </Button>
        }
      >
        {failureSentences(failure, { surface: 'window' })}
      </EmptyState>
    );
  if (state === 'reading' || next !== null)
    return (
      <div className="sidebar-loading">
        <Spinner label={conversationsText.empty.loading} />
      </div>
    );
  const { title, hint } = conversationsText.empty[typeof filter.folder === 'string' ? 'folder' : filter.shelf];
  return (
    <EmptyState
      size="sm"
      headingLevel={3}
      title={title}
      actions={
        filter.shelf === 'current' && (
          <Button size="sm" onClick={newItem.onStart}>
            {newItem.label}
          </Button>
        )
      }
    >
      {hint}
    </EmptyState>
  );
}
