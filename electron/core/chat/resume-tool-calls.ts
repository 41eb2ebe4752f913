import type { TurnStarted, ToolCallDecision } from '../../contract/chat-turn.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Conversation, StoredAnswer } from '../../contract/history.ts';
import type { ActiveTurns, PreparedTurn } from './active-turns.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { refuseDecision, type PendingToolCalls, type StoredResult } from './run-tool-calls.ts';
import { continueAfterTools, createTurnContext, offeredTools, runTurn, startTurn, toolCallsIn, type TurnContext } from './run-turn.ts';

/** Resumes tool calls without an active turn: after a stop, or after the program was restarted. */
export async function resumeToolCalls(
  chat: ChatDependencies,
  turns: ActiveTurns,
  message: StoredAnswer,
  callId: string,
  decision: ToolCallDecision,
): Promise<Result<undefined>> {
  const { conversationId } = message;
  const calls = toolCallsIn(message.answer);
  const call = calls.find(({ id }) => id === callId);
  if (message.state !== 'complete' || !call) return fail('tool-call-unknown');
  const following = await resultsAfter(chat, conversationId, message.id, calls.length);
  if (!following.ok) return following;
  const { results, isLast } = following.value;
  if (!isLast || results.some((result) => result.callId === callId)) {
    return fail('tool-call-has-result');
  }

  const started = await turns.start(conversationId, async (turn): Promise<Result<PreparedTurn>> => {
    const conversation = await readOutsideTrash(chat, conversationId);
    if (!conversation.ok) return conversation;
    const { settings } = conversation.value;
    const offered = offeredTools(chat, settings);
    const tool = offered.find((each) => each.tool.name === call.name);
    if (!tool) return fail('tool-not-offered', { tool: call.name });
    const refusal = refuseDecision(chat, tool, decision);
    if (refusal) return refusal;
    const pending: PendingToolCalls = {
      message,
      calls,
      results,
      offered,
      decided: { callId, decision },
    };
    return ok({ messageId: message.id, work: () => resumeTurn(createTurnContext(chat, turn, settings), pending) });
  });
  return started.ok ? ok(undefined) : started;
}

/** Adds an edited result beside the original, copies the results after it, and has the model answer again. */
export async function editResult(
  chat: ChatDependencies,
  turns: ActiveTurns,
  result: StoredResult,
  text: string,
): Promise<Result<TurnStarted>> {
  const { history, emit } = chat;
  const { conversationId } = result;
  const path = await history.path(result.id);
  if (!path.ok) return path;
  const message = path.value.findLast((each) => each.role === 'assistant');
  if (!message) return fail('tool-result-without-call');
  const calls = toolCallsIn(message.answer);
  const following = await resultsAfter(chat, conversationId, result.id, calls.length);
  if (!following.ok) return following;

  return turns.start(conversationId, async (turn): Promise<Result<PreparedTurn>> => {
    const conversation = await readOutsideTrash(chat, conversationId);
    if (!conversation.ok) return conversation;
    const { settings } = conversation.value;
    const results = path.value.slice(path.value.indexOf(message) + 1, -1).filter((each) => each.role === 'tool');
    const edited = { ...copyResult(result), text, isError: false, by: 'user' } as const;
    const copied = following.value.results.map(copyResult);
    for (const each of [edited, ...copied]) {
      const added = await history.add({ conversationId, parentId: results.at(-1)?.id ?? message.id, role: 'tool', ...each });
      if (!added.ok) return added;
      emit('chat.message', added.value);
      if (added.value.role === 'tool') results.push(added.value);
    }
    const after = results.at(-1)?.id ?? message.id;
    const context = createTurnContext(chat, turn, settings);
    if (calls.some(({ id }) => results.every(({ callId }) => callId !== id))) {
      const pending: PendingToolCalls = { message, calls, results, offered: offeredTools(chat, settings) };
      return ok({ messageId: after, work: () => resumeTurn(context, pending) });
    }
    const next = await startTurn(chat, { conversationId, parentId: after, model: message.model });
    if (!next.ok) return next;
    return ok({ messageId: next.value.answer.id, work: async () => void (await runTurn(context, next.value)) });
  });
}

function copyResult({ callId, name, text, isError, by, images }: StoredResult) {
  return { callId, name, text, isError, by, ...(images && { images }) };
}

async function resumeTurn(context: TurnContext, pending: PendingToolCalls): Promise<void> {
  const next = await continueAfterTools(context, pending);
  if (next) await runTurn(context, next);
}

async function readOutsideTrash({ history }: ChatDependencies, id: string): Promise<Result<Conversation>> {
  const conversation = await history.read(id);
  return conversation.ok && conversation.value.trashedAt !== null ? fail('conversation-in-trash') : conversation;
}

/** Returns the results directly below a message, at most one for each call, and whether they end the branch. */
async function resultsAfter(
  { history }: ChatDependencies,
  conversationId: string,
  messageId: string,
  callCount: number,
): Promise<Result<{ readonly results: readonly StoredResult[]; readonly isLast: boolean }>> {
  const opened = await history.open({ id: conversationId, at: messageId, limit: 1 }); // makes its branch the one in use
  if (!opened.ok) return opened;
  const newer = await history.newer({ id: conversationId, after: messageId, limit: callCount + 1 });
  if (!newer.ok) return newer;
  const { messages } = newer.value;
  const end = messages.findIndex(({ role }) => role !== 'tool');
  const results = (end === -1 ? messages : messages.slice(0, end)).filter((each) => each.role === 'tool');
  return ok({ results, isLast: end === -1 });
}
