import type { Answer, ToolCall } from '../../contract/answer.ts';
import type { Parameters } from '../../contract/conversation.ts';
import { ok, unexpected, type Failure, type Result } from '../../contract/failure.ts';
import type { ConversationSettings, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import type { OfferedTool } from '../tools/tools.ts';
import { generateAnswer, saveAnswer, emptyResult, type AnswerRequest } from './generate-answer.ts';
import { buildMessages } from './build-messages.ts';
import type { ActiveRun } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { runToolCalls, type PendingToolCalls } from './run-tool-calls.ts';

/** More rounds of calls for one question are a model that goes in circles. */
const maxToolRounds = 10;

/** One run, and what it asks with. */
export interface TurnContext {
  readonly setting: ChatDependencies;
  readonly run: ActiveRun;
  readonly settings: ConversationSettings;
}

/** Fills the answer, brings its calls to results, and so on until there is nothing left to call; gives the last answer. */
export async function runTurn(turning: TurnContext, first: StoredAnswer): Promise<StoredAnswer> {
  const { setting, run, settings } = turning;
  let message = first;
  for (;;) {
    const path = await setting.history.path(message.id);
    if (!path.ok) return saveAnswer(setting, message, { ...emptyResult(path.failure), state: 'failed' });
    const asked = ask(setting, settings, path.value.slice(0, -1));
    if (!asked.ok) return saveAnswer(setting, message, { ...emptyResult(asked.failure), state: 'failed' });
    const { question, offered } = asked.value;
    const answered = await generateAnswer(setting, run, message, question);
    const calls = toolCallsIn(answered.answer);
    if (answered.state !== 'complete' || calls.length === 0) return answered;
    const next = await continueAfterTools(turning, { message: answered, calls, offered, after: answered.id });
    if (!next) return answered;
    message = next;
  }
}

/** What to ask below these messages; a mistake in it must not leave the answer running for ever. */
function ask(
  setting: ChatDependencies,
  settings: ConversationSettings,
  before: readonly StoredMessage[],
): Result<{ readonly question: AnswerRequest; readonly offered: readonly OfferedTool[] }> {
  try {
    const rounds = roundsOf(before);
    const offered = offeredTools(setting, settings);
    const question: AnswerRequest = {
      kind: 'chat',
      messages: buildMessages(before, settings.systemPrompt),
      tools: offered.map(({ tool }) => tool),
      parameters: rounds === 0 ? settings.parameters : relaxToolChoice(settings.parameters),
      validate: (answer) => (rounds >= maxToolRounds && toolCallsIn(answer).length > 0 ? tooManyRounds : undefined),
    };
    return ok({ question, offered });
  } catch (error) {
    setting.onBug(error);
    return unexpected();
  }
}

/** Settles a round and opens the answer to it; undefined where the run was stopped or the results could not be kept. */
export async function continueAfterTools(turning: TurnContext, round: PendingToolCalls): Promise<StoredAnswer | undefined> {
  const { setting, run } = turning;
  const { message } = round;
  const settled = await runToolCalls(setting, run, round);
  if (!settled) return undefined;
  const next = settled.ok ? await addEmptyAnswer(setting, message.conversationId, settled.value, message.model) : settled;
  if (next.ok) return next.value;
  setting.emit('chat.message', { ...message, state: 'failed', failure: next.failure });
  return undefined;
}

/** Adds an answer that is about to come. */
export async function addEmptyAnswer(
  { history, emit }: ChatDependencies,
  conversationId: string,
  parentId: string,
  model: string,
): Promise<Result<StoredAnswer>> {
  const added = await history.add({ conversationId, parentId, role: 'assistant', model, mode: null });
  if (!added.ok) return added;
  if (added.value.role !== 'assistant') throw new Error('an answer was added and came back as something else');
  emit('chat.message', added.value);
  return { ok: true, value: added.value };
}

/** The tools a conversation offers; of two by one name only the first, since a call names just that. */
export function offeredTools({ tools }: ChatDependencies, { toolIds }: ConversationSettings): readonly OfferedTool[] {
  const byName = new Map<string, OfferedTool>();
  for (const offered of tools.offer(toolIds)) if (!byName.has(offered.tool.name)) byName.set(offered.tool.name, offered);
  return [...byName.values()];
}

/** The calls an answer makes. */
export function toolCallsIn(answer: Answer): readonly ToolCall[] {
  return answer.parts.filter((part) => part.kind === 'tool-call');
}

/** How often tools were called since the user last said something. */
function roundsOf(path: readonly StoredMessage[]): number {
  const asked = path.findLastIndex((message) => message.role === 'user');
  return path.slice(asked + 1).filter((message) => message.role === 'assistant' && toolCallsIn(message.answer).length > 0).length;
}

/** A tool that is demanded is demanded once: with its result the model must be free to answer. */
function relaxToolChoice({ toolChoice, ...rest }: Parameters): Parameters {
  return toolChoice === undefined || toolChoice === 'auto' || toolChoice === 'none' ? { ...rest, ...(toolChoice && { toolChoice }) } : rest;
}

const tooManyRounds: Failure = {
  code: 'answer-cut',
  message: `The model called tools ${maxToolRounds} times in a row without coming to an answer, so its last calls were not run.`,
  remedy: 'Tell it to answer with what it has, or ask in another way.',
};
