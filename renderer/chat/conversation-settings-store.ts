import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import type { Call } from '../bridge/bridge.ts';
import { onSaveNow } from '../state/draft-store.ts';
import { createStore, type Store } from '../state/store.ts';
import type { CurrentConversation } from './conversation-store.ts';

/** What the shown conversation asks with: shown at once when changed, kept after a pause. */
export interface ConversationSettingsStore extends Store<ConversationSettings> {
  readonly change: (change: Partial<ConversationSettings>) => void;
  /** Keeps what is not kept yet. */
  readonly flush: () => void;
}

const pauseBeforeKeeping = 400;

/** Makes the store over the shown conversation. A new one begins with the model that was used last. */
export function createConversationSettings(
  call: Call,
  conversation: Store<CurrentConversation>,
  onFailure: (failure: Failure) => void,
): ConversationSettingsStore {
  const store = createStore<ConversationSettings>(plainConversationSettings);
  /** Whose settings these are; null: those of a conversation that has not begun. */
  let owner: string | null = null;
  let isUnkept = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keep = async () => {
    clearTimeout(timer);
    if (!isUnkept || owner === null) return;
    isUnkept = false;
    const result = await call('history.change', { id: owner, change: { settings: store.read() } });
    if (!result.ok) onFailure(result.failure);
  };

  conversation.subscribe(() => {
    const shown = conversation.read();
    if (shown.kind === 'opening' || shown.kind === 'failed') return;
    const next = shown.kind === 'open' ? shown.conversation.id : null;
    if (next !== owner) {
      void keep();
      isUnkept = false;
      owner = next;
      store.write(shown.kind === 'open' ? shown.conversation.settings : { ...plainConversationSettings, model: store.read().model });
    } else if (shown.kind === 'open' && !isUnkept) store.write(shown.conversation.settings);
  });

  onSaveNow(() => void keep());

  return {
    read: store.read,
    subscribe: store.subscribe,
    flush: () => void keep(),
    change: (change) => {
      store.write({ ...store.read(), ...change });
      if (owner === null) return;
      isUnkept = true;
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), pauseBeforeKeeping);
    },
  };
}
