import type { Conversation, SearchHit } from '../../electron/contract/history.ts';
import { createPendingRequest, type PendingRequest } from '../state/pending-request.ts';
import type { Session } from '../state/session.ts';
import { createConversationList, type ConversationList } from './conversation-list.ts';
import { createConversationDrag, type ConversationDrag } from './conversation-drag.tsx';
import { createHistoryActions, type HistoryActions } from './history-actions.ts';
import { createSearch, type SearchStore } from './search-store.ts';
import { createStore, type Store } from '../state/store.ts';
import { scrollToRange, createHighlight, findTextRanges, unfoldSelector } from '../shared/text-ranges.ts';
import { conversationsText } from './text.ts';

/** The state of the conversation list, its selection and its search. */
export interface History {
  readonly list: ConversationList;
  readonly selection: ConversationSelection;
  readonly drag: ConversationDrag;
  readonly search: SearchStore;
  readonly hitHighlight: SearchHitHighlight;
  readonly actions: HistoryActions;
  /** Requests focus for the search field. */
  readonly searchFocus: PendingRequest;
  /** Requests focus for the search hits, which may still be loading. */
  readonly hitsFocus: PendingRequest;
}

/** Creates the state of a session's conversations. */
export function createHistory(session: Session): History {
  const list = createConversationList(session.bridge);
  return {
    list,
    selection: createConversationSelection(list),
    drag: createConversationDrag(),
    search: createSearch(session.bridge.call, () => Date.now()),
    hitHighlight: createSearchHitHighlight(),
    actions: createHistoryActions(session, list),
    searchFocus: createPendingRequest(),
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

/** The selected conversations, in list order. */
interface ConversationSelection extends Store<readonly Conversation[]> {
  readonly toggle: (id: string) => void;
  /** Selects exactly the range from the anchor to this conversation. */
  readonly extendTo: (id: string, from: string | undefined) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** Creates the selection of a list. Conversations that leave the list are deselected. */
export function createConversationSelection(list: ConversationList): ConversationSelection {
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
    toggle: (id) => {
      anchor = id;
      const next = ids();
      if (!next.delete(id)) next.add(id);
      select(next);
    },
    extendTo: (id, from) => {
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

/** Highlights a search hit in its message. */
interface SearchHitHighlight {
  /** Waits until the message is rendered. Replaces the highlight before. */
  readonly show: (hit: SearchHit) => void;
  readonly clear: () => void;
}

const name = 'search-hit';
const maxWaitMs = 10_000;

/** Creates the highlight. The message belongs to another feature, so it is found by its attribute and its elements are not changed. */
function createSearchHitHighlight(): SearchHitHighlight {
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
