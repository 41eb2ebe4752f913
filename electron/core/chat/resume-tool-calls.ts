import type { RunStarted, ToolCallDecision } from '../../contract/chat-turn.ts';
import { failed, ok, type Failed, type Result } from '../../contract/failure.ts';
import type { StoredAnswer, StoredMessage } from '../../contract/history.ts';
import { continueAfterTools, toolCallsIn, runTurn, offeredTools, addEmptyAnswer, type TurnContext } from './run-turn.ts';
import { startRun, type PreparedRun } from './start-run.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { refuseDecision, type PendingToolCalls } from './run-tool-calls.ts';

type StoredResult = Extract<StoredMessage, { role: 'tool' }>;

/** Takes up a round of calls that no run is working on: after a stop, or after the program was started again. */
export async function resumeToolCalls(
  setting: ChatDependencies,
  runs: ActiveRuns,
  message: StoredAnswer,
  callId: string,
  decision: ToolCallDecision,
): Promise<Result<undefined>> {
  const call = toolCallsIn(message.answer).find(({ id }) => id === callId);
  if (message.state !== 'complete' || !call) return failed('invalid-input', 'There is no such call.', 'Ask for a new answer.');
  const conversation = await setting.history.read(message.conversationId);
  if (!conversation.ok) return conversation;
  const following = await resultsAfter(setting, message.conversationId, message.id);
  if (!following.ok) return following;
  const { results, isOver } = following.value;
  if (isOver || results.some((result) => result.callId === callId)) {
    return failed('invalid-input', 'This call has its result already.', 'Edit the result instead.');
  }
  const { settings } = conversation.value;
  const offered = offeredTools(setting, settings);
  const tool = offered.find((each) => each.tool.name === call.name);
  if (!tool) return gone(call.name);
  const refusal = refuseDecision(setting, tool, decision);
  if (refusal) return refusal;

  const round: PendingToolCalls = {
    message,
    calls: toolCallsIn(message.answer).filter(({ id }) => results.every((result) => result.callId !== id)),
    offered,
    after: results.at(-1)?.id ?? message.id,
    decided: { callId, decision },
  };
  const launched = await startRun(setting, runs, message.conversationId, async (run) =>
    ok({ messageId: message.id, work: () => restartTurn({ setting, run, settings }, round) }),
  );
  return launched.ok ? ok(undefined) : launched;
}

/** Another result beside this one; those after it are taken along, and the model answers anew. */
export async function editResult(
  setting: ChatDependencies,
  runs: ActiveRuns,
  result: StoredResult,
  text: string,
): Promise<Result<RunStarted>> {
  const { history, emit } = setting;
  const { conversationId } = result;
  const conversation = await history.read(conversationId);
  if (!conversation.ok) return conversation;
  const path = await history.path(result.id);
  if (!path.ok) return path;
  const message = path.value.findLast((each) => each.role === 'assistant');
  if (!message) return failed('invalid-input', 'No call belongs to this result.', 'Ask for a new answer.');
  const following = await resultsAfter(setting, conversationId, result.id);
  if (!following.ok) return following;
  const { settings } = conversation.value;

  return startRun(setting, runs, conversationId, async (run): Promise<Result<PreparedRun>> => {
    let { parentId } = result;
    const edited = { callId: result.callId, name: result.name, text, isError: false, by: 'user' } as const;
    const taken = following.value.results.map(({ callId, name, text: own, isError, by }) => ({ callId, name, text: own, isError, by }));
    for (const each of [edited, ...taken]) {
      const added = await history.add({ conversationId, parentId, role: 'tool', ...each });
      if (!added.ok) return added;
      emit('chat.message', added.value);
      parentId = added.value.id;
    }
    const settled = new Set([...path.value, ...following.value.results].flatMap((each) => (each.role === 'tool' ? [each.callId] : [])));
    const calls = toolCallsIn(message.answer).filter(({ id }) => !settled.has(id));
    const after = parentId ?? message.id;
    const turning: TurnContext = { setting, run, settings };
    if (calls.length > 0) {
      const round: PendingToolCalls = { message, calls, offered: offeredTools(setting, settings), after };
      return ok({ messageId: after, work: () => restartTurn(turning, round) });
    }
    const next = await addEmptyAnswer(setting, conversationId, after, message.model);
    if (!next.ok) return next;
    return ok({ messageId: next.value.id, work: async () => void (await runTurn(turning, next.value)) });
  });
}

async function restartTurn(turning: TurnContext, round: PendingToolCalls): Promise<void> {
  const next = await continueAfterTools(turning, round);
  if (next) await runTurn(turning, next);
}

/** The results right below a message, and whether something else comes after them. */
async function resultsAfter(
  { history }: ChatDependencies,
  conversationId: string,
  messageId: string,
): Promise<Result<{ readonly results: readonly StoredResult[]; readonly isOver: boolean }>> {
  const opened = await history.open(conversationId, messageId, 1); // so that its branch is the one in use
  if (!opened.ok) return opened;
  const newer = await history.newer(conversationId, messageId, 200);
  if (!newer.ok) return newer;
  const { messages } = newer.value;
  const end = messages.findIndex(({ role }) => role !== 'tool');
  const results = (end === -1 ? messages : messages.slice(0, end)).filter((each) => each.role === 'tool');
  return ok({ results, isOver: end !== -1 });
}

function gone(name: string): Failed {
  return failed(
    'invalid-input',
    `The tool ${name} is not offered by this conversation any more.`,
    'Switch it on again, or ask for a new answer.',
  );
}
