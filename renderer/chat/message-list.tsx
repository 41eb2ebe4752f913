import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { useChat } from './chat.ts';
import { isInTrash, type OpenConversation } from './conversation-store.ts';
import { FindBar } from './find-bar.tsx';
import { createAutoScroll } from './auto-scroll.ts';
import { focusWhenRendered, usePendingCallFocus, pendingCallSelector } from './focus-when-rendered.ts';
import { keptRows, findOpenToolCalls, firstVisible, estimateHeight } from './kept-rows.ts';
import './chat-screen.css';
import { MessageErrorBoundary } from './message-error-boundary.tsx';
import { MessageView } from './message-view.tsx';
import { QuoteSelectionButton } from './quote-selection-button.tsx';
import { chatText } from './text.ts';

/** Commands for the list. */
export interface MessageListHandle {
  /** Moves to the message before or after the focused or visible one. */
  readonly jump: (step: -1 | 1) => void;
}

/** Loads more messages within this distance of the loaded part's edge, in pixels. */
const loadDistance = 1200;

const none: ReadonlySet<string> = new Set();

/** The messages of the current branch, oldest first. Follows the end while the user is there. */
export function MessageList({
  shown,
  turn,
  onQuote,
  ref,
}: {
  readonly shown: OpenConversation;
  readonly turn: Turn | undefined;
  readonly onQuote: (text: string) => void;
  readonly ref?: Ref<MessageListHandle>;
}) {
  const chat = useChat();
  const { messages, hasOlder, hasNewer, scrollTarget } = shown;
  const area = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [autoScroll] = useState(createAutoScroll);
  const hasNewBelow = useStore(autoScroll.hasNewBelow);
  const findText = useStore(chat.find);
  const isGrowing = turn?.state === 'answering';

  // Only when older messages were prepended, the list keeps its position from the end.
  const [previous, setPrevious] = useState({ messages, isPrepended: false });
  if (previous.messages !== messages) setPrevious({ messages, isPrepended: isPrepended(previous.messages, messages) });

  // Runs before the first paint, so that the list starts at its end.
  useLayoutEffect(() => {
    const content = area.current?.firstElementChild;
    return area.current && content ? autoScroll.watch(area.current, content) : undefined;
  }, [autoScroll]);
  const [averageHeight] = useState(
    () => messages.reduce((sum, message) => sum + estimateHeight(message), 0) / Math.max(messages.length, 1),
  );
  // Renders the first visible rows at once, before the list has measured its viewport.
  const [firstIds, setFirstIds] = useState<ReadonlySet<string>>(() =>
    firstVisible(messages, scrollTarget.kind === 'end' ? null : scrollTarget.id, window.innerHeight),
  );
  const editedId = useStore(chat.editing)?.messageId;
  const openCalls = useMemo(() => findOpenToolCalls(messages, hasNewer), [messages, hasNewer]);
  const mountedRows = useMemo(
    () => keptRows(messages, firstIds, turn, openCalls, editedId),
    [messages, firstIds, turn, openCalls, editedId],
  );
  useLayoutEffect(() => {
    autoScroll.setStreaming(isGrowing);
  }, [autoScroll, isGrowing]);

  const focusMessage = useCallback(
    (index: number, align: 'start' | 'center' | 'nearest', input?: AbortSignal) => {
      autoScroll.stopFollowing();
      list.current?.scrollToIndex(index, { align, ...(align === 'start' ? { offset: -8 } : {}) });
      focusWhenRendered(() => firstField(area.current?.querySelector<HTMLElement>(rowSelector(messages[index]))), {
        preventScroll: true,
        keepsSidebarFocus: true,
        ...(input && { input }),
      });
    },
    [autoScroll, messages],
  );

  usePendingCallFocus(turn, chat, {
    isInSight: autoScroll.isFollowing,
    goTo: (messageId) => {
      const formId = messageId ?? openCalls?.messageId;
      const found = messages.findIndex(({ id }) => id === formId);
      const index = found >= 0 ? found : messages.length - 1;
      if (!autoScroll.isFollowing()) list.current?.scrollToIndex(index, { align: 'nearest' });
      const selector = `${rowSelector(messages[index])} ${pendingCallSelector}`;
      focusWhenRendered(() => firstField(area.current?.querySelector<HTMLElement>(selector)));
    },
  });

  const appliedTarget = useRef<unknown>(undefined);
  useLayoutEffect(() => {
    if (appliedTarget.current === scrollTarget) return;
    const isFirst = appliedTarget.current === undefined;
    appliedTarget.current = scrollTarget;
    if (scrollTarget.kind === 'end') {
      autoScroll.scrollToEnd();
      return;
    }
    const index = messages.findIndex(({ id }) => id === scrollTarget.id);
    if (index >= 0) focusMessage(index, isFirst ? 'center' : 'nearest', scrollTarget.input);
  }, [scrollTarget, messages, autoScroll, focusMessage]);

  const loadMore = useCallback(() => {
    const handle = list.current;
    if (handle === null || handle.viewportSize === 0) return;
    if (hasOlder && handle.scrollOffset < loadDistance) void chat.conversation.loadOlder();
    if (hasNewer && handle.scrollSize - handle.scrollOffset - handle.viewportSize < loadDistance) void chat.conversation.loadNewer();
  }, [chat, hasOlder, hasNewer]);
  useEffect(loadMore, [loadMore, messages]);

  useImperativeHandle(ref, () => ({
    jump: (step) => {
      const focused = document.activeElement?.closest('[data-message]')?.getAttribute('data-message') ?? null;
      const handle = list.current;
      const focusedIndex = focused === null ? -1 : messages.findIndex(({ id }) => id === focused);
      // If the focus is outside the list, moving up starts at the end.
      const visibleIndex = handle === null ? 0 : handle.findItemIndex(handle.scrollOffset + 16);
      const next = focusedIndex >= 0 ? focusedIndex + step : step < 0 ? messages.length - 1 : visibleIndex + 1;
      if (next >= 0 && next < messages.length) focusMessage(next, 'start');
    },
  }));

  return (
    <div className="messages column">
      {findText !== null && (
        <FindBar
          shown={shown}
          area={area}
          firstVisibleIndex={() => {
            const handle = list.current;
            return handle === null ? 0 : handle.findItemIndex(handle.scrollOffset);
          }}
          onMove={(index) => {
            autoScroll.stopFollowing();
            list.current?.scrollToIndex(index, { align: 'center' });
          }}
        />
      )}
      <div
        ref={area}
        role="log"
        aria-label={chatText.list.label}
        // Announcing every word would overwhelm screen reader users. The output below announces when there is something to read.
        aria-live="off"
        className="messages-log"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
        tabIndex={0}
      >
        <Virtualizer
          ref={list}
          data={messages}
          scrollRef={area}
          shift={previous.isPrepended}
          bufferSize={600}
          itemSize={averageHeight}
          keepMounted={mountedRows}
          onScroll={loadMore}
          onScrollEnd={() => {
            autoScroll.onScrollEnd();
            setFirstIds(none);
          }}
          onResize={() => {
            autoScroll.onMeasured();
            loadMore();
          }}
        >
          {(message: StoredMessage, index) => (
            <MessageErrorBoundary key={message.id} message={message}>
              <MessageView
                message={message}
                isLast={index === messages.length - 1 && !hasNewer}
                openCallIds={turn === undefined && openCalls?.messageId === message.id ? openCalls.callIds : none}
                turn={
                  turn?.messageId === message.id || turn?.waiting.some(({ messageId }) => messageId === message.id) === true
                    ? turn
                    : undefined
                }
              />
            </MessageErrorBoundary>
          )}
        </Virtualizer>
      </div>
      <output className="visually-hidden">{describeProgress(shown, turn)}</output>
      <div className="messages-overlay">
        {!isInTrash(shown) && <QuoteSelectionButton area={area} onQuote={onQuote} />}
        {(hasNewBelow || hasNewer) && (
          <Button
            size="sm"
            icon={<ArrowDown aria-hidden />}
            onClick={() => {
              if (hasNewer) void chat.conversation.open(shown.conversation.id);
              else autoScroll.scrollToEnd();
              area.current?.focus({ preventScroll: true });
            }}
          >
            {hasNewer ? chatText.list.jumpToLatest : chatText.list.newMessages}
          </Button>
        )}
      </div>
    </div>
  );
}

function rowSelector(message: StoredMessage | undefined): string {
  return `[data-message="${CSS.escape(message?.id ?? '')}"]`;
}

/** Returns the element, or its field that is filled in first. */
function firstField(element: HTMLElement | null | undefined): HTMLElement | null | undefined {
  return element?.querySelector<HTMLElement>('[data-first-field]') ?? element;
}

/** Whether messages were added before the previous first one. */
function isPrepended(before: readonly StoredMessage[], now: readonly StoredMessage[]): boolean {
  const first = before[0]?.id;
  return first !== undefined && now[0]?.id !== first && now.some(({ id }) => id === first);
}

/** Describes an answer's progress for screen readers. */
function describeProgress({ messages }: OpenConversation, turn: Turn | undefined): string {
  if (turn?.state === 'waiting-for-user') return chatText.list.announce.pendingCall(turn.waiting[0]?.name);
  if (turn !== undefined) return chatText.list.announce.answering;
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return '';
  return last.state === 'complete' ? chatText.list.announce.complete : chatText.list.announce.cutShort;
}
