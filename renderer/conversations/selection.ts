import type { Conversation } from '../../electron/contract/history.ts';
import { createStore, type Store } from '../state/store.ts';
import type { ConversationList } from './conversation-list.ts';

/** The selected conversations, in list order. */
export interface ConversationSelection extends Store<readonly Conversation[]> {
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
    selectAll: () => {
      select(new Set(list.read().conversations.map(({ id }) => id)));
    },
    clear: () => {
      anchor = undefined;
      select(new Set());
    },
  };
}
