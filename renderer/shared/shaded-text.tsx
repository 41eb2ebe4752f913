import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { TextRange } from '../../electron/presentation/align-tokens.ts';
import type { Token } from '../../electron/contract/tokens.ts';
import { TextSections } from './text-blocks.tsx';
import { splitText } from './text-chunks.ts';
import { TokenPopup, type ShownToken } from './token-popup.tsx';
import { type Shading, shadeLegend } from './token-shading.ts';
import type { TokenTrack } from './token-track.ts';
import { sharedText } from './text.ts';
import './tokens.css';

/** Returns where a part of the text in an element is drawn, or null. */
export function rectOfText(element: HTMLElement, start: number, end: number): DOMRect | null {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (!hasStart && start < at + length) {
      range.setStart(node, start - at);
      hasStart = true;
    }
    if (hasStart) {
      const isLast = end <= at + length;
      range.setEnd(node, isLast ? end - at : length);
      if (isLast) break;
    }
    at += length;
  }
  if (!hasStart) return null;
  // a token may be wrapped, and then its first line is where it begins
  return [...range.getClientRects()].find(({ width }) => width > 0) ?? range.getBoundingClientRect();
}

/** Explains the shades. */
export function TokenLegend({ shading }: { readonly shading: Exclude<Shading, 'off'> }) {
  return (
    <ul className="token-legend wrap muted tiny plain-list" aria-label={sharedText.tokens.legend.label}>
      {shadeLegend(shading).map((label, level) => (
        <li key={label}>
          <span className="token" data-level={level}>
            {label}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A text with its tokens shaded. It can be selected and read by keyboard, but not changed. */
export function ShadedText({
  label,
  text,
  track,
  shading,
  readToken,
  onSelect,
}: {
  readonly label: string;
  readonly text: string;
  readonly track: TokenTrack;
  readonly shading: Shading;
  /** Reads a token with its alternatives. */
  readonly readToken: (index: number) => Promise<Token | undefined>;
  readonly onSelect?: ((range: TextRange) => void) | undefined;
}) {
  const copy = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const sections = useMemo(() => splitText(text), [text]);
  const ranges = useMemo(() => [{ start: 0, end: text.length, from: 0, track }], [text, track]);
  const [shown, setShown] = useState<{ readonly index: number; readonly token: ShownToken }>();
  const show = async (index: number) => {
    const place = track.at(index);
    if (index < 0 || index >= track.count() || place.end === place.start) return;
    const token = await readToken(index);
    const anchor = copy.current && rectOfText(copy.current, place.start, place.end);
    if (token !== undefined && anchor) setShown({ index, token: { token, anchor, isByKey: true } });
  };
  useEffect(() => {
    const element = field.current;
    // A read-only field has no cursor that keys could move, so it only refuses changes.
    const refuse = (event: Event) => event.preventDefault();
    element?.addEventListener('beforeinput', refuse);
    return () => element?.removeEventListener('beforeinput', refuse);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // in the chat, the same key goes to the next message
    void show(Math.min(track.firstAfter(event.currentTarget.selectionStart), track.count() - 1));
  };
  return (
    <div className="shaded-editor shaded-text">
      <div className="shaded-page">
        <div ref={copy} className="shaded-copy" aria-hidden>
          <TextSections sections={sections} ranges={ranges} shading={shading} />
        </div>
        <textarea
          ref={field}
          className="shaded-field"
          aria-label={label}
          aria-readonly
          spellCheck={false}
          value={text}
          onChange={() => undefined}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => onSelect?.({ start: selectionStart, end: selectionEnd })}
          onKeyDown={onKeyDown}
        />
      </div>
      {shown !== undefined && (
        <TokenPopup
          shown={shown.token}
          onMove={(step) => void show(shown.index + step)}
          onClose={() => setShown(undefined)}
          returnFocus={() => field.current}
        />
      )}
    </div>
  );
}
