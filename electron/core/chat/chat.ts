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
import { branchAtToken, completeText, regenerateContinuation, saveText } from './complete-text.ts';
import { continueAnswer } from './continue-answer.ts';
import { countTokens, scoreTexts, templateText } from './token-requests.ts';
import { editResult, resumeToolCalls } from './resume-tool-calls.ts';
import { createTurnContext, runTurn, startTurn } from './run-turn.ts';
import { firstTitle, generateTitle } from './titles.ts';

export type { ChatDependencies } from './chat-dependencies.ts';
export { scoresCsv } from './token-requests.ts';

/** Answers conversations. Progress is saved in the history and reported by events. */
export interface Chat {
  readonly send: (request: SendRequest) => Promise<Result<TurnStarted>>;
  readonly complete: (request: ContinueTextRequest) => Promise<Result<ContinuationsStarted>>;
  readonly saveText: (text: TextToSave) => Promise<Result<TurnStarted>>;
  readonly branchAtToken: (branch: TokenBranch) => Promise<Result<ContinuationsStarted>>;
  /** Returns the conversation up to a message as the text that the model reads. */
  readonly templateText: (messageId: string, signal: AbortSignal) => Promise<Result<string>>;
  readonly score: (request: ScoreRequest, signal: AbortSignal) => Promise<Result<readonly ScoredText[]>>;
  readonly countTokens: (model: string, text: string, signal: AbortSignal) => Promise<Result<TokenCount>>;
  readonly regenerate: (messageId: string, model: string | null) => Promise<Result<TurnStarted>>;
  readonly continue: (messageId: string) => Promise<Result<TurnStarted>>;
  /** Resolves when the partial answer is saved. */
  readonly stop: (conversationId: string) => Promise<undefined>;
  /** Also emits the answers in progress again, for a window that opened after they began. */
  readonly turns: () => readonly Turn[];
  readonly decideCall: (messageId: string, callId: string, decision: ToolCallDecision) => Promise<Result<undefined>>;
  readonly editResult: (messageId: string, text: string) => Promise<Result<TurnStarted>>;
  readonly requestCode: (messageId: string, language: CodeLanguage) => Promise<Result<string>>;
  /** Stops the turns of conversations that were moved to the trash. */
  readonly conversationsChanged: (conversations: readonly Conversation[]) => void;
  /** Stops all turns and saves their partial answers. */
  readonly close: () => Promise<void>;
}

/** Creates the chat. Each conversation has at most one turn; several conversations may be answered at once. */
export function createChat(dependencies: ChatDependencies): Chat {
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

  const send = async ({ messageId: id, folder, text, attachments, ...turn }: SendRequest): Promise<Result<TurnStarted>> => {
    const { settings, parentId } = turn;
    const { model } = settings;
    if (model === null) return fail('no-model-selected');
    if (text.trim() === '' && attachments.length === 0) return fail('message-empty');
    const question = { id, text, attachments };
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
    if (conversation.kind === 'notebook') return regenerateContinuation(dependencies, turns, conversation, parentId, model);
    return answer({ conversationId: conversation.id, parentId, model }, conversation.settings);
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
    complete: (request) => completeText(dependencies, turns, request),
    saveText: (text) => saveText(dependencies, text),
    branchAtToken: async (branch) => {
      const message = await history.message(branch.messageId);
      return message.ok ? branchAtToken(dependencies, turns, message.value, branch) : message;
    },
    templateText: async (messageId, signal) => {
      const found = await readWithConversation(messageId);
      return found.ok ? templateText(dependencies, found.value.message, found.value.conversation, signal) : found;
    },
    score: (request, signal) => scoreTexts(dependencies, request, signal),
    countTokens: (model, text, signal) => countTokens(dependencies, model, text, signal),
    regenerate,
    continue: async (messageId) => {
      const found = await readWithConversation(messageId);
      return found.ok ? continueAnswer(dependencies, turns, found.value.message, found.value.conversation) : found;
    },
    stop: async (conversationId) => {
      await turns.find(conversationId)?.stop('stopped');
    },
    turns: () => {
      for (const partial of turns.answers()) emit('chat.message', partial);
      return turns.list();
    },
    decideCall: async (messageId, callId, decision) => {
      const message = await history.message(messageId);
      if (!message.ok) return message;
      const turn = turns.find(message.value.conversationId);
      if (turn) return turn.decide(messageId, callId, decision);
      if (message.value.role !== 'assistant') return fail('tool-call-unknown');
      return resumeToolCalls(dependencies, turns, message.value, callId, decision);
    },
    editResult: async (messageId, text) => {
      const message = await history.message(messageId);
      if (!message.ok) return message;
      if (message.value.role !== 'tool') return fail('not-a-tool-result');
      return editResult(dependencies, turns, message.value, text);
    },
    requestCode: (messageId, language) => requestCode(dependencies, messageId, language),
    conversationsChanged: (conversations) => {
      for (const { id, trashedAt } of conversations) if (trashedAt !== null) void turns.find(id)?.stop('stopped');
    },
    close: async () => {
      closing.abort();
      await turns.close();
      await Promise.all(pendingTitles);
    },
  };
}
