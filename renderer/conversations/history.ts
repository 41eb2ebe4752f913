import type { Conversation } from '../../electron/contract/history.ts';
import type { SearchHit } from '../../electron/contract/search.ts';
import { createPendingRequest } from '../state/pending-request.ts';
import type { Session } from '../state/session.ts';
import { createConversationList, type ConversationList } from './conversation-list.ts';
import { createConversationDrag } from './conversation-drag.tsx';
import { createHistoryActions } from './history-actions.ts';
import { createSearch } from './search-store.ts';
import { createStore } from '../state/store.ts';
import { scrollToRange, createHighlight, findTextRanges, unfoldSelector } from '../shared/text-ranges.ts';
import { conversationsText } from './text.ts';

export type History = ReturnType<typeof createHistory>;

/** Creates the state of a session's conversations: their list, its selection and its search. */
export function createHistory(session: Session) {
  const list = createConversationList(session.bridge);
  return {
    list,
    selection: createConversationSelection(list),
    drag: createConversationDrag(),
    search: createSearch(session.bridge.call, () => Date.now()),
    hitHighlight: createSearchHitHighlight(),
    actions: createHistoryActions(session, list),
    /** Requests focus for the search field. */
    searchFocus: createPendingRequest(),
    /** Requests focus for the search hits, which may still be loading. */
    hitsFocus: createPendingRequest(),
  };
}

/** What the sidebar's button for something new starts. It depends on the section. */
export interface NewItem {
  readonly label: string;
  readonly keys?: readonly string[];
  readonly onStart: () => void;
}

/** Opens a conversation, at a message if `at` is not null. */
export type OpenConversation = (id: string, kind: Conversation['kind'], at: string | null) => void;

/** Creates the selection of a list, in its order. Conversations that leave the list are deselected. */
export function createConversationSelection(list: ConversationList) {
  const store = createStore<readonly Conversation[]>([]);
  let anchor: string | undefined;
  const select = (ids: ReadonlySet<string>) => {
    const selected = list.read().conversations.filter(({ id }) => ids.has(id));
    if (selected.length > 0 || store.read().length > 0) store.write(selected);
  };
  const ids = () => new Set(store.read().map(({ id }) => id));
  list.subscribe(() => {
    if (store.read().length > 0) select(ids());
  });
  return {
    read: store.read,
    subscribe: store.subscribe,
    toggle: (id: string) => {
      anchor = id;
      const next = ids();
      if (!next.delete(id)) next.add(id);
      select(next);
    },
    /** Selects exactly the range from the anchor to this conversation. */
    extendTo: (id: string, from: string | undefined) => {
      const { conversations } = list.read();
      const indexOf = (wanted: string | undefined) => conversations.findIndex((each) => each.id === wanted);
      if (indexOf(anchor) < 0 || store.read().length === 0) anchor = from ?? id;
      const [start, end] = [indexOf(anchor), indexOf(id)].toSorted((a, b) => a - b);
      select(new Set(conversations.slice(Math.max(start ?? 0, 0), (end ?? 0) + 1).map((each) => each.id)));
    },
    selectAll: () => select(new Set(list.read().conversations.map(({ id }) => id))),
    clear: () => {
      anchor = undefined;
      select(new Set());
    },
  };
}

const name = 'search-hit';
const maxWaitMs = 10_000;

/** Highlights a search hit in its message, once it is rendered. The message belongs to another feature, so it is found by its attribute and its elements are not changed. */
function createSearchHitHighlight() {
  let cleanUp: () => void = () => undefined;

  const clear = () => {
    cleanUp();
    cleanUp = () => undefined;
  };
  const put = ({ messageId, excerpt }: SearchHit) => {
    clear();
    const words = new Set(excerpt.filter(({ isHit }) => isHit).map(({ text }) => text.toLowerCase()));
    if (messageId === null || words.size === 0) return;
    const deadline = performance.now() + maxWaitMs;
    let frame = 0;
    const tryHighlight = () => {
      const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
      if (message !== null) cleanUp = highlightWords(message, words);
      else if (performance.now() < deadline) frame = requestAnimationFrame(tryHighlight);
    };
    cleanUp = () => cancelAnimationFrame(frame);
    tryHighlight();
  };
  return { show: put, clear };
}

function highlightWords(message: HTMLElement, words: ReadonlySet<string>): () => void {
  let hasOpened = false;
  let first: StaticRange | undefined;
  const area = message.closest<HTMLElement>('[role="log"]');
  const scroll = area === null ? undefined : scrollToRange(area, () => first);
  const draw = () => {
    const ranges = findTextRanges(message, words);
    CSS.highlights.set(name, createHighlight(ranges));
    first = ranges[0];
    scroll?.scroll();
    if (ranges.length > 0 || hasOpened) return;
    // The hit is in a collapsed section, such as reasoning, or in the rest of a long message, which is rendered only when opened.
    hasOpened = true;
    for (const opener of message.querySelectorAll<HTMLElement>(`details:not([open]) > summary, ${unfoldSelector}`)) opener.click();
  };
  // Parts of a message, such as code, are rendered later.
  const observer = new MutationObserver(draw);
  observer.observe(message, { childList: true, subtree: true, characterData: true });
  message.dataset['found'] = '';
  draw();
  return () => {
    observer.disconnect();
    scroll?.stop();
    CSS.highlights.delete(name);
    delete message.dataset['found'];
  };
}

const text = conversationsText.commands;

/** The commands of the list of conversations, for the palette and the keyboard. */
export function historyCommands({ searchFocus, actions }: History, showSidebar: () => void) {
  return [
    {
      id: 'search-all',
      ...text.search,
      group: text.group,
      shortcut: { key: 'f', isShift: true },
      run: () => {
        showSidebar();
        searchFocus.request();
      },
    },
    {
      id: 'import-conversations',
      ...text.import,
      group: text.group,
      run: () => {
        showSidebar(); // shows the progress
        void actions.importFiles();
      },
    },
  ];
}
