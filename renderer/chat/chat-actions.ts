import type { ToolCallDecision, CodeLanguage } from '../../electron/contract/chat-turn.ts';
import type { Result } from '../../electron/contract/failure.ts';
import type { Attachment, StoredMessage } from '../../electron/contract/history.ts';
import { copyText } from '../shared/copy-text.ts';
import { modelsFor, pickModel } from '../state/model-choice.ts';
import type { Session } from '../state/session.ts';
import { attachmentsOf, type ComposerStore } from './composer-store.ts';
import { idOf, type ConversationStore } from './conversation-store.ts';
import { settingsForModel, dropsSettings } from './settings-for-model.ts';
import type { ConversationSettingsStore } from './conversation-settings-store.ts';

/** What can be done with the shown conversation; each failure is told where it happens. */
export interface ChatActions {
  /** Sends what the composer holds, and empties it once the main process has it. */
  readonly send: () => Promise<void>;
  /** Sends an edited message beside the one it stands for. */
  readonly sendEdited: (message: StoredMessage, text: string, attachments: readonly Attachment[]) => Promise<boolean>;
  readonly stop: () => void;
  /** Another answer beside this one; `model` null: by the same model. */
  readonly regenerate: (messageId: string, model: string | null) => void;
  readonly goOn: (messageId: string) => void;
  readonly decide: (messageId: string, callId: string, decision: ToolCallDecision) => Promise<boolean>;
  readonly editResult: (messageId: string, text: string) => Promise<boolean>;
  /** Deletes a message with all that follows it, and offers to take that back. */
  readonly remove: (message: StoredMessage) => Promise<void>;
  readonly copyCode: (messageId: string, language: CodeLanguage) => Promise<void>;
}

interface Parts {
  readonly conversation: ConversationStore;
  readonly settings: ConversationSettingsStore;
  readonly composerOf: (conversationId: string | null) => ComposerStore;
  readonly endEditing: () => void;
  readonly focusComposer: () => void;
  /** Where a conversation that begins now is put. */
  readonly folderForNew: () => string | undefined;
}

const codeTitles: Readonly<Record<CodeLanguage, string>> = { curl: 'curl command', python: 'Python code', typescript: 'TypeScript code' };

/** Makes the actions. */
export function createChatActions(
  session: Session,
  { conversation, settings, composerOf, endEditing, focusComposer, folderForNew }: Parts,
): ChatActions {
  const { report, toaster } = session;
  const { call } = session.bridge;
  let isSending = false;

  const told = <T>(result: Result<T>): result is Extract<Result<T>, { ok: true }> => {
    if (!result.ok) report(result.failure);
    return result.ok;
  };

  /** The settings to ask with now: with a model, and without what it does not take. */
  const settingsNow = () => {
    const connection = session.connection.read();
    const chosen = settings.read();
    if (connection.state !== 'ready') return undefined;
    const model = pickModel(modelsFor(connection, 'chat'), connection.mode, chosen.model);
    return model === undefined ? undefined : { ...settingsForModel(chosen, model.capabilities), model: model.id };
  };

  const sendTo = async (conversationId: string | null, parentId: string | null, text: string, attachments: readonly Attachment[]) => {
    const chosen = settings.read();
    const asked = settingsNow();
    if (asked === undefined || isSending) return false;
    isSending = true;
    const folder = conversationId === null ? folderForNew() : undefined;
    const result = await call('chat.send', {
      conversationId,
      parentId,
      text,
      attachments,
      settings: asked,
      ...(folder !== undefined && { folder }),
    });
    isSending = false;
    if (!told(result)) return false;
    // A conversation that just began has an id only now.
    if (conversationId === null && conversation.read().kind === 'new') await conversation.open(result.value.conversationId);
    // What this model does not take stays chosen for the next one that does.
    if (dropsSettings(asked, chosen)) settings.change({ toolIds: chosen.toolIds, parameters: chosen.parameters });
    return true;
  };

  const shownEnd = async () => {
    const before = conversation.read();
    // From the middle of a long one, the end has to be known first.
    if (before.kind === 'open' && before.hasNewer) await conversation.open(before.conversation.id);
    const shown = conversation.read();
    if (shown.kind === 'new') return { conversationId: null, parentId: null };
    if (shown.kind !== 'open') return undefined;
    return { conversationId: shown.conversation.id, parentId: shown.messages.at(-1)?.id ?? null };
  };

  const run = (begun: Promise<Result<unknown>>) => void begun.then(told);

  return {
    send: async () => {
      const before = conversation.read();
      const composer = composerOf(idOf(before));
      const text = composer.draft.read().text.trimEnd();
      const attachments = attachmentsOf(composer.files.read().text);
      const place = await shownEnd();
      if (place === undefined) return;
      const isSent = await sendTo(place.conversationId, place.parentId, text, attachments);
      if (isSent) composer.clear();
      focusComposer();
    },
    sendEdited: async (message, text, attachments) => {
      const isSent = await sendTo(message.conversationId, message.parentId, text, attachments);
      if (!isSent) return false;
      endEditing();
      focusComposer();
      return true;
    },
    stop: () => {
      const shown = conversation.read();
      if (shown.kind === 'open') run(call('chat.stop', { conversationId: shown.conversation.id }));
    },
    regenerate: (messageId, model) => {
      run(call('chat.regenerate', { messageId, model }));
      // The button that asked for it is gone by then.
      focusComposer();
    },
    goOn: (messageId) => {
      run(call('chat.continue', { messageId }));
      focusComposer();
    },
    decide: async (messageId, callId, decision) => told(await call('chat.decideCall', { messageId, callId, decision })),
    editResult: async (messageId, text) => told(await call('chat.editResult', { messageId, text })),
    remove: async (message) => {
      if (!told(await call('history.deleteMessage', { messageId: message.id }))) return;
      const isShown = () => {
        const shown = conversation.read();
        return shown.kind === 'open' && shown.conversation.id === message.conversationId;
      };
      const other = message.siblings.findLast((id) => id !== message.id);
      if (isShown()) await conversation.open(message.conversationId, other ?? message.parentId);
      toaster.show({
        title: 'Message deleted, with what followed it',
        action: {
          label: 'Undo',
          onSelect: () => {
            void (async () => {
              if (told(await call('history.restoreMessage', { messageId: message.id })))
                await conversation.open(message.conversationId, message.id);
            })();
          },
        },
      });
    },
    copyCode: async (messageId, language) => {
      const result = await call('chat.requestCode', { messageId, language });
      if (told(result)) await copyText(result.value.text, codeTitles[language], toaster);
    },
  };
}
