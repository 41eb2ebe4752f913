import { newConversationKey } from '../../electron/contract/constants.ts';
import { ok, type Failure, type Result } from '../../electron/contract/failure.ts';
import type { Conversation, StoredMessage, MessagePage } from '../../electron/contract/history.ts';
import { newId, type Call, type TypedBridge } from '../bridge/bridge.ts';
import { createStore } from '../state/store.ts';
import { nextInput } from '../state/pending-request.ts';

/** What to scroll to. Each object is one request. A message is also focused, unless `input` is aborted: the user has moved on. */
type ScrollTarget = { readonly kind: 'end' } | { readonly kind: 'message'; readonly id: string; readonly input: AbortSignal };

/** A conversation with the loaded part of its messages. */
export interface OpenConversation extends MessageWindow {
  readonly kind: 'open';
  readonly conversation: Conversation;
  readonly scrollTarget: ScrollTarget;
}

/** The state of the chat's conversation. */
export type CurrentConversation =
  | { readonly kind: 'new'; readonly id: string }
  | { readonly kind: 'opening'; readonly id: string }
  | { readonly kind: 'failed'; readonly id: string; readonly failure: Failure }
  | OpenConversation;

/** Returns the id, which a new conversation has too. */
export function currentConversationId(shown: CurrentConversation): string {
  return shown.kind === 'open' ? shown.conversation.id : shown.id;
}

/** Whether the current conversation is in the trash. */
export function isInTrash(shown: CurrentConversation): boolean {
  return shown.kind === 'open' && shown.conversation.trashedAt !== null;
}

/** The current conversation, as far as it is loaded. The main process owns it. */
export type ConversationStore = ReturnType<typeof createConversationStore>;

const firstPageSize = 60;
const nextPageSize = 120;

/** Reads the id of the conversation that was not sent when the last window closed, because its draft is saved under it. */
export async function readUnsentId(call: Call): Promise<string | undefined> {
  const saved = await call('drafts.read', { key: newConversationKey });
  return saved.ok ? (saved.value.text ?? undefined) : undefined;
}

/** Creates the store with a new conversation. */
export function createConversationStore({ call, on }: TypedBridge, onFailure: (failure: Failure) => void, unsentId?: string) {
  let nextId = unsentId ?? newId();
  const saveNextId = () => void call('drafts.keep', { key: newConversationKey, text: nextId });
  if (unsentId === undefined) saveNextId();
  const store = createStore<CurrentConversation>({ kind: 'new', id: nextId });
  /** Incremented by each open, so that late responses can be ignored. */
  let openCount = 0;
  let opening: Promise<void> | undefined;
  let loading: Promise<boolean> | undefined;
  /** Messages that changed while their conversation is being opened, and may be newer than what was read. */
  let changedWhileOpening: StoredMessage[] | undefined;

  const change = (id: string, next: (shown: OpenConversation) => OpenConversation) => {
    const shown = store.read();
    if (shown.kind === 'open' && shown.conversation.id === id) store.write(next(shown));
  };

  on('chat.message', (message) => {
    changedWhileOpening?.push(message);
    change(message.conversationId, (shown) => {
      const next = withMessage(shown, message);
      if (next === shown) return shown;
      const isNew = shown.messages.every(({ id }) => id !== message.id);
      // The user wants to see their own message, and an answer they asked to regenerate.
      const isAskedFor = isNew && (message.role === 'user' || (message.role === 'assistant' && message.siblings.length > 1));
      return { ...shown, ...next, scrollTarget: isAskedFor ? { kind: 'end' } : shown.scrollTarget };
    });
  });
  on('history.changed', (conversations) => {
    for (const conversation of conversations) change(conversation.id, (shown) => ({ ...shown, conversation }));
    if (conversations.every(({ id }) => id !== nextId)) return;
    const sentId = nextId; // by another window, which had restored the same draft
    nextId = newId();
    saveNextId();
    if (currentConversationId(store.read()) === sentId) void open(sentId);
  });
  on('history.purged', (ids) => {
    const shown = store.read();
    if (shown.kind === 'open' && ids.includes(shown.conversation.id)) openNew();
  });

  const openNew = () => {
    openCount += 1;
    changedWhileOpening = undefined;
    store.write({ kind: 'new', id: nextId });
  };

  /** Reads a page of a conversation, with what changed meanwhile. Undefined if another one was read since. */
  const read = async (id: string, at: string | null): Promise<Result<MessagePage> | undefined> => {
    openCount += 1;
    const ownCount = openCount;
    const changed: StoredMessage[] = [];
    changedWhileOpening = changed;
    const result = await call('history.open', { id, at, limit: firstPageSize });
    if (ownCount !== openCount) return undefined;
    changedWhileOpening = undefined;
    if (!result.ok) return result;
    const messages = changed.filter(({ conversationId }) => conversationId === id).reduce<MessageWindow>(withChanged, result.value);
    return ok({ ...result.value, ...messages });
  };

  const openAt = async (id: string, at: string | null, input: AbortSignal): Promise<void> => {
    const before = store.read();
    // The conversation stays visible until its other branch is loaded.
    if (before.kind !== 'open' || before.conversation.id !== id) store.write({ kind: 'opening', id });
    const result = await read(id, at);
    if (result?.ok === true) {
      const scrollTarget: ScrollTarget = at === null ? { kind: 'end' } : { kind: 'message', id: at, input };
      store.write({ kind: 'open', ...result.value, scrollTarget });
    } else if (result) store.write({ kind: 'failed', id, failure: result.failure });
  };

  /**
   * Opens a conversation at its end or at a message, whose branch becomes the current one. `input` is aborted by the first input since
   * the user asked for it. Pass it if that was before this call.
   */
  const open = (id: string, at: string | null = null, input = nextInput()): Promise<void> => {
    opening = openAt(id, at, input);
    return opening;
  };

  /** Reads the end again, because messages may have been missed. A window that is further up shows no new ones. */
  const readEndAgain = async () => {
    await loading;
    const shown = store.read();
    if (shown.kind !== 'open' || shown.hasNewer || changedWhileOpening !== undefined) return;
    const { id } = shown.conversation;
    const result = await read(id, null);
    if (result?.ok === true) change(id, (now) => ({ ...now, ...result.value, ...withEnd(now, result.value) }));
  };
  on('link.restored', () => void readEndAgain());

  const loadPage = async (direction: 'older' | 'newer', shown: OpenConversation, edge: string) => {
    const own = openCount;
    const { id } = shown.conversation;
    const result =
      direction === 'older'
        ? await call('history.older', { id, before: edge, limit: nextPageSize })
        : await call('history.newer', { id, after: edge, limit: nextPageSize });
    if (own !== openCount) return true; // another branch is shown, or about to be
    if (result.ok) change(id, (now) => ({ ...now, ...withPage(now, result.value, direction) }));
    else onFailure(result.failure);
    return result.ok;
  };

  /** Loads one page at a time. Concurrent callers share the running request. Returns false if there is nothing more, or it has failed. */
  const load = (direction: 'older' | 'newer'): Promise<boolean> => {
    if (loading !== undefined) return loading;
    const shown = store.read();
    if (shown.kind !== 'open' || !(direction === 'older' ? shown.hasOlder : shown.hasNewer)) return Promise.resolve(false);
    const edge = direction === 'older' ? shown.messages[0] : shown.messages.at(-1);
    if (edge === undefined) return Promise.resolve(false);
    loading = loadPage(direction, shown, edge.id).finally(() => {
      loading = undefined;
    });
    return loading;
  };

  /** Loads the whole current branch unless aborted. */
  const loadAll = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      if (changedWhileOpening !== undefined) await opening; // another version, whose messages replace these
      const now = store.read();
      if (now.kind !== 'open' || !(await load(now.hasOlder ? 'older' : 'newer'))) return;
    }
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    openNew,
    /** Call when the new conversation is sent, so that the next one gets another id. */
    beginNext: () => {
      nextId = newId();
    },
    /** Call with the reply. A failed conversation stays the new one, unless the next one is open already: then it returns false. */
    confirmSent: (id: string, isSent: boolean): boolean => {
      const shown = store.read();
      if (isSent) saveNextId();
      else if (shown.kind === 'new' && shown.id !== id) return false;
      else nextId = id;
      return true;
    },
    open,
    loadOlder: () => load('older'),
    loadNewer: () => load('newer'),
    loadAll,
  };
}

/** The loaded part of a conversation's branch. */
export type MessageWindow = Pick<MessagePage, 'messages' | 'hasOlder' | 'hasNewer'>;

/**
 * Returns the window after a message was added or changed. A new message whose parent is not the last one starts another
 * branch and replaces what followed the parent. A message whose parent is not loaded belongs further down, and one that
 * the shown sibling lists belongs to a branch that the user has left.
 */
export function withMessage(window: MessageWindow, message: StoredMessage): MessageWindow {
  const { messages } = window;
  const index = messages.findIndex(({ id }) => id === message.id);
  if (index >= 0) return { ...window, messages: messages.with(index, message) };
  if (message.parentId === null && window.hasOlder) return window;
  const parent = messages.findIndex(({ id }) => id === message.parentId);
  if (messages[parent + 1]?.siblings.includes(message.id)) return window;
  if (message.parentId === null) return { messages: [message], hasOlder: false, hasNewer: false };
  if (parent < 0 || (window.hasNewer && parent === messages.length - 1 && message.siblings.length <= 1)) return window;
  return { messages: [...messages.slice(0, parent + 1), message], hasOlder: window.hasOlder, hasNewer: false };
}

/** Returns the window after a message of its own branch was added or changed. Other branches don't replace it. */
function withChanged(window: MessageWindow, message: StoredMessage): MessageWindow {
  const isOwn = message.parentId === window.messages.at(-1)?.id || window.messages.some(({ id }) => id === message.id);
  return isOwn ? withMessage(window, message) : window;
}

/** Returns the window with its end replaced by a page that was read later, or the page alone if they don't meet. */
function withEnd(window: MessageWindow, page: MessageWindow): MessageWindow {
  const start = window.messages.findIndex(({ id }) => id === page.messages[0]?.id);
  return start < 0 ? page : { ...page, messages: [...window.messages.slice(0, start), ...page.messages], hasOlder: window.hasOlder };
}

/** Returns the window with an older page before it or a newer one after it. */
export function withPage(window: MessageWindow, page: MessageWindow, direction: 'older' | 'newer'): MessageWindow {
  const knownIds = new Set(window.messages.map(({ id }) => id));
  const messages = page.messages.filter(({ id }) => !knownIds.has(id));
  return direction === 'older'
    ? { messages: [...messages, ...window.messages], hasOlder: page.hasOlder, hasNewer: window.hasNewer }
    : { messages: [...window.messages, ...messages], hasOlder: window.hasOlder, hasNewer: page.hasNewer };
}
