import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import type { StoredAnswer } from '../../../electron/contract/history.ts';
import { createActiveRuns } from '../../../electron/core/chat/active-runs.ts';
import type { ChatDependencies } from '../../../electron/core/chat/chat-dependencies.ts';
import { runToolCalls } from '../../../electron/core/chat/run-tool-calls.ts';
import type { OfferedTool } from '../../../electron/core/tools/tools.ts';

const call = (name: string) => ({ kind: 'tool-call', id: name, name, arguments: '{}', state: 'valid' }) as const;
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
}

/** Starts a call that waits for the user and one that doesn't, in this order. Resolves when the result of the second is saved. */
async function startCalls() {
  const saved: (readonly (string | undefined)[])[] = [];
  const emitted: string[] = [];
  // only what running tools needs
  const chat = {
    history: {
      add: async (message: SavedResult) => {
        saved.push([message.callId, message.parentId, message.childId]);
        return ok({ ...message, id: `result of ${message.callId}` });
      },
    },
    tools: { checkArguments: () => undefined, run: async () => ({ text: 'done', isError: false, by: 'http' }) },
    emit: (_event: string, { callId, parentId }: SavedResult) => emitted.push(`${callId} below ${parentId}`),
    onBug: (error: unknown) => expect.unreachable(String(error)),
  } as unknown as ChatDependencies;
  const message = { id: 'answer', conversationId: 'c' } as StoredAnswer;
  const calls = [call('asks'), call('runs')];
  const runs = createActiveRuns(() => undefined, chat.onBug);
  const ended = Promise.withResolvers<Awaited<ReturnType<typeof runToolCalls>>>();
  await runs.start('c', async (run) =>
    ok({
      messageId: message.id,
      work: async () => {
        const pending = { message, calls, offered: [offered('asks', false), offered('runs', true)], results: [] };
        ended.resolve(await runToolCalls(chat, run, pending));
      },
    }),
  );
  await expect.poll(() => emitted).toEqual(['runs below answer']);
  return { saved, emitted, run: runs.find('c'), ended: ended.promise };
}

test('saves a result at once, while an earlier call waits (catches a tool that runs twice after a crash)', async () => {
  const { saved } = await startCalls();
  expect(saved).toEqual([['runs', 'answer', undefined]]);
});

test('saves and emits results in the order of the calls, whichever ends first', async () => {
  const { saved, emitted, run, ended } = await startCalls();
  run?.decide('answer', 'asks', { kind: 'decline' });
  expect(await ended).toEqual(ok('result of runs'));
  expect(saved.at(-1)).toEqual(['asks', 'answer', 'result of runs']);
  expect(emitted.slice(1)).toEqual(['asks below answer', 'runs below result of asks']);
});

test('keeps the result of a finished tool when the run is stopped (catches a tool that runs twice)', async () => {
  const { saved, run, ended } = await startCalls();
  await run?.stop('stopped');
  expect(saved).toEqual([['runs', 'answer', undefined]]);
  expect(await ended).toBeUndefined();
});
