import type {
  CodeLanguage,
  ContinuationsStarted,
  TextToSave,
  ContinueTextRequest,
  Turn,
  TurnStarted,
  TokenBranch,
  ToolCallDecision,
  SendRequest,
} from '../../contract/chat-turn.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Conversation, ConversationSettings, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import type { ScoredText, ScoreRequest, TokenCount } from '../../contract/tokens.ts';
import type { NewTurn } from '../history/history.ts';
import { createActiveTurns } from './active-turns.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { requestCode } from './code-export/request-code.ts';
import { branchAtToken, completeText, saveText, startContinuations } from './complete-text.ts';
import { continueAnswer } from './continue-answer.ts';
import { countTokens, scoreTexts, templateText } from './token-requests.ts';
import { editResult, resumeToolCalls } from './resume-tool-calls.ts';
import { createTurnContext, runTurn, startTurn } from './run-turn.ts';
import { firstTitle, generateTitle } from './titles.ts';

export type { ChatDependencies } from './chat-dependencies.ts';
export { scoresCsv } from './token-requests.ts';

/** Answers conversations. Progress is saved in the history and reported by events. */
export type Chat = ReturnType<typeof createChat>;

/** Creates the chat. Each conversation has at most one turn; several conversations may be answered at once. */
export function createChat(dependencies: ChatDependencies) {
  const { history, emit, onBug } = dependencies;
  const turns = createActiveTurns((list) => emit('chat.turns', list), onBug);
  history.onDeleted(turns.messagesDeleted);
  const closing = new AbortController();
  const pendingTitles = new Set<Promise<void>>();

  const updateTitle = (context: ChatDependencies, answer: StoredAnswer): void => {
    const generated = generateTitle(context, answer, closing.signal).catch(onBug);
    pendingTitles.add(generated);
    void generated.then(() => pendingTitles.delete(generated));
  };

  const answer = (newTurn: NewTurn, settings: ConversationSettings): Promise<Result<TurnStarted>> =>
    turns.start(newTurn.conversationId, async (turn) => {
      const started = await startTurn(dependencies, newTurn);
      if (!started.ok) return started;
      const context = createTurnContext(dependencies, turn, settings);
      const work = async (): Promise<void> => updateTitle(context.chat, await runTurn(context, started.value));
      return ok({ messageId: started.value.answer.id, work });
    });

  const send = async ({ messageId: id, folder, text, attachments, images = [], ...turn }: SendRequest): Promise<Result<TurnStarted>> => {
    const { settings, parentId } = turn;
    const { model } = settings;
    if (model === null) return fail('no-model-selected');
    if (text.trim() === '' && attachments.length + images.length === 0) return fail('message-empty');
    const question = { id, text, attachments, ...(images.length === 0 ? {} : { images }) };
    const create = parentId === null && { create: { title: firstTitle(question), folder } };
    const started = await answer({ ...turn, ...create, kind: 'chat', question, model }, settings);
    if (started.ok) return started;
    const earlier = await history.startedTurn(id); // the request may have been sent again
    return earlier.ok && earlier.value !== null ? ok(earlier.value) : started;
  };

  const regenerate = async (messageId: string, otherModel: string | null): Promise<Result<TurnStarted>> => {
    const found = await readWithConversation(messageId);
    if (!found.ok) return found;
    const { message, conversation } = found.value;
    // a new answer stands beside an old one, and below any other message
    const parentId = message.role === 'assistant' ? message.parentId : message.id;
    const model = otherModel ?? (message.role === 'assistant' ? message.model : conversation.settings.model);
    if (model === null) return fail('no-model-selected');
    if (parentId === null) return fail('no-message-to-answer');
    const newTurn = { conversationId: conversation.id, parentId, model };
    if (conversation.kind === 'notebook') return startContinuations(dependencies, turns, newTurn, conversation.settings.parameters);
    return answer(newTurn, conversation.settings);
  };

  const readWithConversation = async (
    messageId: string,
  ): Promise<Result<{ readonly message: StoredMessage; readonly conversation: Conversation }>> => {
    const message = await history.message(messageId);
    if (!message.ok) return message;
    const conversation = await history.read(message.value.conversationId);
    return conversation.ok ? ok({ message: message.value, conversation: conversation.value }) : conversation;
  };

  return {
    send,
    complete: (request: ContinueTextRequest): Promise<Result<ContinuationsStarted>> => completeText(dependencies, turns, request),
    saveText: (text: TextToSave): Promise<Result<TurnStarted>> => saveText(dependencies, text),
    branchAtToken: async (branch: TokenBranch): Promise<Result<ContinuationsStarted>> => {
      const message = await history.message(branch.messageId);
      return message.ok ? branchAtToken(dependencies, turns, message.value, branch) : message;
    },
    /** Returns the conversation up to a message as the text that the model reads. */
    templateText: async (messageId: string, signal: AbortSignal): Promise<Result<string>> => {
      const found = await readWithConversation(messageId);
      return found.ok ? templateText(dependencies, found.value.message, found.value.conversation, signal) : found;
    },
    score: (request: ScoreRequest, signal: AbortSignal): Promise<Result<readonly ScoredText[]>> =>
      scoreTexts(dependencies, request, signal),
    countTokens: (model: string, text: string, signal: AbortSignal): Promise<Result<TokenCount>> =>
      countTokens(dependencies, model, text, signal),
    regenerate,
    continue: async (messageId: string): Promise<Result<TurnStarted>> => {
      const found = await readWithConversation(messageId);
      return found.ok ? continueAnswer(dependencies, turns, found.value.message, found.value.conversation) : found;
    },
    /** Resolves when the partial answer is saved. */
    stop: async (conversationId: string): Promise<undefined> => {
      await turns.find(conversationId)?.stop('stopped');
    },
    /** Also emits the answers in progress again, for a window that opened after they began. */
    turns: (): readonly Turn[] => {
      for (const partial of turns.answers()) emit('chat.message', partial);
      return turns.list();
    },
    decideCall: async (messageId: string, callId: string, decision: ToolCallDecision): Promise<Result<undefined>> => {
      const message = await history.message(messageId);
      if (!message.ok) return message;
      const turn = turns.find(message.value.conversationId);
      if (turn) return turn.decide(messageId, callId, decision);
      if (message.value.role !== 'assistant') return fail('tool-call-unknown');
      return resumeToolCalls(dependencies, turns, message.value, callId, decision);
    },
    editResult: async (messageId: string, text: string): Promise<Result<TurnStarted>> => {
      const message = await history.message(messageId);
      if (!message.ok) return message;
      if (message.value.role !== 'tool') return fail('not-a-tool-result');
      return editResult(dependencies, turns, message.value, text);
    },
    requestCode: (messageId: string, language: CodeLanguage): Promise<Result<string>> => requestCode(dependencies, messageId, language),
    /** Stops the turns of conversations that were moved to the trash. */
    conversationsChanged: (conversations: readonly Conversation[]) => {
      for (const { id, trashedAt } of conversations) if (trashedAt !== null) void turns.find(id)?.stop('stopped');
    },
    /** Stops all turns and saves their partial answers. */
    close: async (): Promise<void> => {
      closing.abort();
      await turns.close();
      await Promise.all(pendingTitles);
    },
  };
}
