import type { ToolCall } from '../../contract/answer.ts';
import type { ToolCallDecision } from '../../contract/chat-turn.ts';
import { ok, type Failed, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { StoredAnswer } from '../../contract/history.ts';
import type { OfferedTool, ToolOutcome } from '../tools/tools.ts';
import { abortable } from '../shared/abortable.ts';
import type { ActiveRun } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { toolResultTexts } from './text.ts';
import { createToolResultChain, type StoredResult } from './tool-result-chain.ts';

/** The tool calls of an answer, some of which have no result yet. */
export interface PendingToolCalls {
  readonly message: StoredAnswer;
  readonly calls: readonly ToolCall[];
  /** The results so far, each below the last. */
  readonly results: readonly StoredResult[];
  readonly offered: readonly OfferedTool[];
  /** The decision the user has made already, for one call. */
  readonly decided?: { readonly callId: string; readonly decision: ToolCallDecision };
}

/**
 * Runs all calls without a result at once, and saves each result when its call has ended, because it must not run again after a crash.
 * Returns the last result's id, or undefined if the run was stopped before every call had one.
 */
export async function runToolCalls(chat: ChatDependencies, run: ActiveRun, pending: PendingToolCalls): Promise<Result<string> | undefined> {
  const { message, calls, results, decided } = pending;
  run.runningTools(message.id);
  const chain = createToolResultChain(chat, message, calls, results);
  const open = calls.filter(({ id }) => results.every(({ callId }) => callId !== id));
  // older answers may have an id twice; a decision is for the first call only
  const decidedAt = open.findIndex(({ id }) => id === decided?.callId);
  const saved = await Promise.all(
    open.map(async (call, index) => {
      const outcome = await resolveCall(chat, run, pending, call, index === decidedAt ? decided?.decision : undefined);
      return outcome && chain.save(call, outcome);
    }),
  );
  const failed = saved.find((result) => result?.ok === false);
  if (failed?.ok === false) return failed;
  return saved.includes(undefined) ? undefined : ok(chain.lastId());
}

/** Returns a failure if the decision is not possible for this tool. */
export function refuseDecision({ tools }: ChatDependencies, tool: OfferedTool | undefined, decision: ToolCallDecision): Failed | undefined {
  if (decision.kind !== 'run' || !tool) return undefined;
  if (tool.binding === 'ask') return fail('tool-result-from-user', { tool: tool.tool.name });
  const problem = decision.arguments === undefined ? undefined : tools.checkArguments(tool.id, decision.arguments);
  return problem === undefined ? undefined : fail('tool-arguments-invalid', { problem });
}

async function resolveCall(
  chat: ChatDependencies,
  run: ActiveRun,
  pending: PendingToolCalls,
  call: ToolCall,
  decided: ToolCallDecision | undefined,
): Promise<ToolOutcome | undefined> {
  try {
    const tool = pending.offered.find((each) => each.tool.name === call.name);
    const args = call.arguments.trim() === '' ? '{}' : call.arguments;
    const problem = findProblem(chat, pending, tool, call, args);
    if (!tool || problem !== undefined) return { text: problem ?? '', isError: true, by: 'causeway' };
    if (tool.runsByItself && tool.binding !== 'ask') return await runTool(chat, run, tool, args);
    const waiting = { messageId: pending.message.id, callId: call.id, name: call.name, arguments: args, binding: tool.binding };
    const refuse = (decision: ToolCallDecision): Failed | undefined => refuseDecision(chat, tool, decision);
    const decision = decided ?? (await run.ask(waiting, refuse));
    return decision && (await execute(chat, run, tool, args, decision));
  } catch (error) {
    chat.onBug(error);
    return { text: toolResultTexts.unexpected, isError: true, by: 'causeway' };
  }
}

/** Returns why a call can't be run, for the model, which may try again. */
function findProblem(
  { tools }: ChatDependencies,
  { offered }: PendingToolCalls,
  tool: OfferedTool | undefined,
  call: ToolCall,
  args: string,
): string | undefined {
  if (!tool || call.state === 'not-offered') {
    return toolResultTexts.unknownTool(
      call.name,
      offered.map((each) => each.tool.name),
    );
  }
  if (call.state !== 'valid') return toolResultTexts.notAnObject(call.arguments);
  return tools.checkArguments(tool.id, args);
}

async function runTool({ tools }: ChatDependencies, run: ActiveRun, tool: OfferedTool, args: string): Promise<ToolOutcome | undefined> {
  const outcome = await abortable(tools.run(tool.id, args, run.signal), run.signal);
  return run.signal.aborted ? undefined : outcome;
}

async function execute(
  chat: ChatDependencies,
  run: ActiveRun,
  tool: OfferedTool,
  args: string,
  decision: ToolCallDecision,
): Promise<ToolOutcome | undefined> {
  switch (decision.kind) {
    case 'result':
      return { text: decision.text, isError: false, by: 'user' };
    case 'decline':
      return { text: toolResultTexts.declined, isError: true, by: 'user' };
    case 'run': {
      const outcome = await runTool(chat, run, tool, decision.arguments ?? args);
      if (!outcome || decision.arguments === undefined || decision.arguments === args) return outcome;
      // neither the model nor a reader must take it for the result of the original arguments
      return { ...outcome, text: toolResultTexts.otherArguments(decision.arguments, outcome.text) };
    }
  }
}
