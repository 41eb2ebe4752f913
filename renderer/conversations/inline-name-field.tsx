import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPendingRequest, useFocusRequest } from '../state/pending-request.ts';
import { isComposing } from '../ui/shortcut.tsx';
import { TextField } from '../ui/text-field.tsx';
import './rows.css';
import type { Conversation } from '../../electron/contract/history.ts';
import type { History } from './history.ts';
import { conversationsText } from './text.ts';

/** Edits a name in place. Enter and blur save it, Escape doesn't. */
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
  /** Called with the new name if it changed. */
  readonly onSave: (name: string) => void;
  /** Called at the end. After a key the caller moves the focus. */
  readonly onEnd: (isByKey: boolean) => void;
}) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // The menu that opened the field takes the focus back until it is closed. That blur must not end the editing.
  const [focusRequest] = useState(() => {
    const request = createPendingRequest();
    request.request();
    return request;
  });
  useFocusRequest(focusRequest, field);
  const end = (shouldSave: boolean, isByKey: boolean) => {
    // A key moves the focus, which causes a blur as well.
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
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (!focusRequest.read()) end(true, false);
        }}
        onKeyDown={(event) => {
          if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          event.stopPropagation();
          end(event.key === 'Enter', true);
        }}
      />
    </div>
  );
}

/** Edits a conversation's title in place. */
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
      label={conversationsText.row.rename(conversation.title)}
      value={conversation.title}
      maxLength={300}
      onSave={(title) => void history.actions.change(conversation.id, { title })}
      onEnd={onEnd}
    />
  );
}

/** Covers a row of a list, because an option of a listbox can't contain a field. */
export function RowOverlay({
  area,
  rowSelector,
  children,
}: {
  /** Contains the row. Positions are relative to it. */
  readonly area: RefObject<HTMLElement | null>;
  /** Matches the row or an element in it. */
  readonly rowSelector: string;
  readonly children: ReactNode;
}) {
  const [position] = useState(() => measureRow(area.current, rowSelector));
  return (
    <div className="row-overlay" style={position}>
      {children}
    </div>
  );
}

/** Measures the row once. Scrolling the list closes the field. */
function measureRow(area: HTMLElement | null, line: string): { readonly top: number; readonly height: number } {
  const found = area?.querySelector(line);
  const row = found?.closest('[role=option]') ?? found;
  if (!area || !row) return { top: 0, height: 32 };
  const { top, height } = row.getBoundingClientRect();
  return { top: top - area.getBoundingClientRect().top, height };
}
