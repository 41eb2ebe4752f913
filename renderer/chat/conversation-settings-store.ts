import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import type { Call } from '../bridge/bridge.ts';
import { onSaveNow } from '../state/draft-store.ts';
import { createStore, type Store } from '../state/store.ts';
import { currentConversationId, type CurrentConversation } from './conversation-store.ts';

/** The settings of the current conversation. Changes apply at once and are saved after a pause. */
export type ConversationSettingsStore = ReturnType<typeof createConversationSettings>;

const saveDelayMs = 400;
const retryDelayMs = 5000;

/** Creates the store. A new conversation starts with the last used model. */
export function createConversationSettings(call: Call, conversation: Store<CurrentConversation>, onFailure: (failure: Failure) => void) {
  /** The conversation that the settings belong to. It isn't the current one while that is opening. */
  const ownerId = createStore(currentConversationId(conversation.read()));
  let own: ConversationSettings = plainConversationSettings;
  const shown = createStore(own);
  /** Whether the owner has not been opened from the history yet. */
  let isNew = true;
  /** What was changed for the new conversation, kept while another one is open. */
  let newChanges: { readonly id: string; readonly change: Partial<ConversationSettings> } | undefined;
  /** A model chosen for a conversation that is still opening. */
  let openingModel: { readonly id: string; readonly model: string | null } | undefined;
  let isUnsaved = false;
  /** The newest save of the owner, until it is confirmed. Events may bring older settings until then. */
  let saving: Promise<unknown> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the last save failed, which is reported once. */
  let hasFailed = false;
  /** Settings whose save failed after another conversation was shown. They are saved when theirs is opened again. */
  const notSaved = new Map<string, ConversationSettings>();

  const save = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (!isUnsaved || isNew) return;
    isUnsaved = false;
    const id = ownerId.read();
    const settings = own;
    const request = call('history.change', { id, change: { settings } });
    saving = request;
    const result = await request;
    if (saving === request) saving = undefined;
    if (!result.ok) {
      if (!hasFailed) onFailure(result.failure);
      if (id !== ownerId.read()) notSaved.set(id, settings);
      else if (!isUnsaved) saveLater(retryDelayMs);
    }
    hasFailed = !result.ok;
  };

  const write = (settings: ConversationSettings) => {
    own = settings;
    shown.write(own);
  };

  const saveLater = (delayMs = saveDelayMs) => {
    isUnsaved = true;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delayMs);
  };

  const showOther = (current: CurrentConversation, id: string) => {
    void save();
    isUnsaved = false;
    saving = undefined;
    const start = { ...plainConversationSettings, model: own.model, ...(newChanges?.id === id && newChanges.change) };
    write(notSaved.get(id) ?? (current.kind === 'open' ? current.conversation.settings : start));
    ownerId.write(id);
    if (notSaved.delete(id)) saveLater();
  };

  conversation.subscribe(() => {
    const current = conversation.read();
    if (current.kind === 'opening' || current.kind === 'failed') {
      void save(); // before its model is chosen
      return;
    }
    const id = currentConversationId(current);
    const chosen = openingModel;
    openingModel = undefined;
    const isOther = id !== ownerId.read();
    if (isOther) showOther(current, id);
    isNew = current.kind === 'new';
    if (isOther && chosen?.id === id) {
      write({ ...own, model: chosen.model });
      saveLater();
    } else if (current.kind === 'open' && !isUnsaved && saving === undefined) write(current.conversation.settings);
    else shown.write(own);
    if (isUnsaved && !isNew && timer === undefined) saveLater(); // changed while it was sent
  });

  onSaveNow(() => void save());

  return {
    read: shown.read,
    subscribe: shown.subscribe,
    /** The id of the conversation that they belong to. While it isn't the current one, only the model can be changed. */
    ownerId: { read: ownerId.read, subscribe: ownerId.subscribe },
    /** Saves unsaved changes now. */
    flush: () => void save(),
    /** Call when a new conversation is sent with this model. Later changes are saved once it is open. */
    markSent: (model: string) => {
      write({ ...own, model });
      isUnsaved = false;
    },
    change: (change: Partial<ConversationSettings>) => {
      const id = currentConversationId(conversation.read());
      if (id !== ownerId.read()) {
        if (change.model === undefined) return; // other changes are based on the settings of the conversation before
        openingModel = { id, model: change.model };
        shown.write({ ...own, model: change.model });
        return;
      }
      write({ ...own, ...change });
      isUnsaved = true;
      if (isNew) newChanges = { id, change: { ...(newChanges?.id === id && newChanges.change), ...change } };
      else saveLater();
    },
  };
}
