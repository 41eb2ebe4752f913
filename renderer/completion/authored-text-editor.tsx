import { useLayoutEffect, useRef } from 'react';
import { splitByAuthor, type AuthoredText } from './authored-text.ts';
import { completionText } from './text.ts';

/**
 * A text field that shows who wrote what. A textarea has only one colour, so its text is transparent and a coloured
 * copy lies beneath it, wrapped by the same rules.
 */
export function AuthoredTextEditor({
  authored,
  isBusy,
  isReadOnly,
  onEdit,
  onContinue,
  onStop,
  onBlur,
}: {
  readonly authored: AuthoredText;
  /** The model is writing. */
  readonly isBusy: boolean;
  readonly isReadOnly: boolean;
  readonly onEdit: (text: string) => void;
  readonly onContinue: () => void;
  readonly onStop: () => void;
  readonly onBlur: () => void;
}) {
  const area = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = area.current;
    if (isBusy && element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  });
  return (
    <div
      ref={area}
      className="authored-text"
      onScroll={({ currentTarget }) => {
        isAtEnd.current = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight < 32;
      }}
    >
      <div className="authored-text-page">
        <div className="authored-text-highlight" aria-hidden>
          {/* oxlint-disable react/no-array-index-key -- pieces of a text have no id */}
          {splitByAuthor(authored).map((piece, index) => (
            <span key={index} data-by={piece.isByModel ? 'model' : undefined}>
              {piece.text}
            </span>
          ))}
          {/* oxlint-enable react/no-array-index-key */}
          {/* A trailing line break has a height only if something follows it. */}
          {'\u200B'}
        </div>
        <textarea
          className="authored-text-field"
          aria-label={completionText.text}
          placeholder={completionText.placeholder}
          value={authored.text}
          readOnly={isReadOnly}
          data-first-focus
          onChange={(event) => {
            onEdit(event.target.value);
          }}
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) onContinue();
            else if (event.key === 'Escape' && isBusy) onStop();
            else return;
            event.preventDefault();
          }}
        />
      </div>
    </div>
  );
}
