import { isSameJson } from '../../contract/json.ts';
import type { RunStarted, ToolCallDecision, CodeLanguage, CompletionTurn, Run, Turn } from '../../contract/chat-turn.ts';
import { failed, ok, type Failed, type Result } from '../../contract/failure.ts';
import type { Conversation, ConversationSettings, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import { requestCode } from './code-export/request-code.ts';
import { completeText, regenerateCompletion } from './complete-text.ts';
import { runTurn, addEmptyAnswer } from './run-turn.ts';
import { continueAnswer } from './continue-answer.ts';
import { editResult, resumeToolCalls } from './resume-tool-calls.ts';
import { startRun } from './start-run.ts';
import { readConversationOfKind } from './read-conversation-of-kind.ts';
import { createActiveRuns } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { firstTitle, makeTitle } from './titles.ts';

export type { ChatDependencies } from './chat-dependencies.ts';

/** Answers conversations: what happens is in the history and told by events. */
export interface Chat {
  readonly send: (turn: Turn) => Promise<Result<RunStarted>>;
  readonly complete: (turn: CompletionTurn) => Promise<Result<RunStarted>>;
  readonly regenerate: (messageId: string, model: string | null) => Promise<Result<RunStarted>>;
  readonly continue: (messageId: string) => Promise<Result<RunStarted>>;
  /** Settles when what came is kept. */
  readonly stop: (conversationId: string) => Promise<undefined>;
  /** Also tells the answers that are coming anew, for a window that was not there from their beginning. */
  readonly runs: () => readonly Run[];
  readonly decideCall: (messageId: string, callId: string, decision: ToolCallDecision) => Promise<Result<undefined>>;
  readonly editResult: (messageId: string, text: string) => Promise<Result<RunStarted>>;
  readonly requestCode: (messageId: string, language: CodeLanguage) => Promise<Result<string>>;
  /** To be told of conversations that changed: what was thrown away is not answered any more. */
  readonly conversationsChanged: (conversations: readonly Conversation[]) => void;
  /** Stops all that is under way and keeps what came. */
  readonly close: () => Promise<void>;
}

/** Runs each conversation on its own; several may be under way. */
export function createChat(setting: ChatDependencies): Chat {
  const { history, emit, onBug } = setting;
  const runs = createActiveRuns((list) => emit('chat.runs', list));
  const closing = new AbortController();
  const titling = new Set<Promise<void>>();

  const title = (answered: StoredAnswer): void => {
    const made = makeTitle(setting, answered, closing.signal).catch(onBug);
    titling.add(made);
    void made.then(() => titling.delete(made));
  };

  /** Answers below a message, which is there already or added by `before`. */
  const answer = (
    conversationId: string,
    settings: ConversationSettings,
    model: string,
    before: () => Promise<Result<string>>,
  ): Promise<Result<RunStarted>> =>
    startRun(setting, runs, conversationId, async (run) => {
      const parent = await before();
      if (!parent.ok) return parent;
      const opened = await addEmptyAnswer(setting, conversationId, parent.value, model);
      if (!opened.ok) return opened;
      const work = async (): Promise<void> => title(await runTurn({ setting, run, settings }, opened.value));
      return ok({ messageId: opened.value.id, work });
    });

  const send = async (turn: Turn): Promise<Result<RunStarted>> => {
    const { settings, text, attachments, parentId } = turn;
    const { model } = settings;
    if (model === null) return noModel();
    if (text.trim() === '' && attachments.length === 0)
      return failed('invalid-input', 'There is nothing to send.', 'Write something first.');
    const conversation = await conversationOf(turn);
    if (!conversation.ok) return conversation;
    const { id: conversationId } = conversation.value;
    return answer(conversationId, settings, model, async () => {
      const added = await history.add({ conversationId, parentId, role: 'user', text, attachments });
      if (!added.ok) return added;
      emit('chat.message', added.value);
      return ok(added.value.id);
    });
  };

  const conversationOf = async (turn: Turn): Promise<Result<Conversation>> => {
    if (turn.conversationId === null) return history.begin('chat', firstTitle(turn), turn.settings, turn.folder);
    const found = await readConversationOfKind(history, turn.conversationId, 'chat');
    if (!found.ok || isSameJson(found.value.settings, turn.settings)) return found;
    return history.change(turn.conversationId, { settings: turn.settings });
  };

  const regenerate = async (messageId: string, model: string | null): Promise<Result<RunStarted>> => {
    const found = await withConversation(messageId);
    if (!found.ok) return found;
    const { message, conversation } = found.value;
    // an answer gets another beside it; to anything else it is the answer
    const parentId = message.role === 'assistant' ? message.parentId : message.id;
    const asked = model ?? (message.role === 'assistant' ? message.model : conversation.settings.model);
    if (asked === null) return noModel();
    if (parentId === null) return failed('invalid-input', 'There is no question before this answer.', 'Write a message below it.');
    if (conversation.kind === 'completion') return regenerateCompletion(setting, runs, conversation, parentId, asked);
    return answer(conversation.id, conversation.settings, asked, async () => ok(parentId));
  };

  const goOnWith = async (messageId: string): Promise<Result<RunStarted>> => {
    const found = await withConversation(messageId);
    return found.ok ? continueAnswer(setting, runs, found.value.message, found.value.conversation) : found;
  };

  const withConversation = async (
    messageId: string,
  ): Promise<Result<{ readonly message: StoredMessage; readonly conversation: Conversation }>> => {
    const message = await history.message(messageId);
    if (!message.ok) return message;
    const conversation = await history.read(message.value.conversationId);
    return conversation.ok ? ok({ message: message.value, conversation: conversation.value }) : conversation;
  };

  return {
    send,
    complete: (turn) => completeText(setting, runs, turn),
    regenerate,
    continue: goOnWith,
    stop: async (conversationId) => {
      await runs.find(conversationId)?.stop('stopped');
    },
    runs: () => {
      for (const answered of runs.answers()) emit('chat.message', answered);
      return runs.list();
    },
    decideCall: async (messageId, callId, decision) => {
      const message = await history.message(messageId);
      if (!message.ok) return message;
      const run = runs.find(message.value.conversationId);
      if (run) return run.decide(messageId, callId, decision);
      if (message.value.role !== 'assistant') return failed('invalid-input', 'There is no such call.', 'Ask for a new answer.');
      return resumeToolCalls(setting, runs, message.value, callId, decision);
    },
    editResult: async (messageId, text) => {
      const message = await history.message(messageId);
      if (!message.ok) return message;
      if (message.value.role !== 'tool') return failed('invalid-input', 'This is not a tool’s result.', 'Choose a result to edit.');
      return editResult(setting, runs, message.value, text);
    },
    requestCode: (messageId, language) => requestCode(setting, messageId, language),
    conversationsChanged: (conversations) => {
      for (const { id, trashedAt } of conversations) if (trashedAt !== null) void runs.find(id)?.stop('stopped');
    },
    close: async () => {
      closing.abort();
      await runs.close();
      await Promise.all(titling);
    },
  };
}

function noModel(): Failed {
  return failed('invalid-input', 'No model is chosen.', 'Choose one first.');
}
