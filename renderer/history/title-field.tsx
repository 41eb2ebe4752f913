import { useRef, useState, type RefObject } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { TextField } from '../ui/text-field.tsx';
import './conversation-row.css';
import type { History } from './history.ts';

/** A title that is edited where it stands. It lies over its line: a line of a list to choose from can't hold a field. */
export function TitleField({
  history,
  conversation,
  area,
  onDone,
}: {
  readonly history: History;
  readonly conversation: Conversation;
  /** What the lines are in. */
  readonly area: RefObject<HTMLElement | null>;
  readonly onDone: () => void;
}) {
  const [title, setTitle] = useState(conversation.title);
  const [place] = useState(() => placeOf(area.current, conversation.id));
  const isOver = useRef(false);
  const end = (isKept: boolean) => {
    // By a key the focus goes back to the list, and the field hears of that too.
    if (isOver.current) return;
    isOver.current = true;
    const clean = title.trim();
    if (isKept && clean !== '' && clean !== conversation.title) void history.actions.change(conversation.id, { title: clean });
    onDone();
  };
  const endByKey = (isKept: boolean) => {
    end(isKept);
    area.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  };
  return (
    <div className="title-field" style={place}>
      <TextField
        label={`New title of “${conversation.title}”`}
        isLabelHidden
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked to edit it
        autoFocus
        maxLength={300}
        value={title}
        onChange={setTitle}
        onFocus={(event) => {
          event.target.select();
        }}
        onBlur={() => {
          end(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          endByKey(event.key === 'Enter');
        }}
      />
    </div>
  );
}

/** Where the line stands in its area, now; the field goes when the list is scrolled. */
function placeOf(area: HTMLElement | null, id: string): { readonly top: number; readonly height: number } {
  const row = area?.querySelector(`[data-conversation="${CSS.escape(id)}"]`)?.closest('[role=option]');
  if (!area || !row) return { top: 0, height: 32 };
  const { top, height } = row.getBoundingClientRect();
  return { top: top - area.getBoundingClientRect().top, height };
}
