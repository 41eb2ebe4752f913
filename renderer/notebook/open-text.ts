import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { Conversation, ConversationSettings } from '../../electron/contract/history.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { createLeftTexts } from './left-texts.ts';
import { createNotebookDraft, type RestoredNotebook } from './notebook-draft.ts';
import { emptyNotebookText, type NotebookText } from '../../electron/presentation/notebook-text.ts';
import { createUndoHistory, isUnsaved, type Position, type SavedPlace, type UndoHistory } from './undo-history.ts';

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
  const left = createLeftTexts(call);
  let areLeftRestored = false;
  /** Texts that the user emptied before leaving them, and conversations deleted for good. Undo doesn't return there after a restart. */
  const emptied = new WeakSet<SavedPlace>();
  const purgedIds = new Set<string | null>();
  let place: SavedPlace = { conversationId: null };
  /** The text at the message that it follows. Anything else is an edit that is saved nowhere. */
  let savedText = '';
  let generation = 0;

  on('history.changed', (changed) => {
    const newest = changed.find(({ id }) => id === conversation.read()?.id);
    if (newest !== undefined) conversation.write(newest);
  });

  const position: OpenText['position'] = (other = { text: text.read(), nodeId: nodeId.read(), savedText }) => ({ ...other, place });
  const hasUnsavedText = (): boolean => isUnsaved(position());
  const saveDraft = (isGrowing = false): void => {
    draft.save(text.read(), { keptId: place.conversationId, nodeId: nodeId.read(), isGrowing });
  };
  const leaveFor = (next: SavedPlace): void => {
    if (text.read().text === '') emptied.add(place);
    else emptied.delete(place);
    place = next;
  };
  const isDiscarded = (each: Position): boolean => emptied.has(each.place) || purgedIds.has(each.place.conversationId);
  /** Saves the other texts that Undo returns to. The open one is in the draft. */
  const saveLeft = (): void => {
    if (areLeftRestored) left.save(undo.unsaved().filter((each) => each.place !== place && !isDiscarded(each)));
  };
  const flushDraft = (): void => {
    draft.flush();
    left.flush();
  };
  undo.state.subscribe(saveLeft);
  on('history.purged', (ids) => {
    for (const id of ids) purgedIds.add(id);
    undo.forget(ids);
  });
  const restoreLeft = async (): Promise<void> => {
    const positions = await left.restored;
    areLeftRestored = true;
    undo.restore(positions);
  };
  void restoreLeft();
  const write = (next: NotebookText): void => {
    text.write(next);
    saveDraft();
  };
  const readConversation = async (id: string): Promise<void> => {
    const opened = await call('history.open', { id, at: null, limit: 1 });
    if (opened.ok && place.conversationId === id) conversation.write(opened.value.conversation);
  };
  on('link.restored', () => {
    if (place.conversationId !== null) void readConversation(place.conversationId);
  });
  const moveTo = (next: Position): void => {
    generation += 1;
    if (next.place !== place) {
      leaveFor(next.place);
      saveLeft();
      conversation.write(null);
      if (place.conversationId !== null) void readConversation(place.conversationId);
    }
    nodeId.write(next.nodeId);
    ({ savedText } = next);
    write(next.text);
  };
  const destination = () => {
    const { conversationId } = place;
    const folder = conversationId === null ? folderForNew() : undefined;
    return { conversationId, parentId: nodeId.read(), ...(folder !== undefined && { folder }) };
  };
  const attachById = (id: string): Promise<void> => {
    generation += 1;
    place.conversationId = id;
    return readConversation(id);
  };

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
    write,
    show: text.write,
    moveTo,
    markSaved: () => {
      savedText = text.read().text;
    },
    attach: (opened) => {
      generation += 1;
      if (place.conversationId !== opened.id) leaveFor({ conversationId: opened.id });
      conversation.write(opened);
      settings.write(opened.settings);
    },
    attachById,
    startNew: (first) => {
      undo.reset(hasUnsavedText() ? [position()] : []);
      moveTo({ text: first, nodeId: null, savedText: '', place: { conversationId: null } });
      flushDraft();
    },
    destination,
    save: async () => {
      const { text: whole } = text.read();
      if (whole === '') return false;
      if (whole === savedText && place.conversationId !== null) return true;
      const requested = generation;
      const result = await call('notebook.saveText', { ...destination(), prompt: whole, settings: settings.read() });
      if (!result.ok) {
        report(result.failure);
        return false;
      }
      if (generation !== requested) return false;
      nodeId.write(result.value.messageId);
      savedText = whole;
      const attached = attachById(result.value.conversationId);
      saveDraft();
      await attached;
      return place.conversationId === result.value.conversationId;
    },
    saveDraft,
    flushDraft,
    restored: draft.restored,
  };
}
