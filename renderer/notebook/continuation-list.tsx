import { useStore } from '../state/store.ts';
import { List } from '../ui/list.tsx';
import type { Notebook } from './notebook.ts';
import { notebookText } from './text.ts';

const text = notebookText.continuations;

/** How much of a continuation the list shows. */
const shownLength = 300;

/** Several continuations to choose from. The chosen one is part of the text. */
export function ContinuationList({ notebook }: { readonly notebook: Notebook }) {
  const { all, shownId } = useStore(notebook.continuations);
  // none arrived, as after a failure
  const isEmpty = all.every(({ text: own, isWriting }) => own === '' && !isWriting);
  if (all.length < 2 || isEmpty) return null;
  const items = all.map(({ messageId, text: own, isWriting }, index) => ({
    id: messageId,
    label: own,
    isWriting,
    position: text.item(index + 1, all.length),
  }));
  return (
    <div className="continuations stack">
      <List
        label={text.label}
        items={items}
        selectedId={shownId ?? undefined}
        onSelect={({ id }) => void notebook.choose(id)}
        renderItem={({ label: own, position, isWriting }) => (
          <span className="continuation">
            <span className="muted small">{position}</span>
            <span className="continuation-text small">
              {own === '' && isWriting ? text.waiting : own.slice(0, shownLength).trimStart()}
            </span>
          </span>
        )}
      />
      <p className="muted small">{text.hint}</p>
    </div>
  );
}
