import type { Failure } from '../../electron/contract/failure.ts';
import type { Conversation } from '../../electron/contract/history.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createStore, type Store } from '../state/store.ts';
import { withMessage, withNewer, withOlder, type MessageWindow } from './message-window.ts';

/** What is to be brought into sight; each object is one wish. */
export type ScrollTarget = { readonly kind: 'end' } | { readonly kind: 'message'; readonly id: string };

/** A conversation of which a stretch is at hand. */
export interface OpenConversation extends MessageWindow {
  readonly kind: 'open';
  readonly conversation: Conversation;
  readonly wish: ScrollTarget;
}

/** What the chat shows. */
export type CurrentConversation =
  | { readonly kind: 'new' }
  | { readonly kind: 'opening'; readonly id: string }
  | { readonly kind: 'failed'; readonly id: string; readonly failure: Failure }
  | OpenConversation;

/** The id of what is shown; null where it has not begun. */
export function idOf(shown: CurrentConversation): string | null {
  switch (shown.kind) {
    case 'new':
      return null;
    case 'opening':
    case 'failed':
      return shown.id;
    case 'open':
      return shown.conversation.id;
  }
}

/** Whether what is shown is in the trash. */
export function isInTrash(shown: CurrentConversation): boolean {
  return shown.kind === 'open' && shown.conversation.trashedAt !== null;
}

/** The conversation that is shown; the main process owns it, and this is what is at hand of it. */
export interface ConversationStore extends Store<CurrentConversation> {
  readonly openNew: () => void;
  /** Opens one at its end, or at a message, whose branch is then the one in use. */
  readonly open: (id: string, at?: string | null) => Promise<void>;
  readonly loadOlder: () => Promise<void>;
  readonly loadNewer: () => Promise<void>;
  /** Brings all of the branch in use to hand, unless it is given up before. */
  readonly loadAll: (signal: AbortSignal) => Promise<void>;
}

const firstPageSize = 60;
const nextStretch = 120;

/** Makes the store; it begins with a new conversation. */
export function createConversationStore({ call, on }: TypedBridge, onFailure: (failure: Failure) => void): ConversationStore {
  const store = createStore<CurrentConversation>({ kind: 'new' });
  /** Counts what was opened, so that a late answer changes nothing. */
  let opened = 0;
  let loading: Promise<void> | undefined;

  const change = (id: string, next: (shown: OpenConversation) => OpenConversation) => {
    const shown = store.read();
    if (shown.kind === 'open' && shown.conversation.id === id) store.write(next(shown));
  };

  on('chat.message', (message) => {
    change(message.conversationId, (shown) => {
      const isNew = shown.messages.every(({ id }) => id !== message.id);
      const next = withMessage(shown, message);
      // The user's own message, and an answer they asked for anew, are theirs to see.
      const isAskedFor = isNew && (message.role === 'user' || (message.role === 'assistant' && message.siblings.length > 1));
      return { ...shown, ...next, wish: isAskedFor ? { kind: 'end' } : shown.wish };
    });
  });
  on('history.changed', (conversations) => {
    for (const conversation of conversations) change(conversation.id, (shown) => ({ ...shown, conversation }));
  });
  on('history.purged', (ids) => {
    const shown = store.read();
    if (shown.kind === 'open' && ids.includes(shown.conversation.id)) openNew();
  });

  const openNew = () => {
    opened += 1;
    store.write({ kind: 'new' });
  };

  const open = async (id: string, at: string | null = null) => {
    opened += 1;
    const own = opened;
    const before = store.read();
    // The same conversation stays in sight until its other branch is there.
    if (before.kind !== 'open' || before.conversation.id !== id) store.write({ kind: 'opening', id });
    const result = await call('history.open', { id, at, limit: firstPageSize });
    if (own !== opened) return;
    if (!result.ok) store.write({ kind: 'failed', id, failure: result.failure });
    else store.write({ kind: 'open', ...result.value, wish: at === null ? { kind: 'end' } : { kind: 'message', id: at } });
  };

  const loadOne = async (direction: 'older' | 'newer', shown: OpenConversation, edge: string) => {
    const own = opened;
    const { id } = shown.conversation;
    const result =
      direction === 'older'
        ? await call('history.older', { id, before: edge, limit: nextStretch })
        : await call('history.newer', { id, after: edge, limit: nextStretch });
    if (own !== opened) return;
    if (!result.ok) onFailure(result.failure);
    else change(id, (now) => ({ ...now, ...(direction === 'older' ? withOlder(now, result.value) : withNewer(now, result.value)) }));
  };

  /** One at a time: who asks meanwhile waits for what is under way. */
  const load = (direction: 'older' | 'newer'): Promise<void> => {
    if (loading !== undefined) return loading;
    const shown = store.read();
    if (shown.kind !== 'open' || !(direction === 'older' ? shown.hasOlder : shown.hasNewer)) return Promise.resolve();
    const edge = direction === 'older' ? shown.messages[0] : shown.messages.at(-1);
    if (edge === undefined) return Promise.resolve();
    loading = loadOne(direction, shown, edge.id).finally(() => {
      loading = undefined;
    });
    return loading;
  };

  const loadAll = async (signal: AbortSignal) => {
    for (let before: CurrentConversation | undefined; !signal.aborted;) {
      const now = store.read();
      // Nothing came: it failed, and that was told.
      if (now.kind !== 'open' || now === before || !(now.hasOlder || now.hasNewer)) return;
      before = now;
      await load(now.hasOlder ? 'older' : 'newer');
    }
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    openNew,
    open,
    loadOlder: () => load('older'),
    loadNewer: () => load('newer'),
    loadAll,
  };
}
