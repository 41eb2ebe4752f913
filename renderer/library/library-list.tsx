import type { ComponentProps, ReactNode, RefObject } from 'react';
import { EditableList, EditableRow } from '../ui/editable-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import './library-screen.css';

/** Named items with a hint and a button above them. */
export function LibraryList({
  text,
  icon,
  button,
  buttonRef,
  items,
}: {
  readonly text: Readonly<Record<'title' | 'hint' | 'emptyTitle' | 'empty', string>>;
  /** Shown if there are no items. */
  readonly icon: ReactNode;
  readonly button: ReactNode;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly items: readonly (Pick<ComponentProps<typeof EditableRow>, 'actions'> & Readonly<Record<'id' | 'name' | 'summary', string>>)[];
}) {
  return (
    <>
      {items.length > 0 && (
        <div className="library-head row muted small">
          <p>{text.hint}</p>
          {button}
        </div>
      )}
      <EditableList
        label={text.title}
        fallback={buttonRef}
        empty={
          <EmptyState icon={icon} title={text.emptyTitle} actions={button}>
            <p>{text.hint}</p>
            <p>{text.empty}</p>
          </EmptyState>
        }
      >
        {items.map(({ id, name, summary, actions }) => (
          <EditableRow key={id} actions={actions}>
            <p className="medium">{name}</p>
            <p className="muted small cut">{summary}</p>
          </EditableRow>
        ))}
      </EditableList>
    </>
  );
}
