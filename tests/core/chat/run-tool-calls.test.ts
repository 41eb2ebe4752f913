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

/** Runs a call that waits for the user and one that doesn't, in this order, and stops the run once the second has ended. */
async function stopBeforeDecision() {
  const saved: unknown[] = [];
  // only what running tools needs
  const chat = {
    history: {
      add: async (message: { readonly callId: string; readonly parentId: string }) => {
        saved.push([message.callId, message.parentId]);
        return ok({ ...message, id: `result of ${message.callId}` });
      },
    },
    tools: { checkArguments: () => undefined, run: async () => ({ text: 'done', isError: false, by: 'http' }) },
    emit: () => undefined,
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
        const pending = { message, calls, offered: [offered('asks', false), offered('runs', true)], after: message.id };
        ended.resolve(await runToolCalls(chat, run, pending));
      },
    }),
  );
  await new Promise(setImmediate);
  await runs.find('c')?.stop('stopped');
  return { saved, returned: await ended.promise };
}

test('keeps the result of a finished tool when the run is stopped (catches a tool that runs twice)', async () => {
  const { saved, returned } = await stopBeforeDecision();
  expect(saved).toEqual([['runs', 'answer']]);
  expect(returned).toBeUndefined();
});
