import type { Answer, ToolCall } from '../../contract/answer.ts';
import type { Parameters } from '../../contract/conversation.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail, failure, unexpected } from '../../contract/failures/fail.ts';
import type { ConversationSettings, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import type { NewTurn, StartedTurn } from '../history/history.ts';
import type { OfferedTool } from '../tools/tools.ts';
import type { ActiveTurn } from './active-turns.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { emptyResult, generateAnswer, saveAnswer, type AnswerRequest } from './generate-answer.ts';
import { runToolCalls, type PendingToolCalls } from './run-tool-calls.ts';

/** A model that needs more rounds of tool calls for one question is stuck in a loop. */
const maxToolRounds = 10;

/** One turn, and the settings it uses. */
export interface TurnContext {
  readonly chat: ChatDependencies;
  readonly turn: ActiveTurn;
  readonly settings: ConversationSettings;
}

/** Creates the context of a turn. All its requests go to the profile that is active now. */
export function createTurnContext(chat: ChatDependencies, turn: ActiveTurn, settings: ConversationSettings): TurnContext {
  return { chat: { ...chat, reach: keepProfile(chat) }, turn, settings };
}

/** Returns a `reach` that fails once another profile is active, because only the user may send a conversation to another service. */
function keepProfile({ reach, activeProfile }: ChatDependencies): ChatDependencies['reach'] {
  let kept = activeProfile()?.id;
  return async () => {
    const reached = await reach();
    if (!reached.ok) return reached;
    const { profileId } = reached.value;
    kept ??= profileId;
    return profileId === kept ? reached : fail('profile-switched', { profile: activeProfile()?.name ?? profileId });
  };
}

/** Saves the user's message and an empty answer, and emits both. */
export async function startTurn({ history, emit }: ChatDependencies, newTurn: NewTurn): Promise<Result<StartedTurn>> {
  const started = await history.startTurn(newTurn);
  if (!started.ok) return started;
  const { answer, path } = started.value;
  const question = newTurn.question && path.at(-1);
  if (question) emit('chat.message', question);
  emit('chat.message', answer);
  return started;
}

/** Generates the answer and runs its tool calls, repeating until there are none. Returns the last answer. */
export async function runTurn(context: TurnContext, first: StartedTurn): Promise<StoredAnswer> {
  const { chat, turn } = context;
  let step = first;
  for (;;) {
    const built = buildRequest(context, step.path);
    if (!built.ok) return saveAnswer(chat, turn, step.answer, { ...emptyResult(built.failure), state: 'failed' });
    const { request, offered } = built.value;
    const answered = await generateAnswer(chat, turn, step.answer, request);
    const calls = toolCallsIn(answered.answer);
    if (answered.state !== 'complete' || calls.length === 0) return answered;
    const next = await continueAfterTools(context, { message: answered, calls, results: [], offered });
    if (!next) return answered;
    step = next;
  }
}

/** Builds the request for an answer below these messages. Catches bugs, because they would leave the answer running for ever. */
function buildRequest(
  { chat, settings }: TurnContext,
  path: readonly StoredMessage[],
): Result<{ readonly request: AnswerRequest; readonly offered: readonly OfferedTool[] }> {
  try {
    const rounds = countToolRounds(path);
    const offered = offeredTools(chat, settings);
    const request: AnswerRequest = {
      systemPrompt: settings.systemPrompt,
      path,
      tools: offered.map(({ tool }) => tool),
      parameters: rounds === 0 ? settings.parameters : relaxToolChoice(settings.parameters),
      validate: (answer) =>
        rounds >= maxToolRounds && toolCallsIn(answer).length > 0 ? failure('too-many-tool-rounds', { rounds: maxToolRounds }) : undefined,
    };
    return ok({ request, offered });
  } catch (error) {
    chat.onBug(error);
    return unexpected();
  }
}

/** Runs the calls and starts the answer to their results. Returns undefined if the turn was stopped or the results can't be saved. */
export async function continueAfterTools({ chat, turn }: TurnContext, pending: PendingToolCalls): Promise<StartedTurn | undefined> {
  const { message } = pending;
  const { conversationId, model } = message;
  const last = await runToolCalls(chat, turn, pending);
  if (!last) return undefined;
  const next = last.ok ? await startTurn(chat, { conversationId, parentId: last.value, model }) : last;
  if (next.ok) return next.value;
  // a turn that was stopped meanwhile did not fail
  if (!turn.signal.aborted) chat.emit('chat.message', { ...message, state: 'failed', failure: next.failure });
  return undefined;
}

/** Returns the tools a conversation offers. Of two with the same name only the first, because a call has only the name. */
export function offeredTools({ tools }: ChatDependencies, { toolIds }: ConversationSettings): readonly OfferedTool[] {
  const byName = new Map<string, OfferedTool>();
  for (const offered of tools.offer(toolIds)) if (!byName.has(offered.tool.name)) byName.set(offered.tool.name, offered);
  return [...byName.values()];
}

/** Returns the tool calls in an answer. */
export function toolCallsIn(answer: Answer): readonly ToolCall[] {
  return answer.parts.filter((part) => part.kind === 'tool-call');
}

/** Counts the rounds of tool calls since the user's last message. */
function countToolRounds(path: readonly StoredMessage[]): number {
  const question = path.findLastIndex((message) => message.role === 'user');
  return path.slice(question + 1).filter((message) => message.role === 'assistant' && toolCallsIn(message.answer).length > 0).length;
}

/** Removes a required tool choice, because the model must be free to answer once it has a result. */
function relaxToolChoice({ toolChoice, ...rest }: Parameters): Parameters {
  return toolChoice === undefined || toolChoice === 'auto' || toolChoice === 'none' ? { ...rest, ...(toolChoice && { toolChoice }) } : rest;
}
