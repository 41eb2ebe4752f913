import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { scrollToRange, findTextRanges, unfoldSelector, createHighlight } from '../shared/text-ranges.ts';
import { useStore } from '../state/store.ts';
import { IconButton } from '../ui/button.tsx';
import { isComposing } from '../ui/shortcut.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useChat } from './chat.ts';
import type { OpenConversation } from './conversation-store.ts';
import './chat-screen.css';
import { chatText } from './text.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { searchableText } from './message-text.ts';

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
    return () => controller.abort();
  }, [chat, isPartial]);
  const move = (step: number) => show(matches[(position + step + matches.length) % matches.length]);
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
      <IconButton label={chatText.find.previous} size="sm" icon={<ChevronUp aria-hidden />} onClick={() => move(-1)} />
      <IconButton label={chatText.find.next} size="sm" icon={<ChevronDown aria-hidden />} onClick={() => move(1)} />
      <IconButton label={chatText.find.close} size="sm" icon={<X aria-hidden />} onClick={close} />
    </search>
  );
}

/** A match: the index of its message and its number within the message. */
interface Match {
  readonly index: number;
  readonly nth: number;
}

/** Returns all matches of a text in the messages, in order, ignoring case. */
export function findMatches(messages: readonly StoredMessage[], text: string): readonly Match[] {
  const needle = text.toLowerCase();
  if (needle.trim() === '') return [];
  return messages.flatMap((message, index) =>
    Array.from({ length: countMatches(searchableText(message).toLowerCase(), needle) }, (_, nth) => ({ index, nth })),
  );
}

function countMatches(text: string, needle: string): number {
  let count = 0;
  for (let index = text.indexOf(needle); index >= 0; index = text.indexOf(needle, index + needle.length)) count += 1;
  return count;
}

/** Returns the first match at or below a message, else the first of all. */
export function firstMatchFrom(matches: readonly Match[], index: number): Match | undefined {
  return matches.find((match) => match.index >= index) ?? matches[0];
}

const allMatches = 'find';
const currentMatch = 'find-current';

/** The current match: its message element and its number within the message. */
interface CurrentMatch {
  readonly message: Element | null;
  readonly nth: number;
  /** The number of matches in the message, including those in collapsed sections. */
  readonly count: number;
}

/** Highlights a non-empty text in an area without changing its elements. Returns a function that clears the highlights. */
function highlightMatches(area: HTMLElement, text: string, { message, nth, count }: CurrentMatch): () => void {
  const ranges = findTextRanges(area, [text.toLowerCase()]);
  const inMessage = ranges.filter(({ startContainer }) => message?.contains(startContainer) === true);
  // Collapsed sections, such as reasoning, come first in a message.
  const hiddenCount = Math.max(0, count - inMessage.length);
  const current = inMessage[Math.min(Math.max(0, nth - hiddenCount), inMessage.length - 1)];
  const highlight = createHighlight(ranges, current === undefined ? 0 : ranges.indexOf(current));
  if (current !== undefined) highlight.delete(current);
  CSS.highlights.set(allMatches, highlight);
  CSS.highlights.set(currentMatch, createHighlight(current === undefined ? [] : [current]));
  return () => {
    CSS.highlights.delete(allMatches);
    CSS.highlights.delete(currentMatch);
  };
}

/** Returns the range that is highlighted as the current match. */
function currentMatchRange(): AbstractRange | undefined {
  const [shown] = CSS.highlights.get(currentMatch) ?? [];
  return shown;
}
