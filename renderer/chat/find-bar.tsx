import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState, type RefObject } from 'react';
import { scrollToRange } from '../shared/scroll-to-range.ts';
import { useStore } from '../state/store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useChat } from './chat.ts';
import type { OpenConversation } from './conversation-store.ts';
import './find-bar.css';
import { findMatches, firstMatchFrom, type Match } from './find-matches.ts';
import { highlightMatches, shownMatch } from './highlight-matches.ts';

/** Looks for a text in the whole conversation: Enter goes down, Shift+Enter up, Escape closes. */
export function FindBar({
  shown,
  area,
  inSight,
  onMove,
}: {
  readonly shown: OpenConversation;
  readonly area: RefObject<HTMLElement | null>;
  /** The place of the message at the top of what is seen. */
  readonly inSight: () => number;
  readonly onMove: (index: number) => void;
}) {
  const chat = useChat();
  const text = useStore(chat.find) ?? '';
  const { messages, hasOlder, hasNewer } = shown;
  const finds = useMemo(() => findMatches(messages, text), [messages, text]);
  /** By the message itself: its place changes while older ones come. */
  const [current, setCurrent] = useState<{ readonly id: string | undefined; readonly nth: number }>();
  const found = finds.findIndex(({ index, nth }) => messages[index]?.id === current?.id && nth === current?.nth);
  const place = Math.max(found, 0);
  const find = finds[place];

  useEffect(() => {
    if (area.current === null || text === '') return undefined;
    const element = area.current;
    const currentId = find === undefined ? undefined : messages[find.index]?.id;
    let takeAway: (() => void) | undefined;
    const mark = () => {
      takeAway = highlightMatches(element, text, {
        message: currentId === undefined ? null : element.querySelector(`[data-message="${CSS.escape(currentId)}"]`),
        nth: find?.nth ?? 0,
        count: finds.filter(({ index }) => index === find?.index).length,
      });
    };
    mark();
    // Rows come and go as one scrolls.
    const changes = new MutationObserver(mark);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      takeAway?.();
    };
  }, [area, text, find, finds, messages]);
  useEffect(() => {
    const element = area.current;
    if (element === null || current === undefined) return undefined;
    const lead = scrollToRange(element, shownMatch);
    lead.scroll();
    return lead.stop;
  }, [area, current]);

  const show = (target: Match | undefined) => {
    if (target === undefined) return;
    setCurrent({ id: messages[target.index]?.id, nth: target.nth });
    onMove(target.index);
  };
  const lead = useEffectEvent(() => {
    if (text !== '' && found < 0) show(firstMatchFrom(finds, inSight()));
  });
  useEffect(() => {
    const looking = new AbortController();
    // One looks through all of it, not through what happens to be at hand while one types; it is drawn a frame later.
    void chat.conversation.loadAll(looking.signal).then(() =>
      requestAnimationFrame(() => {
        if (!looking.signal.aborted) lead();
      }),
    );
    return () => {
      looking.abort();
    };
  }, [chat]);
  const move = (step: number) => {
    show(finds[(place + step + finds.length) % finds.length]);
  };
  const close = () => {
    chat.find.write(null);
    chat.focusComposer();
  };

  return (
    <search className="find-bar" aria-label="Find in this conversation">
      <TextField
        label="Find in this conversation"
        isLabelHidden
        placeholder="Find in this conversation"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens because the user asked to type here
        autoFocus
        value={text}
        onChange={(next) => {
          chat.find.write(next);
          // One letter more looks from the find that is shown, not from where showing it has scrolled to.
          const shownAt = current === undefined ? -1 : messages.findIndex(({ id }) => id === current.id);
          show(firstMatchFrom(findMatches(messages, next), shownAt >= 0 ? shownAt : inSight()));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          else if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
          else return;
          event.preventDefault();
        }}
      />
      <output className="find-bar-count">
        {text === '' ? '' : finds.length === 0 ? (hasOlder || hasNewer ? 'Looking…' : 'Not found') : `${place + 1} of ${finds.length}`}
      </output>
      <IconButton
        label="Previous find"
        size="sm"
        icon={<ChevronUp aria-hidden />}
        onClick={() => {
          move(-1);
        }}
      />
      <IconButton
        label="Next find"
        size="sm"
        icon={<ChevronDown aria-hidden />}
        onClick={() => {
          move(1);
        }}
      />
      <IconButton label="Close find" size="sm" icon={<X aria-hidden />} onClick={close} />
    </search>
  );
}
