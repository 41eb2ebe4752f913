import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { createFocusRequest, useFocusRequest } from '../state/focus-request.ts';
import { TextField } from '../ui/text-field.tsx';
import './inline-name-field.css';
import type { Conversation } from '../../electron/contract/history.ts';
import type { History } from './history.ts';

/** A name that is edited where it stands: Enter keeps it, and so does leaving; Escape does not. */
export function InlineNameField({
  label,
  value,
  maxLength,
  onSave,
  onEnd,
}: {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  /** Given the name, where it is another one. */
  readonly onSave: (name: string) => void;
  /** It is over; after a key somebody else is to have the focus. */
  readonly onEnd: (isByKey: boolean) => void;
}) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // Asked for in a menu, which takes the focus back until it is gone: that is no leaving.
  const [focusRequest] = useState(() => {
    const request = createFocusRequest();
    request.ask();
    return request;
  });
  useFocusRequest(focusRequest, field);
  const end = (shouldSave: boolean, isByKey: boolean) => {
    // By a key the focus goes elsewhere, and the field hears of that too.
    if (isOver.current) return;
    isOver.current = true;
    const name = typed.trim();
    if (shouldSave && name !== '' && name !== value) onSave(name);
    onEnd(isByKey);
  };
  return (
    <div className="name-field">
      <TextField
        ref={field}
        label={label}
        isLabelHidden
        autoComplete="off"
        maxLength={maxLength}
        value={typed}
        onChange={setTyped}
        onFocus={(event) => {
          event.target.select();
        }}
        onBlur={() => {
          if (!focusRequest.read()) end(true, false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          end(event.key === 'Enter', true);
        }}
      />
    </div>
  );
}

/** The title of a conversation, edited where it stands. */
export function TitleField({
  history,
  conversation,
  onEnd,
}: {
  readonly history: History;
  readonly conversation: Conversation;
  readonly onEnd: (isByKey: boolean) => void;
}) {
  return (
    <InlineNameField
      label={`New title of “${conversation.title}”`}
      value={conversation.title}
      maxLength={300}
      onSave={(title) => void history.actions.change(conversation.id, { title })}
      onEnd={onEnd}
    />
  );
}

/** Lies over a line of a list: a line to choose from can't hold a field. */
export function RowOverlay({
  area,
  rowSelector,
  children,
}: {
  /** What the line is in, and what its place is measured from. */
  readonly area: RefObject<HTMLElement | null>;
  /** Finds the line, or something in it. */
  readonly rowSelector: string;
  readonly children: ReactNode;
}) {
  const [position] = useState(() => measureRow(area.current, rowSelector));
  return (
    <div className="over-line" style={position}>
      {children}
    </div>
  );
}

/** Where the line stands in its area, now; who scrolls the list takes the field away. */
function measureRow(area: HTMLElement | null, line: string): { readonly top: number; readonly height: number } {
  const found = area?.querySelector(line);
  const row = found?.closest('[role=option]') ?? found;
  if (!area || !row) return { top: 0, height: 32 };
  const { top, height } = row.getBoundingClientRect();
  return { top: top - area.getBoundingClientRect().top, height };
}
