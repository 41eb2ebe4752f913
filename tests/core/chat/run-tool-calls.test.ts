import { expect, test } from 'vitest';
import type { ToolCall } from '../../../electron/contract/answer.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { StoredAnswer } from '../../../electron/contract/history.ts';
import { createActiveTurns } from '../../../electron/core/chat/active-turns.ts';
import type { ChatDependencies } from '../../../electron/core/chat/chat-dependencies.ts';
import { runToolCalls, type PendingToolCalls } from '../../../electron/core/chat/run-tool-calls.ts';
import { toolResultTexts } from '../../../electron/core/chat/text.ts';
import type { OfferedTool, Tools } from '../../../electron/core/tools/tools.ts';

const call = (name: string, id = name): ToolCall => ({ kind: 'tool-call', id, name, arguments: '{}', state: 'valid' });
const offered = (name: string, runsByItself: boolean): OfferedTool => ({
  id: name,
  binding: 'http',
  runsByItself,
  tool: { name, description: '', parameters: {} },
});

interface SavedResult {
  readonly callId: string;
  readonly parentId: string;
  readonly childId?: string;
  readonly text: string;
}

interface CallOptions {
  readonly calls: readonly ToolCall[];
  readonly tools: readonly OfferedTool[];
  /** The tools as they are when their calls run. */
  readonly changed?: readonly OfferedTool[];
  readonly decided?: PendingToolCalls['decided'];
  readonly runTool?: Tools['run'];
}

/** Runs the calls of an answer. Collects what it saves and emits. */
async function startTurn({ calls, tools, changed = tools, decided, runTool }: CallOptions) {
  const saved: (readonly (string | undefined)[])[] = [];
  const emitted: string[] = [];
  const texts: string[] = [];
  // only what running tools needs
  const chat = {
    history: {
      add: async (message: SavedResult) => {
        texts.push(message.text);
        saved.push([message.callId, message.parentId, message.childId]);
        return ok({ ...message, id: `result of ${message.callId}` });
      },
    },
    tools: {
      checkArguments: () => undefined,
      offer: (ids: readonly string[]) => changed.filter(({ id }) => ids.includes(id)),
      run: runTool ?? (async () => ({ text: 'done', isError: false, by: 'http' })),
    },
    emit: (_event: string, { callId, parentId }: SavedResult) => emitted.push(`${callId} below ${parentId}`),
    onBug: (error: unknown) => expect.unreachable(String(error)),
  } as unknown as ChatDependencies;
  const message = { id: 'answer', conversationId: 'c' } as StoredAnswer;
  const turns = createActiveTurns(() => undefined, chat.onBug);
  const ended = Promise.withResolvers<Awaited<ReturnType<typeof runToolCalls>>>();
  await turns.start('c', async (turn) =>
    ok({
      messageId: message.id,
      work: async () => {
        const pending = { message, calls, offered: tools, results: [], ...(decided && { decided }) };
        ended.resolve(await runToolCalls(chat, turn, pending));
      },
    }),
  );
  return { saved, emitted, texts, turns, turn: turns.find('c'), ended: ended.promise };
}

/** Starts a call that waits for the user and one that doesn't, in this order. Resolves when the result of the second is saved. */
async function startCalls() {
  const started = await startTurn({ calls: [call('asks'), call('runs')], tools: [offered('asks', false), offered('runs', true)] });
  await expect.poll(() => started.emitted).toEqual(['runs below answer']);
  return started;
}

test('saves a result at once, while an earlier call waits (catches a tool that runs twice after a crash)', async () => {
  const { saved } = await startCalls();
  expect(saved).toEqual([['runs', 'answer', undefined]]);
});

test('keeps the result of a finished tool when the turn is stopped (catches a tool that runs twice)', async () => {
  const { saved, turn, ended } = await startCalls();
  await turn?.stop('stopped');
  expect(saved).toEqual([['runs', 'answer', undefined]]);
  expect(await ended).toBeUndefined();
});

test.each([
  ['no longer runs by itself', [offered('weather', false)]],
  ['was turned off', []],
])('asks before it runs a tool that %s since the model was asked', async (_, changed) => {
  const { turns } = await startTurn({ calls: [call('weather')], tools: [offered('weather', true)], changed });
  await expect.poll(() => turns.list()).toMatchObject([{ state: 'waiting-for-user', waiting: [{ name: 'weather' }] }]);
});

test('obeys the decision on a call whose tool runs by itself (catches a declined call that runs)', async () => {
  const { ended, texts } = await startTurn({
    calls: [call('weather')],
    tools: [offered('weather', true)],
    decided: { callId: 'weather', decision: { kind: 'decline' } },
  });
  expect(await ended).toEqual(ok('result of weather'));
  expect(texts).toEqual([toolResultTexts.declined]);
});

test('runs four tools at a time and 64 of an answer, and tells the model so (catches hundreds of programs at once)', async () => {
  const calls = Array.from({ length: 70 }, (_, index) => call('weather', `call ${index}`));
  const running = new Set<() => void>();
  let count = 0;
  const runTool: Tools['run'] = async () => {
    const end = Promise.withResolvers<undefined>();
    const release = (): void => end.resolve(undefined);
    running.add(release);
    count += 1;
    await end.promise;
    running.delete(release);
    return { text: 'fine', isError: false, by: 'http' };
  };
  const { emitted, ended, texts } = await startTurn({ calls, tools: [offered('weather', true)], runTool });
  for (let rounds = 0; rounds < 16; rounds += 1) {
    await expect.poll(() => count).toBe(4 * (rounds + 1));
    expect(running.size).toBe(4);
    for (const release of running) release();
  }
  expect(await ended).toEqual(ok('result of call 69'));
  expect(texts.filter((text) => text === 'fine')).toHaveLength(64);
  expect(texts.filter((text) => text === toolResultTexts.tooManyCalls(64))).toHaveLength(6);
  expect(emitted.filter((each) => each.startsWith('call 69 '))).toHaveLength(1); // not again for each of the others
});

test('starts no more tools once the turn is stopped', async () => {
  const calls = Array.from({ length: 6 }, (_, index) => call('weather', `call ${index}`));
  const begun: string[] = [];
  const runTool: Tools['run'] = (id) => {
    begun.push(id);
    return new Promise(() => undefined);
  };
  const { turn, ended } = await startTurn({ calls, tools: [offered('weather', true)], runTool });
  await expect.poll(() => begun).toHaveLength(4);
  await turn?.stop('stopped');
  expect(await ended).toBeUndefined();
  expect(begun).toHaveLength(4);
});
