import { expect, test, vi } from 'vitest';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import { must } from '../../support/must.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { offeredTool, openTestChat, textOf, type TestChat, workingTools } from './chat-fixture.ts';

const weatherSettings = { model: 'gamma-oss-120b', toolIds: ['weather'] };

/** Deletes a message. Returns what is emitted for messages from then on. */
async function deleteMessage(talk: TestChat, messageId: string): Promise<readonly StoredMessage[]> {
  must(await talk.history.deleteMessage({ messageId }));
  const emitted: StoredMessage[] = [];
  talk.on('chat.message', (message) => void emitted.push(message));
  return emitted;
}

/** Waits until the turn is in a state. Returns the message it works on. */
const messageIn = (talk: TestChat, state: string): Promise<string> =>
  vi.waitFor(() => {
    const turn = talk.chat.turns().find((each) => each.state === state);
    if (!turn) throw new Error(`no turn is ${state} yet`);
    return turn.messageId;
  }, waitOptions);

test('stops a turn when the answer is deleted whose tool call waits (catches a conversation that stays blocked)', async () => {
  const talk = await openTestChat({ tools: { offered: [offeredTool('weather', { runsByItself: false })] } });
  const { conversationId } = await talk.send('What is the weather in Paris?', { settings: weatherSettings });
  const emitted = await deleteMessage(talk, await messageIn(talk, 'waiting-for-user'));
  const [question] = await talk.settled(conversationId);
  expect(emitted).toEqual([]);
  const next = await talk.send('And now?', { conversationId, parentId: question?.id ?? null });
  expect(await talk.answer(next)).toMatchObject({ state: 'complete' });
});

test('emits no answer that was deleted while its tool ran (catches a deleted message that reappears)', async () => {
  const tool = Promise.withResolvers<undefined>();
  const talk = await openTestChat(workingTools([offeredTool('weather')], () => tool.promise));
  const { conversationId } = await talk.send('What is the weather in Paris?', { settings: weatherSettings });
  const emitted = await deleteMessage(talk, await messageIn(talk, 'running-tools'));
  tool.resolve(undefined);
  expect(await talk.settled(conversationId)).toMatchObject([{ role: 'user' }]);
  expect(emitted).toEqual([]);
});

test('stops an answer whose question is deleted, and restores what it had written', async () => {
  const talk = await openTestChat({ demo: { speed: 'real' } });
  const begun = await talk.send('Write 2000 words');
  await vi.waitFor(() => expect(talk.emitted['chat.progress']?.length ?? 0).toBeGreaterThan(2), waitOptions);
  const question = must(await talk.history.message(begun.messageId)).parentId ?? '';
  const emitted = await deleteMessage(talk, question);
  expect(await talk.settled(begun.conversationId)).toEqual([]);
  expect(emitted).toEqual([]);
  must(await talk.history.restoreMessage({ messageId: question }));
  const restored = await talk.answer(begun);
  expect(restored).toMatchObject({ state: 'stopped' });
  expect(textOf(restored)).not.toBe('');
});

test('keeps a turn when a message of another branch is deleted', async () => {
  const talk = await openTestChat({ tools: { offered: [offeredTool('weather', { runsByItself: false })] } });
  const first = await talk.send('Hello');
  const { id: other, parentId } = await talk.answer(first);
  const { conversationId } = first;
  await talk.send('What is the weather in Paris?', { conversationId, parentId, settings: weatherSettings });
  await messageIn(talk, 'waiting-for-user');
  must(await talk.history.deleteMessage({ messageId: other }));
  expect(talk.chat.turns()).toMatchObject([{ state: 'waiting-for-user' }]);
});
