import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { TokenPopup, type ShownToken } from '../shared/token-popup.tsx';
import type { ShadedRange } from '../shared/token-pieces.ts';
import type { Shading } from '../shared/token-shading.ts';
import type { TokenTrack } from '../shared/token-track.ts';
import { usePacedStores } from '../shared/use-paced-stores.ts';
import { useSession } from '../state/session.ts';
import type { AlternativeChoice, Notebook } from './notebook.ts';
import type { NotebookText } from './notebook-text.ts';
import { TextBlockView, type BlockShading } from '../shared/text-blocks.tsx';
import { splitText, type TextBlock } from '../shared/text-chunks.ts';
import { findToken, neighbourToken, tokenAtCursor, type FoundToken } from './token-lookup.ts';
import type { TokenTracks } from './token-tracks.ts';
import { rectOfText } from '../shared/text-rectangle.ts';
import { notebookText } from './text.ts';

/** While the model writes, a longer text reaches the text field only when it is used or complete: each change lays all of it out again. */
const longText = 20_000;

const hoverDelayMs = 350;

/** What the screen asks of the editor. */
export interface TokenEditorHandle {
  readonly cursor: () => number;
  readonly focus: () => void;
}

/**
 * A text field that shows who wrote what, and how likely each token was. A text field has only one colour, so its text is transparent and
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
  const [text, caret] = usePacedStores(useMemo(() => [notebook.text, notebook.caret, notebook.tokens.version] as const, [notebook]));
  const isGrowingLong = isBusy && text.text.length > longText;
  const blocks = useBlocks(text.text);
  const { session, shown, show, hide } = useTokenPopup(notebook, blocks, copy);

  const sync = useCallback(() => {
    const element = field.current;
    const { text: newest } = notebook.text.read();
    if (element === null || element.value === newest) return;
    const { selectionStart } = element;
    element.value = newest;
    element.setSelectionRange(selectionStart, selectionStart);
  }, [notebook]);
  useLayoutEffect(() => {
    if (caret === null) return;
    sync();
    field.current?.setSelectionRange(caret.at, caret.at);
    if (isAtEnd.current) scrollToEnd(area.current);
  }, [caret, sync]);
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
    if (isBusy && isAtEnd.current) scrollToEnd(area.current);
  });
  useImperativeHandle(ref, () => ({
    cursor: () => field.current?.selectionStart ?? 0,
    focus: () => field.current?.focus(),
  }));

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
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
  const hover = useHover(show, hide, notebook, session.isOpen && session.isByKey);
  return (
    <div
      ref={area}
      className="shaded-editor"
      data-growing={isGrowingLong ? '' : undefined}
      onScroll={({ currentTarget }) => {
        isAtEnd.current = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight < 32;
        if (shown !== undefined) hide();
      }}
    >
      <div className="shaded-page">
        <div ref={copy} className="shaded-copy" aria-hidden>
          {blocks.map((block) => (
            <TextBlockView key={block.start} block={block} shading={shading} {...blockShading(block, text, notebook.tokens)} />
          ))}
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
          onInput={({ currentTarget }) => {
            notebook.edit(currentTarget.value);
          }}
          onFocus={sync}
          onPointerDown={() => {
            sync();
            hide();
          }}
          onPointerMove={hover.onPointerMove}
          onPointerLeave={hover.onPointerLeave}
          onBlur={notebook.flush}
          onKeyDown={onKeyDown}
        />
      </div>
      {shown !== undefined && (
        <TokenPopup
          shown={shown}
          onTake={
            isReadOnly
              ? undefined
              : (alternative) => {
                  const chosen = shown.token.alternatives[alternative];
                  hide();
                  field.current?.focus();
                  if (chosen !== undefined && session.found !== undefined)
                    onTake({ messageId: session.found.messageId, token: session.found.index, alternative, chosen });
                }
          }
          onMove={(step) => {
            const { byModel } = notebook.text.read();
            const next = session.found && neighbourToken(byModel, notebook.tokens, session.found, step);
            if (next !== undefined) void show(next, session.isByKey);
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

function scrollToEnd(element: HTMLElement | null): void {
  if (element !== null) element.scrollTop = element.scrollHeight;
}

/** Splits the text, and keeps the blocks that didn't change. */
function useBlocks(text: string): readonly TextBlock[] {
  const [kept] = useState((): { blocks: readonly TextBlock[] } => ({ blocks: [] }));
  return updateBlocks(kept, text);
}

function updateBlocks(kept: { blocks: readonly TextBlock[] }, text: string): readonly TextBlock[] {
  kept.blocks = splitText(text, kept.blocks);
  return kept.blocks;
}

const trackIds = new WeakMap<TokenTrack, number>();
let lastTrackId = 0;

function trackId(track: TokenTrack | undefined): number {
  if (track === undefined) return 0;
  const known = trackIds.get(track);
  if (known !== undefined) return known;
  lastTrackId += 1;
  trackIds.set(track, lastTrackId);
  return lastTrackId;
}

/** Returns the model's ranges in a block. The signature has the number of tokens up to its end, so that growth elsewhere doesn't change it. */
function blockShading({ start, text }: TextBlock, { byModel }: NotebookText, tracks: TokenTracks): BlockShading {
  const end = start + text.length;
  const inside = byModel.filter((range) => range.start < end && range.end > start);
  const ranges = inside.map((range): ShadedRange => ({
    start: range.start,
    end: range.end,
    from: range.from,
    track: tracks.of(range.messageId),
  }));
  const signature = ranges.map(({ start: from, end: to, from: shift, track }) => {
    const known = track?.firstAfter(Math.min(end, to) - from + shift) ?? 0;
    return [Math.max(from, start), Math.min(to, end), from - shift, trackId(track), known].join(' ');
  });
  return { ranges, signature: signature.join(',') };
}

/** The token whose alternatives are shown. They are read when asked for. */
function useTokenPopup(notebook: Notebook, blocks: readonly TextBlock[], copy: React.RefObject<HTMLDivElement | null>) {
  const { bridge } = useSession();
  const [state, setState] = useState<{ readonly shown: ShownToken; readonly found: FoundToken }>();
  const newest = useRef(0);
  const hide = useCallback(() => {
    newest.current += 1;
    setState(undefined);
  }, []);
  const show = async (found: FoundToken | undefined, isByKey: boolean) => {
    if (found === undefined) {
      if (!isByKey) hide();
      return;
    }
    newest.current += 1;
    const request = newest.current;
    const page = await bridge.call('history.tokens', { messageId: found.messageId, from: found.index, limit: 1, withAlternatives: true });
    const token = page.ok ? page.value.tokens[0] : undefined;
    if (request !== newest.current || token === undefined) return;
    const anchor = copy.current && rectOfText(copy.current, blocks, found.start, found.end);
    if (anchor) setState({ found, shown: { token, anchor, isByKey } });
  };
  useEffect(() => notebook.text.subscribe(hide), [notebook, hide]);
  return {
    show,
    hide,
    shown: state?.shown,
    session: { isOpen: state !== undefined, isByKey: state?.shown.isByKey ?? false, found: state?.found },
  };
}

/** Shows the token under the pointer after a moment, and hides it when the pointer leaves both. */
function useHover(
  show: (found: FoundToken | undefined, isByKey: boolean) => Promise<void>,
  hide: () => void,
  notebook: Notebook,
  isBlocked: boolean,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const later = (run: () => void) => {
    clearTimeout(timer.current);
    if (!isBlocked) timer.current = setTimeout(run, hoverDelayMs);
  };
  return {
    stay: () => {
      clearTimeout(timer.current);
    },
    onPointerLeave: () => {
      later(hide);
    },
    onPointerMove: ({ clientX, clientY, buttons }: React.PointerEvent) => {
      if (buttons !== 0) return;
      later(() => {
        const position = document.caretPositionFromPoint(clientX, clientY);
        const isField = position?.offsetNode instanceof HTMLTextAreaElement;
        if (isField) void show(findToken(notebook.text.read().byModel, notebook.tokens, position.offset), false);
      });
    },
  };
}
