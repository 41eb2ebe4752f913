import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref, type RefObject } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { Run } from '../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { useChat } from './chat.ts';
import { isInTrash, type OpenConversation } from './conversation-store.ts';
import { FindBar } from './find-bar.tsx';
import { createAutoScroll } from './auto-scroll.ts';
import './message-list.css';
import { MessageView } from './message-view.tsx';
import { QuoteSelectionButton } from './quote-selection-button.tsx';
import { firstVisible, estimateHeight } from './estimate-height.ts';
import { usePendingCallFocus, pendingCallSelector } from './use-pending-call-focus.ts';

/** What can be asked of the list from outside. */
export interface MessageListHandle {
  /** Moves to the message before or after the one in sight or in focus. */
  readonly jump: (step: -1 | 1) => void;
}

/** How near to an edge of what is at hand more is fetched, in pixels. */
const reach = 1200;

const none: ReadonlySet<string> = new Set();

/** The messages of the branch in use, oldest first, with the end in sight while the reader is there. */
export function MessageList({
  shown,
  run,
  onQuote,
  ref,
}: {
  readonly shown: OpenConversation;
  readonly run: Run | undefined;
  readonly onQuote: (text: string) => void;
  readonly ref?: Ref<MessageListHandle>;
}) {
  const chat = useChat();
  const { messages, hasOlder, hasNewer, wish } = shown;
  const area = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [follower] = useState(createAutoScroll);
  const hasNewBelow = useStore(follower.hasNewBelow);
  const findText = useStore(chat.find);
  const isGrowing = run?.state === 'answering';

  // Older messages came in front: only then the view is held from its end.
  const [former, setFormer] = useState({ messages, isPrepended: false });
  if (former.messages !== messages) setFormer({ messages, isPrepended: isPrepended(former.messages, messages) });

  // Before anything is painted, so that the list begins with what is at its end.
  useLayoutEffect(() => {
    const content = area.current?.firstElementChild;
    return area.current && content ? follower.watch(area.current, content) : undefined;
  }, [follower]);
  const [usualHeight] = useState(() => messages.reduce((sum, message) => sum + estimateHeight(message), 0) / Math.max(messages.length, 1));
  // What is seen first is drawn at once, and not only when the list has found out how much room there is.
  const [first, setFirst] = useState<ReadonlySet<string>>(() =>
    firstVisible(messages, wish.kind === 'end' ? null : wish.id, window.innerHeight),
  );
  const firstRows = useMemo(() => messages.flatMap(({ id }, index) => (first.has(id) ? [index] : [])), [messages, first]);
  useLayoutEffect(() => {
    follower.setGrowing(isGrowing);
  }, [follower, isGrowing]);

  const focusMessage = useCallback(
    (index: number, align: 'start' | 'center' | 'nearest') => {
      follower.release();
      list.current?.scrollToIndex(index, { align, ...(align === 'start' ? { offset: -8 } : {}) });
      focusOnceThere(area, rowSelector(messages[index]), { preventScroll: true });
    },
    [follower, messages],
  );

  usePendingCallFocus(run, chat.callWish, {
    isInSight: follower.isFollowing,
    goTo: (messageId) => {
      // Of a call that nobody runs any more, the form is in the last message.
      const found = messages.findIndex(({ id }) => id === messageId);
      const index = found >= 0 ? found : messages.length - 1;
      if (!follower.isFollowing()) list.current?.scrollToIndex(index, { align: 'nearest' });
      focusOnceThere(area, `${rowSelector(messages[index])} ${pendingCallSelector}`);
    },
  });

  const granted = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (granted.current === wish) return;
    const isFirst = granted.current === undefined;
    granted.current = wish;
    if (wish.kind === 'end') {
      follower.toEnd();
      return;
    }
    const index = messages.findIndex(({ id }) => id === wish.id);
    if (index >= 0) focusMessage(index, isFirst ? 'center' : 'nearest');
  }, [wish, messages, follower, focusMessage]);

  const loadMore = useCallback(() => {
    const handle = list.current;
    if (handle === null || handle.viewportSize === 0) return;
    if (hasOlder && handle.scrollOffset < reach) void chat.conversation.loadOlder();
    if (hasNewer && handle.scrollSize - handle.scrollOffset - handle.viewportSize < reach) void chat.conversation.loadNewer();
  }, [chat, hasOlder, hasNewer]);
  useEffect(loadMore, [loadMore, messages]);

  useImperativeHandle(ref, () => ({
    jump: (step) => {
      const focused = document.activeElement?.closest('[data-message]')?.getAttribute('data-message') ?? null;
      const handle = list.current;
      const from = focused === null ? -1 : messages.findIndex(({ id }) => id === focused);
      // From outside of the list, upwards begins at its end.
      const inSight = handle === null ? 0 : handle.findItemIndex(handle.scrollOffset + 16);
      const next = from >= 0 ? from + step : step < 0 ? messages.length - 1 : inSight + 1;
      if (next >= 0 && next < messages.length) focusMessage(next, 'start');
    },
  }));

  return (
    <div className="messages">
      {findText !== null && (
        <FindBar
          shown={shown}
          area={area}
          inSight={() => {
            const handle = list.current;
            return handle === null ? 0 : handle.findItemIndex(handle.scrollOffset);
          }}
          onMove={(index) => {
            follower.release();
            list.current?.scrollToIndex(index, { align: 'center' });
          }}
        />
      )}
      <div
        ref={area}
        role="log"
        aria-label="Conversation"
        // A word at a time would bury a screen reader's user; the line below says when there is something to read.
        aria-live="off"
        className="messages-log"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keys
        tabIndex={0}
      >
        <Virtualizer
          ref={list}
          data={messages}
          scrollRef={area}
          shift={former.isPrepended}
          bufferSize={600}
          itemSize={usualHeight}
          keepMounted={firstRows}
          onScroll={loadMore}
          onScrollEnd={() => {
            follower.onRested();
            setFirst(none);
          }}
          onResize={() => {
            follower.onMeasured();
            loadMore();
          }}
        >
          {(message: StoredMessage, index) => (
            <MessageView
              key={message.id}
              message={message}
              isLast={index === messages.length - 1 && !hasNewer}
              run={
                run?.messageId === message.id || run?.waiting.some(({ messageId }) => messageId === message.id) === true ? run : undefined
              }
            />
          )}
        </Virtualizer>
      </div>
      <output className="visually-hidden">{progressWords(shown, run)}</output>
      <div className="messages-over">
        {!isInTrash(shown) && <QuoteSelectionButton area={area} onQuote={onQuote} />}
        {(hasNewBelow || hasNewer) && (
          <Button
            size="sm"
            icon={<ArrowDown aria-hidden />}
            onClick={() => {
              if (hasNewer) void chat.conversation.open(shown.conversation.id);
              else follower.toEnd();
              area.current?.focus({ preventScroll: true });
            }}
          >
            {hasNewer ? 'To the end' : 'New below'}
          </Button>
        )}
      </div>
    </div>
  );
}

function rowSelector(message: StoredMessage | undefined): string {
  return `[data-message="${CSS.escape(message?.id ?? '')}"]`;
}

/** Gives the focus to an element; a row far away is made only once it is scrolled to. */
function focusOnceThere(area: RefObject<HTMLElement | null>, selector: string, options?: FocusOptions): void {
  let frames = 0;
  const focus = () => {
    const element = area.current?.querySelector<HTMLElement>(selector);
    if (element) (element.querySelector<HTMLElement>('[data-first-field]') ?? element).focus(options);
    else if (frames++ < 20) requestAnimationFrame(focus);
  };
  requestAnimationFrame(focus);
}

/** Whether messages were put in front of those that were there. */
function isPrepended(before: readonly StoredMessage[], now: readonly StoredMessage[]): boolean {
  const first = before[0]?.id;
  return first !== undefined && now[0]?.id !== first && now.some(({ id }) => id === first);
}

/** What a listener hears of an answer besides its words. */
function progressWords({ messages }: OpenConversation, run: Run | undefined): string {
  if (run?.state === 'waiting-for-user') return `A call of ${run.waiting[0]?.name ?? 'a tool'} waits for you.`;
  if (run !== undefined) return 'An answer is on its way.';
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return '';
  return last.state === 'complete' ? 'The answer is complete.' : 'The answer ended early.';
}
