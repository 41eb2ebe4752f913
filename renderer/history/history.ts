import { createFocusWish, type FocusWish } from '../state/focus-wish.ts';
import type { Session } from '../state/session.ts';
import { createConversationList, type ConversationList } from './conversation-list.ts';
import { createDrag, type Drag } from './drag.ts';
import { createHistoryActions, type HistoryActions } from './history-actions.ts';
import { createHitMark, type HitMark } from './hit-mark.ts';
import { createMarks, type Marks } from './marks.ts';
import { createSearch, type SearchStore } from './search-store.ts';

/** The conversations that are kept, as the window shows them. */
export interface History {
  readonly list: ConversationList;
  readonly marks: Marks;
  readonly drag: Drag;
  readonly search: SearchStore;
  readonly hitMark: HitMark;
  readonly actions: HistoryActions;
  /** The focus in the search, please. */
  readonly searchWish: FocusWish;
}

/** Makes it over a session. */
export function createHistory(session: Session): History {
  const list = createConversationList(session.bridge);
  return {
    list,
    marks: createMarks(list),
    drag: createDrag(),
    search: createSearch(session.bridge.call, () => Date.now()),
    hitMark: createHitMark(),
    actions: createHistoryActions(session, list),
    searchWish: createFocusWish(),
  };
}
