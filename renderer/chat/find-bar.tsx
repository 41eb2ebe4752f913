import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { scrollToRange, findTextRanges, unfoldSelector } from '../shared/text-ranges.ts';
import { useStore } from '../state/store.ts';
import { IconButton } from '../ui/button.tsx';
import { isComposing } from '../ui/shortcut.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useChat } from './chat.ts';
import type { OpenConversation } from './conversation-store.ts';
import './chat-screen.css';
import { findMatches, firstMatchFrom, type Match, highlightMatches, currentMatchRange } from './find-matches.ts';
import { chatText } from './text.ts';

const everyChange = { childList: true, characterData: true, subtree: true };

/** Searches the whole conversation: Enter goes to the next match, Shift+Enter to the previous one, Escape closes. */
export function FindBar({
  shown,
  area,
  firstVisibleIndex,
  onMove,
}: {
  readonly shown: OpenConversation;
  readonly area: RefObject<HTMLElement | null>;
  /** Returns the index of the first visible message. */
  readonly firstVisibleIndex: () => number;
  readonly onMove: (index: number) => void;
}) {
  const chat = useChat();
  const text = useStore(chat.find) ?? '';
  const { messages, hasOlder, hasNewer } = shown;
  const isPartial = hasOlder || hasNewer;
  const matches = useMemo(() => findMatches(messages, text), [messages, text]);
  /** Identified by message id, because indexes change while older messages are loaded. */
  const [current, setCurrent] = useState<{ readonly id: string | undefined; readonly nth: number }>();
  const foundPosition = matches.findIndex(({ index, nth }) => messages[index]?.id === current?.id && nth === current?.nth);
  const position = Math.max(foundPosition, 0);
  const match = matches[position];
  const unfolded = useRef<{ readonly message: Element; readonly move: typeof current }>(undefined);

  useEffect(() => {
    if (area.current === null || text === '') return undefined;
    const element = area.current;
    const currentId = match === undefined ? undefined : messages[match.index]?.id;
    let clearHighlights: (() => void) | undefined;
    const count = matches.filter(({ index }) => index === match?.index).length;
    const highlight = () => {
      const message = currentId === undefined ? null : element.querySelector(`[data-message="${CSS.escape(currentId)}"]`);
      // Once per move, because the user may collapse it again.
      if (message !== null && (unfolded.current?.message !== message || unfolded.current.move !== current)) {
        unfolded.current = { message, move: current };
        if (findTextRanges(message, [text.toLowerCase()]).length < count) message.querySelector<HTMLElement>(unfoldSelector)?.click();
      }
      clearHighlights = highlightMatches(element, text, { message, nth: match?.nth ?? 0, count });
    };
    highlight();
    // Rows are mounted and unmounted while scrolling.
    const changes = new MutationObserver(highlight);
    changes.observe(element, everyChange);
    return () => {
      changes.disconnect();
      clearHighlights?.();
    };
  }, [area, text, match, matches, messages, current]);
  useEffect(() => {
    const element = area.current;
    if (element === null || current === undefined) return undefined;
    const lead = scrollToRange(element, currentMatchRange);
    lead.scroll();
    const changes = new MutationObserver(lead.scroll); // a long message is shown as a whole after it was found
    changes.observe(element, everyChange);
    return () => {
      changes.disconnect();
      lead.stop();
    };
  }, [area, current]);

  const show = (target: Match | undefined) => {
    if (target === undefined) return;
    setCurrent({ id: messages[target.index]?.id, nth: target.nth });
    onMove(target.index);
  };
  const lead = useEffectEvent(() => {
    if (text !== '' && foundPosition < 0) show(firstMatchFrom(matches, firstVisibleIndex()));
  });
  useEffect(() => {
    const controller = new AbortController();
    // Searches everything, not only the loaded messages. Another version or a deletion may replace them by fewer.
    const loaded = isPartial ? chat.conversation.loadAll(controller.signal) : Promise.resolve();
    // They are rendered one frame later.
    void loaded.then(() =>
      requestAnimationFrame(() => {
        if (!controller.signal.aborted) lead();
      }),
    );
    return () => {
      controller.abort();
    };
  }, [chat, isPartial]);
  const move = (step: number) => {
    show(matches[(position + step + matches.length) % matches.length]);
  };
  const close = () => {
    chat.find.write(null);
    chat.focusComposer();
  };

  return (
    <search className="find-bar row" aria-label={chatText.find.label}>
      <TextField
        label={chatText.find.label}
        isLabelHidden
        placeholder={chatText.find.label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened it to type
        autoFocus
        value={text}
        onChange={(next) => {
          chat.find.write(next);
          // Typing continues from the current match, not from the position it scrolled to.
          const shownAt = current === undefined ? -1 : messages.findIndex(({ id }) => id === current.id);
          show(firstMatchFrom(findMatches(messages, next), shownAt >= 0 ? shownAt : firstVisibleIndex()));
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') close();
          else if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
          else return;
          event.preventDefault();
        }}
      />
      <output className="find-bar-count muted small">
        {text === ''
          ? ''
          : matches.length === 0
            ? isPartial
              ? chatText.find.searching
              : chatText.find.none
            : chatText.find.position(position + 1, matches.length)}
      </output>
      <IconButton
        label={chatText.find.previous}
        size="sm"
        icon={<ChevronUp aria-hidden />}
        onClick={() => {
          move(-1);
        }}
      />
      <IconButton
        label={chatText.find.next}
        size="sm"
        icon={<ChevronDown aria-hidden />}
        onClick={() => {
          move(1);
        }}
      />
      <IconButton label={chatText.find.close} size="sm" icon={<X aria-hidden />} onClick={close} />
    </search>
  );
}
