import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import type { Call } from '../bridge/bridge.ts';
import { onSaveNow } from '../state/draft-store.ts';
import { createStore, type Store } from '../state/store.ts';
import { currentConversationId, type CurrentConversation } from './conversation-store.ts';

/** The settings of the current conversation. Changes apply at once and are saved after a pause. */
export interface ConversationSettingsStore extends Store<ConversationSettings> {
  readonly change: (change: Partial<ConversationSettings>) => void;
  /** True while another conversation is opening or can't be opened. Only its model can be changed then. */
  readonly isReadOnly: Store<boolean>;
  /** Changes when another conversation's settings are shown, but not when a new conversation gets its id. */
  readonly switchCount: Store<number>;
  /** Call after a new conversation was sent, so that the next one starts without its settings. */
  readonly forgetNew: () => void;
  /** Call before a sent conversation is opened by its id, so that it keeps what was changed since it had the settings `sent`. */
  readonly moveNewTo: (id: string, sent: ConversationSettings) => void;
  /** Saves unsaved changes now. */
  readonly flush: () => void;
}

const saveDelayMs = 400;

/** Creates the store. A new conversation starts with the last used model. */
export function createConversationSettings(
  call: Call,
  conversation: Store<CurrentConversation>,
  onFailure: (failure: Failure) => void,
): ConversationSettingsStore {
  const store = createStore<ConversationSettings>(plainConversationSettings);
  /** The conversation these settings belong to, or null for a new one. */
  let owner: string | null = null;
  /** Changed for the new conversation, and kept while another one is open. */
  let newSettings: Partial<ConversationSettings> = {};
  let movedNew: { readonly id: string; readonly sent: ConversationSettings } | undefined;
  /** Chosen for a conversation that isn't open yet, while these settings were shown. */
  let pendingModel: { readonly id: string | null; readonly model: string | null; readonly shown: ConversationSettings } | undefined;
  const isReadOnly = createStore(false);
  const switchCount = createStore(0);
  let isUnsaved = false;
  /** The newest save of the owner, until it is confirmed. Events may bring older settings until then. */
  let saving: Promise<unknown> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = async () => {
    clearTimeout(timer);
    if (!isUnsaved || owner === null) return;
    isUnsaved = false;
    const own = call('history.change', { id: owner, change: { settings: store.read() } });
    saving = own;
    const result = await own;
    if (saving === own) saving = undefined;
    if (!result.ok) onFailure(result.failure);
  };

  const saveLater = () => {
    isUnsaved = true;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), saveDelayMs);
  };

  /** Shows the stored settings of a conversation that was new until now, with what was changed since it was sent. */
  const finishMove = (stored: ConversationSettings, sent: ConversationSettings, now: ConversationSettings) => {
    const changed = changesSince(sent, now);
    newSettings = {};
    store.write({ ...stored, ...changed });
    if (Object.keys(changed).length > 0) saveLater();
  };

  conversation.subscribe(() => {
    const shown = conversation.read();
    const isOpening = shown.kind === 'opening' || shown.kind === 'failed';
    isReadOnly.write(isOpening && shown.id !== owner && shown.id !== movedNew?.id);
    if (isOpening) {
      void save(); // before its model is chosen
      return;
    }
    const next = shown.kind === 'open' ? shown.conversation.id : null;
    const pending = pendingModel;
    pendingModel = undefined;
    const before = pending?.shown ?? store.read();
    if (next !== owner) {
      void save();
      isUnsaved = false;
      saving = undefined;
      const moved = owner === null && movedNew?.id === next ? movedNew : undefined;
      movedNew = undefined;
      owner = next;
      if (shown.kind === 'open' && moved !== undefined) {
        finishMove(shown.conversation.settings, moved.sent, before);
        return;
      }
      switchCount.write(switchCount.read() + 1);
      const { model } = before;
      const settings = shown.kind === 'open' ? shown.conversation.settings : { ...plainConversationSettings, model, ...newSettings };
      if (pending === undefined || pending.id !== next) store.write(settings);
      else {
        store.write({ ...settings, model: pending.model });
        saveLater();
      }
    } else if (pending !== undefined) store.write(before);
    else if (shown.kind === 'open' && !isUnsaved && saving === undefined) store.write(shown.conversation.settings);
  });

  onSaveNow(() => void save());

  return {
    read: store.read,
    subscribe: store.subscribe,
    isReadOnly,
    switchCount,
    flush: () => void save(),
    forgetNew: () => {
      newSettings = {};
    },
    moveNewTo: (id, sent) => {
      movedNew = { id, sent };
    },
    change: (change) => {
      if (isReadOnly.read()) {
        if (change.model === undefined) return; // other changes are based on the settings of the conversation before
        const id = currentConversationId(conversation.read());
        pendingModel = { id, model: change.model, shown: pendingModel?.shown ?? store.read() };
        store.write({ ...store.read(), model: change.model });
        return;
      }
      store.write({ ...store.read(), ...change });
      if (owner === null) {
        newSettings = { ...newSettings, ...change };
        return;
      }
      saveLater();
    },
  };
}

function changesSince(before: ConversationSettings, now: ConversationSettings): Partial<ConversationSettings> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => before[name as keyof ConversationSettings] !== value));
}
