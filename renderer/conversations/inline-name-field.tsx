import { useRef, useState } from 'react';
import { createPendingRequest, useFocusRequest } from '../state/pending-request.ts';
import { TextField } from '../ui/text-field.tsx';
import './inline-name-field.css';

/** A name that is edited where it stands: Enter keeps it, and so does leaving; Escape does not. */
export function InlineNameField({
  label,
  value,
  maxLength,
  onKeep,
  onEnd,
}: {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  /** Given the name, where it is another one. */
  readonly onKeep: (name: string) => void;
  /** It is over; after a key somebody else is to have the focus. */
  readonly onEnd: (isByKey: boolean) => void;
}) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // Asked for in a menu, which takes the focus back until it is gone: that is no leaving.
  const [wish] = useState(() => {
    const made = createPendingRequest();
    made.request();
    return made;
  });
  useFocusRequest(wish, field);
  const end = (isKept: boolean, isByKey: boolean) => {
    // By a key the focus goes elsewhere, and the field hears of that too.
    if (isOver.current) return;
    isOver.current = true;
    const name = typed.trim();
    if (isKept && name !== '' && name !== value) onKeep(name);
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
          if (!wish.read()) end(true, false);
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
