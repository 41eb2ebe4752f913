import type { ToolCallDecision, CodeLanguage } from '../../electron/contract/chat-turn.ts';
import type { Attachment, StoredMessage } from '../../electron/contract/history.ts';
import type { Image } from '../../electron/contract/image.ts';
import { newId } from '../bridge/bridge.ts';
import { copyText } from '../shared/copy-text.ts';
import { modelsFor, pickModel } from '../state/model-choice.ts';
import { isFocusFree, nextInput } from '../state/pending-request.ts';
import type { Session } from '../state/session.ts';
import { parseAttachments } from './attachment.ts';
import type { ComposerStore } from './composer-store.ts';
import { currentConversationId, type ConversationStore } from './conversation-store.ts';
import { dropsSettings, settingsForModel, withDroppedSettings } from './parameters/settings-for-model.ts';
import type { ConversationSettingsStore } from './conversation-settings-store.ts';
import { chatText } from './text.ts';

/** The user's part of a message. */
export interface MessageContent {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly images: readonly Image[];
}

interface ChatParts {
  readonly conversation: ConversationStore;
  readonly settings: ConversationSettingsStore;
  readonly composerFor: (conversationId: string) => ComposerStore;
  /** Returns false if the user has ended it or edits another message. */
  readonly endEditing: (messageId: string) => boolean;
  readonly focusComposer: () => void;
  /** Focuses a pending tool call if there is one, else the composer. */
  readonly focusNext: () => void;
  /** The folder for a new conversation. */
  readonly folderForNew: () => string | undefined;
}

/** Actions on the current conversation. Each reports its own failure. */
export function createChatActions(
  session: Session,
  { conversation, settings, composerFor, endEditing, focusComposer, focusNext, folderForNew }: ChatParts,
) {
  const { attempt, toaster } = session;
  const { call } = session.bridge;
  /** The conversations with a message on its way. */
  const sending = new Set<string>();

  /**
   * Returns the settings for the next request: with a model, without the options it doesn't support. Undefined if no
   * model is available.
   */
  const resolveSettings = () => {
    const connection = session.connection.read();
    const selectedSettings = settings.read();
    if (connection.state !== 'ready') return undefined;
    const model = pickModel(modelsFor(connection, 'chat'), connection.mode, selectedSettings.model);
    return model === undefined ? undefined : { ...settingsForModel(selectedSettings, model.capabilities), model: model.id };
  };

  const sendTo = async (
    conversationId: string,
    parentId: string | null,
    { text, attachments, images }: MessageContent,
    composer?: ComposerStore,
  ) => {
    const isNew = isShownNew(conversationId);
    const chosen = settings.read();
    const requestSettings = resolveSettings();
    if (requestSettings === undefined || sending.has(conversationId)) return false;
    sending.add(conversationId);
    const folder = isNew ? folderForNew() : undefined;
    if (isNew) {
      conversation.beginNext();
      settings.markSent(requestSettings.model);
    }
    const content = { text, attachments, ...(images.length > 0 && { images }) };
    const turn = { conversationId, messageId: newId(), parentId, ...content, settings: requestSettings };
    const { ok } = await attempt(call('chat.send', { ...turn, ...(folder !== undefined && { folder }) }));
    sending.delete(conversationId);
    if (isNew && !conversation.confirmSent(conversationId, ok)) {
      const next = composerFor(currentConversationId(conversation.read()));
      next.append(text);
      next.attach(attachments);
      next.addImages(images);
    }
    if (!ok) return false;
    composer?.removeSent(text, attachments, images);
    if (isShownNew(conversationId)) await conversation.open(conversationId);
    // Keeps the unsupported options selected for the next model that supports them.
    const isShown = currentConversationId(conversation.read()) === conversationId;
    if (isShown && dropsSettings(requestSettings, chosen)) settings.change(withDroppedSettings(settings.read(), requestSettings, chosen));
    return true;
  };

  const isShownNew = (conversationId: string) => {
    const shown = conversation.read();
    return shown.kind === 'new' && shown.id === conversationId;
  };

  /** Returns where the next message goes, or undefined if the end isn't loaded or the user has opened another conversation meanwhile. */
  const findEnd = async () => {
    const before = conversation.read();
    // The end of a partly loaded conversation has to be loaded first.
    if (before.kind === 'open' && before.hasNewer) await conversation.open(before.conversation.id);
    const shown = conversation.read();
    if (currentConversationId(shown) !== currentConversationId(before)) return undefined;
    if (shown.kind === 'new') return { conversationId: shown.id, parentId: null };
    // The end isn't loaded if another request to open the conversation replaced this one, such as that of a second send.
    if (shown.kind !== 'open' || shown.hasNewer) return undefined;
    return { conversationId: shown.conversation.id, parentId: shown.messages.at(-1)?.id ?? null };
  };

  const undoRemove = async ({ id, conversationId }: StoredMessage) => {
    const before = currentConversationId(conversation.read());
    const input = nextInput();
    if (!(await attempt(call('history.restoreMessage', { messageId: id }))).ok) return;
    // The user may have opened another conversation meanwhile.
    if ([before, conversationId].includes(currentConversationId(conversation.read()))) await conversation.open(conversationId, id, input);
  };

  return {
    /** Sends the composer's draft and removes it once the main process has accepted it. What was typed meanwhile stays. */
    send: async (): Promise<void> => {
      const before = conversation.read();
      const composer = composerFor(currentConversationId(before));
      const text = composer.draft.read().text.trimEnd();
      const attachments = parseAttachments(composer.files.read().text);
      const images = composer.images.read();
      const end = await findEnd();
      if (end === undefined) return;
      await sendTo(end.conversationId, end.parentId, { text, attachments, images }, composer);
      if (!isFocusFree('.composer')) return;
      const isTypingNext = composerFor(currentConversationId(conversation.read())).draft.read().text !== '';
      if (isTypingNext) focusComposer();
      else focusNext();
    },
    /** Sends an edited message as a sibling of the original. */
    sendEdited: async (message: StoredMessage, content: MessageContent): Promise<boolean> => {
      const isSent = await sendTo(message.conversationId, message.parentId, content);
      if (!isSent) return false;
      if (endEditing(message.id) && isFocusFree('form.message')) focusNext();
      return true;
    },
    stop: () => {
      const shown = conversation.read();
      if (shown.kind === 'open') void attempt(call('chat.stop', { conversationId: shown.conversation.id }));
    },
    // The main process reads the saved settings for all of these.
    /** Generates another answer beside this one. A null model means the same model. */
    regenerate: (messageId: string, model: string | null) => {
      settings.flush();
      void attempt(call('chat.regenerate', { messageId, model }));
      // The button with the focus is removed.
      focusComposer();
    },
    continueAnswer: (messageId: string) => {
      settings.flush();
      void attempt(call('chat.continue', { messageId }));
      focusComposer();
    },
    decideCall: async (messageId: string, callId: string, decision: ToolCallDecision): Promise<boolean> => {
      settings.flush();
      return (await attempt(call('chat.decideCall', { messageId, callId, decision }))).ok;
    },
    editResult: async (messageId: string, text: string): Promise<boolean> => {
      settings.flush();
      return (await attempt(call('chat.editResult', { messageId, text }))).ok;
    },
    /** Deletes a message and everything after it. Shows a toast with Undo. */
    remove: async (message: StoredMessage): Promise<void> => {
      const input = nextInput();
      if (!(await attempt(call('history.deleteMessage', { messageId: message.id }))).ok) return;
      const other = message.siblings.findLast((id) => id !== message.id);
      const shown = conversation.read();
      if (shown.kind === 'open' && shown.conversation.id === message.conversationId)
        await conversation.open(message.conversationId, other ?? message.parentId, input);
      toaster.show({
        title: chatText.message.removed,
        action: { label: chatText.undo, onSelect: () => void undoRemove(message) },
      });
    },
    copyCode: async (messageId: string, language: CodeLanguage): Promise<void> => {
      const result = await attempt(call('chat.requestCode', { messageId, language }));
      if (result.ok) await copyText(result.value.text, chatText.answer.requestTitles[language], toaster);
    },
  };
}
