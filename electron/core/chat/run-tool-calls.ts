import type { ToolCall } from '../../contract/answer.ts';
import type { ToolCallDecision } from '../../contract/chat-turn.ts';
import { failed, type Failed, type Result } from '../../contract/failure.ts';
import type { StoredAnswer } from '../../contract/history.ts';
import type { OfferedTool, ToolOutcome } from '../tools/tools.ts';
import { abortable } from '../shared/abortable.ts';
import type { ActiveRun } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

/** The calls of an answer that have no result yet. */
export interface PendingToolCalls {
  readonly message: StoredAnswer;
  readonly calls: readonly ToolCall[];
  readonly offered: readonly OfferedTool[];
  /** Results follow this message, each below the former, in the order of the calls. */
  readonly after: string;
  /** What the user has said already, on one call. */
  readonly decided?: { readonly callId: string; readonly decision: ToolCallDecision };
}

/** Brings every call to a result, all at once; gives the last result's id, or undefined where the run was stopped first. */
export async function runToolCalls(
  setting: ChatDependencies,
  run: ActiveRun,
  round: PendingToolCalls,
): Promise<Result<string> | undefined> {
  const { message, calls, after, decided } = round;
  run.runningTools(message.id);
  // Older answers may hold an id twice; a decision is for the first call alone.
  const decidedAt = calls.findIndex(({ id }) => id === decided?.callId);
  const pending = calls.map((call, index) => resultOf(setting, run, round, call, index === decidedAt ? decided?.decision : undefined));
  let parentId = after;
  for (const [index, call] of calls.entries()) {
    const outcome = await pending[index];
    if (!outcome) return undefined;
    const { conversationId } = message;
    const added = await setting.history.add({ conversationId, parentId, role: 'tool', callId: call.id, name: call.name, ...outcome });
    if (!added.ok) return added;
    setting.emit('chat.message', added.value);
    parentId = added.value.id;
  }
  return { ok: true, value: parentId };
}

/** What is wrong with the user's word on a call of this tool. */
export function refuseDecision({ tools }: ChatDependencies, tool: OfferedTool | undefined, decision: ToolCallDecision): Failed | undefined {
  if (decision.kind !== 'run' || !tool) return undefined;
  if (tool.binding === 'ask') return failed('invalid-input', `${tool.tool.name} is answered by you.`, 'Type its result.');
  const problem = decision.arguments === undefined ? undefined : tools.checkArguments(tool.id, decision.arguments);
  return problem === undefined ? undefined : failed('invalid-input', problem, 'Correct the arguments.');
}

async function resultOf(
  setting: ChatDependencies,
  run: ActiveRun,
  round: PendingToolCalls,
  call: ToolCall,
  decided: ToolCallDecision | undefined,
): Promise<ToolOutcome | undefined> {
  try {
    const tool = round.offered.find((each) => each.tool.name === call.name);
    const args = call.arguments.trim() === '' ? '{}' : call.arguments;
    const problem = problemWith(setting, round, tool, call, args);
    if (!tool || problem !== undefined) return { text: problem ?? '', isError: true, by: 'causeway' };
    if (tool.runsByItself && tool.binding !== 'ask') return await runTool(setting, run, tool, args);
    const waiting = { messageId: round.message.id, callId: call.id, name: call.name, arguments: args, binding: tool.binding };
    const refuse = (decision: ToolCallDecision): Failed | undefined => refuseDecision(setting, tool, decision);
    const decision = decided ?? (await run.ask(waiting, refuse));
    return decision && (await execute(setting, run, tool, args, decision));
  } catch (error) {
    setting.onBug(error);
    return { text: 'This tool could not be run because of a mistake in the program that runs it.', isError: true, by: 'causeway' };
  }
}

/** In words for the model, which may try again. */
function problemWith(
  { tools }: ChatDependencies,
  { offered }: PendingToolCalls,
  tool: OfferedTool | undefined,
  call: ToolCall,
  args: string,
): string | undefined {
  if (!tool || call.state === 'not-offered') {
    const names = offered.map((each) => each.tool.name).join(', ');
    return `There is no tool called ${call.name}.${names === '' ? '' : ` There is: ${names}.`}`;
  }
  if (call.state !== 'valid') return `The arguments of this call are not a JSON object: ${call.arguments}`;
  return tools.checkArguments(tool.id, args);
}

async function runTool({ tools }: ChatDependencies, run: ActiveRun, tool: OfferedTool, args: string): Promise<ToolOutcome | undefined> {
  const outcome = await abortable(tools.run(tool.id, args, run.signal), run.signal);
  return run.signal.aborted ? undefined : outcome;
}

async function execute(
  setting: ChatDependencies,
  run: ActiveRun,
  tool: OfferedTool,
  args: string,
  decision: ToolCallDecision,
): Promise<ToolOutcome | undefined> {
  switch (decision.kind) {
    case 'result':
      return { text: decision.text, isError: false, by: 'user' };
    case 'decline':
      return { text: 'The user declined this call.', isError: true, by: 'user' };
    case 'run': {
      const outcome = await runTool(setting, run, tool, decision.arguments ?? args);
      if (!outcome || decision.arguments === undefined || decision.arguments === args) return outcome;
      // the model, and who reads it later, must not take the result for that of its own arguments
      return { ...outcome, text: `Run by the user with other arguments: ${decision.arguments}\n\n${outcome.text}` };
    }
  }
}
