import { createPendingRequest, type PendingRequest } from '../state/pending-request.ts';
import type { Session } from '../state/session.ts';
import { createConversationList, type ConversationList } from './conversation-list.ts';
import { createConversationDrag, type ConversationDrag } from './conversation-drag.ts';
import { createHistoryActions, type HistoryActions } from './history-actions.ts';
import { createSearchHitHighlight, type SearchHitHighlight } from './highlight-search-hit.ts';
import { createConversationSelection, type ConversationSelection } from './selection.ts';
import { createSearch, type SearchStore } from './search-store.ts';

/** The conversations that are kept, as the window shows them. */
export interface History {
  readonly list: ConversationList;
  readonly marks: ConversationSelection;
  readonly drag: ConversationDrag;
  readonly search: SearchStore;
  readonly hitMark: SearchHitHighlight;
  readonly actions: HistoryActions;
  /** The focus in the search, please. */
  readonly searchWish: PendingRequest;
}

/** Makes it over a session. */
export function createHistory(session: Session): History {
  const list = createConversationList(session.bridge);
  return {
    list,
    marks: createConversationSelection(list),
    drag: createConversationDrag(),
    search: createSearch(session.bridge.call, () => Date.now()),
    hitMark: createSearchHitHighlight(),
    actions: createHistoryActions(session, list),
    searchWish: createPendingRequest(),
  };
}
