import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { Conversation, ConversationSettings } from '../../electron/contract/history.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { createNotebookDraft, type RestoredNotebook } from './notebook-draft.ts';
import { emptyNotebookText, type NotebookText } from '../../electron/contract/notebook-text.ts';
import { createUndoHistory, isKept, isUnsaved, type Position, type SavedPlace, type UndoHistory } from './undo-history.ts';

/** The text in the editor, and where it is saved. */
export interface OpenText {
  readonly text: Store<NotebookText>;
  /** The message that the text follows, or null. */
  readonly nodeId: WritableStore<string | null>;
  /** The saved conversation, or null if nothing is saved yet. */
  readonly conversation: Store<Conversation | null>;
  readonly settings: WritableStore<ConversationSettings>;
  readonly undo: UndoHistory;
  /** The saved conversation's id, known before the conversation is read. */
  readonly conversationId: () => string | null;
  /** The current position, or another one of the same text. */
  readonly position: (other?: Omit<Position, 'place'>) => Position;
  /** Changes when another text or position is opened. Replies to requests for an earlier one are to be ignored. */
  readonly generation: () => number;
  /** Whether another text would replace one that is saved nowhere. */
  readonly hasUnsavedText: () => boolean;
  /** Saves edits before another text replaces them. Returns false if they can't be saved, or another one was opened meanwhile. */
  readonly autosave: () => Promise<boolean>;
  /** The position that Undo returns to after another text is opened: none if the user has saved the text. */
  readonly positionToKeep: () => readonly Position[];
  /** Changes the text and saves the draft. */
  readonly write: (text: NotebookText) => void;
  /** Changes the text without saving the draft: the main process saves what the model writes. */
  readonly show: (text: NotebookText) => void;
  readonly moveTo: (position: Position) => void;
  /** Declares the current text saved, also one that the model is still writing. */
  readonly markSaved: () => void;
  /** Makes a saved conversation the one that is open. */
  readonly attach: (conversation: Conversation) => void;
  /** Declares the text saved in a conversation, and reads it. */
  readonly attachById: (id: string) => Promise<void>;
  /** Saves a text that was left unsaved. */
  readonly saveLeft: (left: Position) => Promise<void>;
  /** Notes that a text is saved, below a message, also if it was left meanwhile. */
  readonly noteSaved: (saved: Position, conversationId: string, messageId: string | null) => void;
  /** Starts a text that belongs to no conversation. */
  readonly startNew: (text: NotebookText) => void;
  /** Where a new message goes. */
  readonly destination: () => { readonly conversationId: string | null; readonly parentId: string | null; readonly folder?: string };
  /** Saves edits as a branch. Returns whether the text is saved now, and still open. */
  readonly save: () => Promise<boolean>;
  readonly saveDraft: (isGrowing?: boolean) => void;
  readonly flushDraft: () => void;
  /** The draft saved before. */
  readonly restored: Promise<RestoredNotebook>;
}

const defaultSettings: ConversationSettings = { ...plainConversationSettings, parameters: { maxTokens: 256, logprobs: 10 } };

/** Creates an empty text. `folderForNew` returns the folder for a new conversation. */
export function createOpenText({ bridge: { call, on }, report }: Session, folderForNew: () => string | undefined): OpenText {
  const text = createStore(emptyNotebookText);
  const nodeId = createStore<string | null>(null);
  const conversation = createStore<Conversation | null>(null);
  const settings = createStore(defaultSettings);
  const undo = createUndoHistory();
  const draft = createNotebookDraft(call);
  let place: SavedPlace = { conversationId: null };
  /** The text at the message that it follows. Anything else is an edit that is saved nowhere. */
  let savedText = '';
  let isAutosaved = false;
  let generation = 0;
  let saving: Promise<undefined> | undefined;

  on('history.changed', (changed) => {
    const newest = changed.find(({ id }) => id === conversation.read()?.id);
    if (newest !== undefined) conversation.write(newest);
  });

  const position: OpenText['position'] = (other = { text: text.read(), nodeId: nodeId.read(), savedText, isAutosaved }) => ({
    ...other,
    place,
  });
  const positionToKeep = (): readonly Position[] => [position()].filter(isKept);
  const hasUnsavedText = (): boolean => isUnsaved(position());
  const saveDraft = (isGrowing = false): void => {
    draft.save(text.read(), { keptId: place.conversationId, nodeId: nodeId.read(), isGrowing });
  };
  const write = (next: NotebookText): void => {
    text.write(next);
    saveDraft();
  };
  const readConversation = async (id: string): Promise<void> => {
    const opened = await call('history.open', { id, at: null, limit: 1 });
    if (opened.ok && place.conversationId === id) conversation.write(opened.value.conversation);
  };
  const moveTo = (next: Position): void => {
    generation += 1;
    if (next.place !== place) {
      ({ place } = next);
      conversation.write(null);
      if (place.conversationId !== null) void readConversation(place.conversationId);
    }
    nodeId.write(next.nodeId);
    ({ savedText, isAutosaved = false } = next);
    write(next.text);
  };
  const destination = ({ place: { conversationId }, nodeId: parentId } = position()) => {
    const folder = conversationId === null ? folderForNew() : undefined;
    return { conversationId, parentId, ...(folder !== undefined && { folder }) };
  };
  const attachById = (id: string): Promise<void> => {
    generation += 1;
    place.conversationId = id;
    return readConversation(id);
  };
  const noteSaved: OpenText['noteSaved'] = (saved, conversationId, messageId) => {
    saved.place.conversationId = conversationId;
    undo.markSaved(saved, messageId);
    if (place !== saved.place || nodeId.read() !== saved.nodeId || savedText !== saved.savedText) return;
    nodeId.write(messageId);
    savedText = saved.text.text;
    generation += 1;
    saveDraft();
  };
  /** Saves one text at a time, because a new one gets its conversation by being saved. */
  const saveInTurn = async (find: () => Position): Promise<boolean> => {
    if (saving !== undefined) {
      await saving;
      return saveInTurn(find);
    }
    const saved = find();
    if (!isUnsaved(saved)) return true;
    const done = Promise.withResolvers<undefined>();
    saving = done.promise;
    const result = await call('chat.saveText', { ...destination(saved), prompt: saved.text.text, settings: settings.read() });
    saving = undefined;
    done.resolve(undefined);
    if (result.ok) noteSaved(saved, result.value.conversationId, result.value.messageId);
    else report(result.failure);
    return result.ok && place === saved.place;
  };
  const isInTrash = (): boolean => (conversation.read()?.trashedAt ?? null) !== null;
  const isBlank = (): boolean => text.read().text.trim() === '';

  return {
    text,
    nodeId,
    conversation,
    settings,
    undo,
    conversationId: () => place.conversationId,
    position,
    generation: () => generation,
    hasUnsavedText,
    autosave: async () => {
      if (!hasUnsavedText()) return true;
      // What was typed meanwhile is saved too. The user has discarded a text in the trash.
      while (hasUnsavedText() && !isBlank() && !isInTrash()) if (!(await saveInTurn(position))) return false;
      isAutosaved = true;
      if (conversation.read() === null && place.conversationId !== null) void readConversation(place.conversationId);
      return true;
    },
    positionToKeep,
    write,
    show: text.write,
    moveTo,
    markSaved: () => {
      savedText = text.read().text;
      isAutosaved = false;
    },
    attach: (opened) => {
      generation += 1;
      if (place.conversationId !== opened.id) {
        place = { conversationId: opened.id };
        isAutosaved = false;
      }
      conversation.write(opened);
      settings.write(opened.settings);
    },
    attachById,
    saveLeft: async (left) => {
      if (left.text.text.trim() !== '') await saveInTurn(() => left);
    },
    noteSaved,
    startNew: (first) => {
      undo.reset(positionToKeep());
      moveTo({ text: first, nodeId: null, savedText: '', place: { conversationId: null } });
      draft.flush();
    },
    destination: () => destination(),
    save: async () => {
      const { text: whole } = text.read();
      if (whole === '') return false;
      if (whole === savedText && place.conversationId !== null) return true;
      if (!(await saveInTurn(position)) || place.conversationId === null) return false;
      const { conversationId } = place;
      await attachById(conversationId);
      return place.conversationId === conversationId;
    },
    saveDraft,
    flushDraft: draft.flush,
    restored: draft.restored,
  };
}
