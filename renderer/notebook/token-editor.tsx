import { useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { TokenPopup } from '../shared/token-popup.tsx';
import type { ShadedRange, Shading } from '../shared/token-shading.ts';
import { usePacedStores } from '../shared/use-paced-stores.ts';
import type { AlternativeChoice, Notebook } from './notebook.ts';
import type { GrowingPart, NotebookText } from '../../electron/presentation/notebook-text.ts';
import { isComposing } from '../ui/shortcut.tsx';
import { TextSections } from '../shared/text-blocks.tsx';
import { splitText, type TextSection } from '../shared/text-chunks.ts';
import { neighbourToken, tokenAtCursor, type TokenTracks } from './token-tracks.ts';
import { notebookText } from './text.ts';
import { useTokenHover, useTokenPopup } from './use-token-popup.ts';

/** While the model writes, a longer text reaches the text field only when it is used or complete: each change lays all of it out again. */
const longText = 20_000;

/** The editor's interface for the screen. */
export interface TokenEditorHandle {
  readonly cursor: () => number;
  readonly focus: () => void;
}

/**
 * A text field that shows which text the model wrote, and how likely each token was. A text field has only one colour, so its text is transparent and
 * a shaded copy lies beneath it, wrapped by the same rules.
 */
export function TokenEditor({
  ref,
  notebook,
  shading,
  isBusy,
  isReadOnly,
  onContinue,
  onTake,
}: {
  readonly ref: Ref<TokenEditorHandle>;
  readonly notebook: Notebook;
  readonly shading: Shading;
  /** The model is writing. */
  readonly isBusy: boolean;
  readonly isReadOnly: boolean;
  readonly onContinue: (atCursor: boolean) => void;
  readonly onTake: (choice: AlternativeChoice) => void;
}) {
  const area = useRef<HTMLDivElement>(null);
  const copy = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isAtEnd = useRef(true);
  /** Where this component scrolled to. The event comes later, when the text may have grown. */
  const ownScrollTop = useRef<number>(undefined);
  const scrollToEnd = useCallback(() => {
    const element = area.current;
    if (element === null || !isAtEnd.current) return;
    element.scrollTop = element.scrollHeight;
    ownScrollTop.current = element.scrollTop;
  }, []);
  const [text, caret] = usePacedStores(useMemo(() => [notebook.text, notebook.caret, notebook.tokens.version] as const, [notebook]));
  const isGrowingLong = isBusy && text.text.length > longText;
  const sections = useSections(text);
  const popup = useTokenPopup(notebook, copy);
  const { shown, show, hide } = popup;

  const placedCaret = useRef<typeof caret>(null);
  /** Shows the newest text with the caret that belongs to it, because a key may come before the next frame. */
  const sync = useCallback(() => {
    const element = field.current;
    if (element === null) return;
    const { text: newest } = notebook.text.read();
    const wanted = notebook.caret.read();
    const at = wanted === null || wanted === placedCaret.current ? undefined : wanted.at;
    placedCaret.current = wanted;
    if (element.value === newest && at === undefined) return;
    const { selectionStart } = element;
    if (element.value !== newest) element.value = newest;
    element.setSelectionRange(at ?? selectionStart, at ?? selectionStart);
  }, [notebook]);
  useLayoutEffect(() => {
    if (caret === null) return;
    sync();
    scrollToEnd();
  }, [caret, sync, scrollToEnd]);
  useLayoutEffect(() => {
    if (!isGrowingLong) sync();
  });
  useLayoutEffect(() => {
    const element = field.current;
    if (!isGrowingLong || element === null || area.current === null) return undefined;
    // each line that is added would lay out all of its text again
    const fixHeight = () => {
      element.style.blockSize = '';
      element.style.blockSize = `${element.offsetHeight}px`;
    };
    fixHeight();
    const observer = new ResizeObserver(fixHeight);
    observer.observe(area.current);
    return () => {
      observer.disconnect();
      element.style.blockSize = '';
    };
  }, [isGrowingLong]);
  useLayoutEffect(() => {
    if (isBusy) scrollToEnd();
  });
  useImperativeHandle(ref, () => ({
    cursor: () => field.current?.selectionStart ?? 0,
    focus: () => field.current?.focus(),
  }));

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onContinue(event.shiftKey);
    else if (event.key === 'Escape' && isBusy) notebook.stop();
    else if (event.key === 'ArrowDown' && event.altKey) {
      const { byModel } = notebook.text.read();
      void show(tokenAtCursor(byModel, notebook.tokens, event.currentTarget.selectionStart), true);
    } else {
      if (shown !== undefined) hide();
      return;
    }
    event.preventDefault();
  };
  const hover = useTokenHover(notebook, popup);
  return (
    <div
      ref={area}
      className="shaded-editor"
      data-growing={isGrowingLong ? '' : undefined}
      onScroll={({ currentTarget }) => {
        const isOwn = currentTarget.scrollTop === ownScrollTop.current;
        ownScrollTop.current = undefined;
        if (!isOwn) isAtEnd.current = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight < 32;
        if (shown !== undefined) hide();
      }}
    >
      <div className="shaded-page">
        <div ref={copy} className="shaded-copy" aria-hidden>
          <TextSections sections={sections} ranges={shadedRanges(text, notebook.tokens)} shading={shading} />
          {/* A trailing line break has a height only if something follows it. */}
          {'\u200B'}
        </div>
        <textarea
          ref={field}
          className="shaded-field"
          aria-label={notebookText.text}
          placeholder={notebookText.placeholder}
          readOnly={isReadOnly}
          spellCheck={false}
          data-first-focus
          onInput={({ currentTarget }) => notebook.edit(currentTarget.value)}
          onFocus={sync}
          onPointerDown={() => {
            sync();
            hide();
          }}
          onPointerMove={hover.onPointerMove}
          onPointerLeave={hover.onPointerLeave}
          onBlur={() => void notebook.save()}
          onKeyDown={onKeyDown}
        />
      </div>
      {shown !== undefined && (
        <TokenPopup
          shown={shown.token}
          onTake={
            isReadOnly
              ? undefined
              : (alternative) => {
                  const { found, token } = shown;
                  const chosen = token.token.alternatives[alternative];
                  hide();
                  field.current?.focus();
                  if (chosen !== undefined) onTake({ messageId: found.messageId, token: found.index, alternative, chosen });
                }
          }
          onMove={(step) => {
            const { byModel } = notebook.text.read();
            const next = neighbourToken(byModel, notebook.tokens, shown.found, step);
            if (next !== undefined) void show(next, shown.token.isByKey);
          }}
          onClose={hide}
          onPointerEnter={hover.stay}
          onPointerLeave={hover.onPointerLeave}
          returnFocus={() => field.current}
        />
      )}
    </div>
  );
}

/** Splits the text, and keeps the sections that didn't change. */
function useSections(text: NotebookText): readonly TextSection[] {
  const [previous] = useState((): PreviousSections => ({ sections: [], growing: undefined }));
  return updateSections(previous, text);
}

interface PreviousSections {
  sections: readonly TextSection[];
  growing: GrowingPart | undefined;
}

function updateSections(previous: PreviousSections, { text, growing }: NotebookText): readonly TextSection[] {
  const isSamePart = growing !== undefined && growing.part === previous.growing?.part;
  const unchanged = isSamePart ? { start: previous.growing?.end ?? 0, end: text.length - growing.end } : undefined;
  previous.sections = splitText(text, previous.sections, unchanged);
  previous.growing = growing;
  return previous.sections;
}

/** Returns the model's ranges with their tokens. */
function shadedRanges({ byModel }: NotebookText, tracks: TokenTracks): readonly ShadedRange[] {
  return byModel.map(({ start, end, from, messageId }) => ({ start, end, from, track: tracks.of(messageId) }));
}
