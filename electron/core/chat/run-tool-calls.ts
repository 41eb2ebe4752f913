import type { ToolCall } from '../../contract/answer.ts';
import type { ToolCallDecision } from '../../contract/chat-turn.ts';
import { ok, type Failed, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { StoredAnswer, StoredMessage } from '../../contract/history.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import { maxImages } from '../../contract/constants.ts';
import type { Image } from '../../contract/image.ts';
import type { OfferedTool, ToolOutcome } from '../tools/tools.ts';
import { abortable } from '../shared/abortable.ts';
import type { ActiveTurn } from './active-turns.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { toolResultTexts } from './text.ts';

/** The calls of one answer that are run, and those that run by themselves at the same time. A model may call hundreds. */
const maxCalls = 64;
const maxParallelRuns = 4;

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
 * Runs all calls without a result, and saves each result when its call has ended, because it must not run again after a crash.
 * Returns the last result's id, or undefined if the turn was stopped before every call had one.
 */
export async function runToolCalls(
  chat: ChatDependencies,
  turn: ActiveTurn,
  pending: PendingToolCalls,
): Promise<Result<string> | undefined> {
  const { message, calls, results, decided } = pending;
  turn.runningTools(message.id);
  const chain = createToolResultChain(chat, message, calls, results);
  const open = calls.filter(({ id }) => results.every(({ callId }) => callId !== id));
  // older answers may have an id twice; a decision is for the first call only
  const decidedAt = open.findIndex(({ id }) => id === decided?.callId);
  const inSlot = createSlots(maxParallelRuns);
  const allowed = new Set(calls.slice(0, maxCalls));
  const excess: ToolCall[] = [];
  const running: Promise<Result<undefined> | undefined>[] = [];
  for (const [index, call] of open.entries()) {
    const decision = index === decidedAt ? decided?.decision : undefined;
    if (!decision && !allowed.has(call)) excess.push(call);
    else running.push(resolveCall(chat, turn, pending, call, decision, inSlot).then((outcome) => outcome && chain.save(call, outcome)));
  }
  const saved = await Promise.all(running);
  // after the others, because each result that is saved before them is emitted again
  if (!saved.includes(undefined)) {
    for (const call of excess) saved.push(await chain.save(call, causewayError(toolResultTexts.tooManyCalls(maxCalls))));
  }
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
  turn: ActiveTurn,
  pending: PendingToolCalls,
  call: ToolCall,
  decided: ToolCallDecision | undefined,
  inSlot: RunInSlot,
): Promise<ToolOutcome | undefined> {
  try {
    const tool = pending.offered.find((each) => each.tool.name === call.name);
    const args = call.arguments.trim() === '' ? '{}' : call.arguments;
    const problem = findProblem(chat, pending, tool, call, args);
    if (!tool || problem !== undefined) return causewayError(problem ?? '');
    if (!decided && runsByItself(tool)) {
      // the user may have changed the tool since the model was asked
      const ran = await inSlot(async () => runsByItself(findOffered(chat, tool)) && { outcome: await runTool(chat, turn, tool, args) });
      if (ran) return ran.outcome;
    }
    const waiting = { messageId: pending.message.id, callId: call.id, name: call.name, arguments: args, binding: tool.binding };
    const refuse = (decision: ToolCallDecision): Failed | undefined => refuseDecision(chat, tool, decision);
    const decision = decided ?? (await turn.ask(waiting, refuse));
    return decision && (await execute(chat, turn, tool, args, decision));
  } catch (error) {
    chat.onBug(error);
    return causewayError(toolResultTexts.unexpected);
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

function runsByItself(tool: OfferedTool | undefined): boolean {
  return tool !== undefined && tool.runsByItself && tool.binding !== 'ask';
}

/** Returns a tool as it is offered now. */
function findOffered({ tools }: ChatDependencies, { id }: OfferedTool): OfferedTool | undefined {
  return tools.offer([id]).find((each) => each.id === id);
}

function causewayError(text: string): ToolOutcome {
  return { text, isError: true, by: 'causeway' };
}

async function runTool({ tools }: ChatDependencies, turn: ActiveTurn, tool: OfferedTool, args: string): Promise<ToolOutcome | undefined> {
  if (turn.signal.aborted) return undefined;
  const outcome = await abortable(tools.run(tool.id, args, turn.signal), turn.signal);
  return turn.signal.aborted ? undefined : outcome;
}

async function execute(
  chat: ChatDependencies,
  turn: ActiveTurn,
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
      const outcome = await runTool(chat, turn, tool, decision.arguments ?? args);
      if (!outcome || decision.arguments === undefined || decision.arguments === args) return outcome;
      // neither the model nor a reader must take it for the result of the original arguments
      return { ...outcome, text: toolResultTexts.otherArguments(decision.arguments, outcome.text) };
    }
  }
}

type RunInSlot = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a function that does at most `count` works at a time, in the order of its calls. */
function createSlots(count: number): RunInSlot {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Saves the images of a result. Its text says which ones can't be saved, for the model and the user. */
async function storeImages(
  history: Pick<ChatDependencies['history'], 'saveImage'>,
  tool: string,
  { images = [], ...outcome }: ToolOutcome,
): Promise<Omit<ToolOutcome, 'images'> & { readonly images: readonly Image[] }> {
  const stored: Image[] = [];
  const refused: string[] = [];
  for (const [index, data] of images.slice(0, maxImages).entries()) {
    const saved = await history.saveImage({ data });
    const name = `${tool} ${index + 1}`;
    if (saved.ok) stored.push({ ...saved.value, name: `${name}.${saved.value.type.slice('image/'.length)}`, alternative: '' });
    else refused.push(toolResultTexts.imageRefused(name, describeFailure(saved.failure).message));
  }
  if (images.length > maxImages) refused.push(toolResultTexts.tooManyImages(images.length - maxImages, maxImages));
  return { ...outcome, text: [outcome.text, ...refused].join('\n'), images: stored };
}

export type StoredResult = Extract<StoredMessage, { role: 'tool' }>;

/** The results of an answer's tool calls, each below the last, in the order of the calls. */
function createToolResultChain(
  { history, emit }: Pick<ChatDependencies, 'history' | 'emit'>,
  { id: answerId, conversationId }: StoredAnswer,
  calls: readonly ToolCall[],
  saved: readonly StoredResult[],
) {
  let chain: readonly StoredMessage[] = saved;
  const order = new Map(saved.map(({ id, callId }) => [id, calls.findIndex((call) => call.id === callId)]));
  let saving: Promise<unknown> = Promise.resolve();

  const add = async (call: ToolCall, outcome: ToolOutcome): Promise<Result<undefined>> => {
    const { images, ...result } = await storeImages(history, call.name, outcome);
    const index = calls.indexOf(call);
    const position = chain.findLastIndex(({ id }) => (order.get(id) ?? -1) < index) + 1;
    const before = chain.slice(0, position);
    const [next, ...rest] = chain.slice(position);
    const added = await history.add({
      conversationId,
      parentId: before.at(-1)?.id ?? answerId,
      ...(next && { childId: next.id }),
      role: 'tool',
      callId: call.id,
      name: call.name,
      ...result,
      ...(images.length === 0 ? {} : { images }),
    });
    if (!added.ok) return added;
    order.set(added.value.id, index);
    const after = next ? [{ ...next, parentId: added.value.id, siblings: [next.id] }, ...rest] : [];
    chain = [...before, added.value, ...after];
    // a new message replaces those that followed its parent, so they are emitted again
    for (const message of [added.value, ...after]) emit('chat.message', message);
    return ok(undefined);
  };

  return {
    /** Saves the result of a call and emits it, in its place among the results that are saved already. */
    save: (call: ToolCall, outcome: ToolOutcome): Promise<Result<undefined>> => {
      const done = saving.then(() => add(call, outcome)); // one at a time, because each has its place below another
      saving = done;
      return done;
    },
    /** Returns the id of the last result, or of the answer if there is none. */
    lastId: (): string => chain.at(-1)?.id ?? answerId,
  };
}
