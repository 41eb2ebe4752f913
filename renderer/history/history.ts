import { createFocusWish, type FocusWish } from '../state/focus-wish.ts';
import type { Session } from '../state/session.ts';
import { createConversationList, type ConversationList } from './conversation-list.ts';
import { createHistoryActions, type HistoryActions } from './history-actions.ts';
import { createSearch, type SearchStore } from './search-store.ts';

/** The conversations that are kept, as the window shows them. */
export interface History {
  readonly list: ConversationList;
  readonly search: SearchStore;
  readonly actions: HistoryActions;
  /** The focus in the search, please. */
  readonly searchWish: FocusWish;
}

/** Makes it over a session. */
export function createHistory(session: Session): History {
  return {
    list: createConversationList(session.bridge),
    search: createSearch(session.bridge.call, () => Date.now()),
    actions: createHistoryActions(session),
    searchWish: createFocusWish(),
  };
}
