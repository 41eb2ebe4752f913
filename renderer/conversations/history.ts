import type { Conversation } from '../../electron/contract/history.ts';
import { createPendingRequest, type PendingRequest } from '../state/pending-request.ts';
import type { Session } from '../state/session.ts';
import { createConversationList, type ConversationList } from './conversation-list.ts';
import { createConversationDrag, type ConversationDrag } from './conversation-drag.tsx';
import { createHistoryActions, type HistoryActions } from './history-actions.ts';
import { createSearchHitHighlight, type SearchHitHighlight } from './highlight-search-hit.ts';
import { createConversationSelection, type ConversationSelection } from './selection.ts';
import { createSearch, type SearchStore } from './search-store.ts';

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
