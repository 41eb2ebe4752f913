import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { Conversation, ConversationSettings } from '../../electron/contract/history.ts';
import { emptyNotebookText, type NotebookText } from '../../electron/presentation/notebook-text.ts';
import { newId } from '../bridge/bridge.ts';
import { onSaveNow } from '../state/draft-store.ts';
import type { Session } from '../state/session.ts';
import { createStore } from '../state/store.ts';
import { createUndoHistory, type Position } from './undo-history.ts';

/** The draft that names the open text and its message, for the next window. */
export const openTextKey = 'notebook';

const saveDelayMs = 300;
const defaultSettings: ConversationSettings = { ...plainConversationSettings, parameters: { maxTokens: 256, logprobs: 10 } };

export type OpenText = ReturnType<typeof createOpenText>;

/**
 * The text in the editor, and where it is saved. Edits are saved at the first pause: they replace the message that the text is saved at
 * while nothing follows it, or else become a branch below it. `folderForNew` returns the folder for a new text.
 */
export function createOpenText({ bridge: { call, on }, report }: Session, folderForNew: () => string | undefined) {
  const text = createStore(emptyNotebookText);
  const nodeId = createStore<string | null>(null);
  const conversation = createStore<Conversation | null>(null);
  const settings = createStore(defaultSettings);
  const undo = createUndoHistory();
  let conversationId = newId();
  let parentId: Position['parentId'];
  let generation = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnsaved = false;
  let hasFailed = false;

  const position = (): Position => ({ conversationId, text: text.read(), nodeId: nodeId.read(), parentId });
  const rememberPosition = (): void => {
    const messageId = nodeId.read();
    void call('drafts.keep', { key: openTextKey, text: messageId === null ? null : `${conversationId}/${messageId}` });
  };
  /** Where the text goes when it is saved or continued. */
  const destination = () => {
    const replaced = parentId === undefined ? null : nodeId.read();
    const folder = folderForNew();
    return {
      conversationId,
      ...(replaced === null ? { messageId: newId(), parentId: nodeId.read() } : { messageId: replaced, parentId: parentId ?? null }),
      ...(folder !== undefined && { folder }),
    };
  };
  const forgetEdits = (): void => {
    clearTimeout(timer);
    isUnsaved = false;
  };
  /** Saves edits. Returns whether all are saved now. */
  const save = async (): Promise<boolean> => {
    const { text: prompt, byModel } = text.read();
    const isNew = parentId === null && conversation.read() === null;
    if (!isUnsaved || (isNew && prompt === '')) return true;
    forgetEdits();
    const place = destination();
    const saving = call('notebook.saveText', { ...place, prompt, byModel, settings: settings.read() });
    rememberPosition(); // after the text, because a page that is being closed may get only the first of the two out
    const result = await saving;
    const isOpen = nodeId.read() === place.messageId;
    if (!result.ok) {
      isUnsaved ||= isOpen;
      if (!hasFailed) report(result.failure); // once, not at every pause
    } else if (isOpen && result.value.messageId !== place.messageId) {
      nodeId.write(result.value.messageId); // another window has continued the text
      rememberPosition();
    }
    hasFailed = !result.ok;
    return result.ok;
  };
  onSaveNow(() => void save());

  /** Saves the text before another one is shown. One that the user has emptied goes. */
  const leave = (): void => {
    if (text.read().text !== '' || parentId !== null) void save();
    else if (conversation.read() !== null) void call('history.purge', { ids: [conversationId] });
    forgetEdits();
  };
  const readConversation = async (id: string): Promise<void> => {
    const opened = await call('history.open', { id, at: null, limit: 1 });
    if (opened.ok && conversationId === id) conversation.write(opened.value.conversation);
  };
  /** Shows a saved text. `opened` is its conversation, if it has been read. */
  const moveTo = (next: Position, opened?: Conversation): void => {
    generation += 1;
    if (next.conversationId === conversationId) void save();
    else {
      leave();
      conversation.write(null);
      if (opened === undefined && next.nodeId !== null) void readConversation(next.conversationId);
    }
    ({ conversationId, parentId } = next);
    if (opened !== undefined) {
      conversation.write(opened);
      settings.write(opened.settings);
    }
    nodeId.write(next.nodeId);
    text.write(next.text);
    rememberPosition();
  };
  const write = (next: NotebookText): void => {
    if (parentId === undefined) {
      parentId = nodeId.read();
      nodeId.write(newId());
    }
    text.write(next);
    isUnsaved = true;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), saveDelayMs);
  };
  const startNew = (): void => moveTo({ conversationId: newId(), text: emptyNotebookText, nodeId: null });

  on('history.changed', (changed) => {
    const newest = changed.find(({ id }) => id === conversationId);
    if (newest !== undefined) conversation.write(newest);
  });
  on('link.restored', () => {
    if (conversation.read() !== null) void readConversation(conversationId);
    void save();
  });
  on('history.purged', (ids) => {
    undo.forget(ids);
    if (!ids.includes(conversationId)) return;
    forgetEdits();
    startNew();
  });

  return {
    text,
    /** The message that the text is saved at, or null if there is none yet. */
    nodeId,
    /** The saved conversation, or null until it is saved or read. */
    conversation,
    settings,
    undo,
    conversationId: () => conversationId,
    position,
    /** Changes when another text or position is opened. Replies to requests for an earlier one are to be ignored. */
    generation: () => generation,
    destination,
    /** Changes the text and saves it at the first pause. */
    write,
    /** Changes the text without saving it: the main process saves what the model writes. */
    show: text.write,
    /** Makes a continuation the message that the text is saved at. */
    follow: (messageId: string): void => {
      generation += 1;
      forgetEdits();
      parentId = undefined;
      nodeId.write(messageId);
      rememberPosition();
    },
    moveTo,
    startNew,
    save,
  };
}
