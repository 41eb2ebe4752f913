import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { must } from '../../support/must.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { textWith, offeredTool, openTestChat, textOf, workingTools, waitingTurn } from './chat-fixture.ts';

const weatherSettings = { model: 'gamma-oss-120b', toolIds: ['weather'] };

const refusal = { ok: false, failure: failure('conversation-in-trash') };

// Otherwise an outdated window could change a conversation in the trash.
test('refuses every kind of turn in a trashed conversation until it is restored', async () => {
  const talk = await openTestChat();
  const begun = await talk.send('Write 100 words', { settings: { parameters: { maxTokens: 20 } } });
  const { conversationId } = begun;
  const cut = await talk.answer(begun);
  must(await talk.history.trash({ ids: [conversationId] }));
  const { settings } = must(await talk.history.read(conversationId));
  const turn = { conversationId, messageId: randomUUID(), parentId: cut.id, text: 'And now?', attachments: [], settings };
  expect(await talk.chat.send(turn)).toMatchObject(refusal);
  expect(await talk.chat.regenerate(cut.id, null)).toMatchObject(refusal);
  expect(await talk.chat.continue(cut.id)).toMatchObject(refusal);
  expect(await talk.settled(conversationId)).toEqual([expect.objectContaining({ role: 'user' }), cut]);
  must(await talk.history.restore({ ids: [conversationId] }));
  must(await talk.chat.continue(cut.id));
  expect(textOf(await talk.answer(begun)).length).toBeGreaterThan(textOf(cut).length);
});

// A tool would run for a conversation that the user no longer sees.
test('refuses a decision on a call in the trash, and runs the call after a restore', async () => {
  const { ran, tools } = workingTools([offeredTool('weather', { runsByItself: false })]);
  const talk = await openTestChat({ tools });
  const { conversationId } = await talk.send('What is the weather in Paris?', { settings: weatherSettings });
  const { messageId, waiting } = await waitingTurn(talk);
  const callId = waiting[0]?.callId ?? '';
  must(await talk.history.trash({ ids: [conversationId] }));
  await talk.settled(conversationId);
  expect(await talk.chat.decideCall(messageId, callId, { kind: 'run' })).toMatchObject(refusal);
  expect(ran).toEqual([]);
  must(await talk.history.restore({ ids: [conversationId] }));
  must(await talk.chat.decideCall(messageId, callId, { kind: 'run' }));
  await talk.settled(conversationId);
  expect(ran).toEqual(['{"city":"Paris"}']);
});

test('refuses to edit a tool’s result in the trash', async () => {
  const talk = await openTestChat(workingTools([offeredTool('weather')]));
  const { conversationId } = await talk.send('What is the weather in Paris?', { settings: weatherSettings });
  const before = await talk.settled(conversationId);
  must(await talk.history.trash({ ids: [conversationId] }));
  const result = before.find(({ role }) => role === 'tool')?.id ?? 'none';
  expect(await talk.chat.editResult(result, 'snow')).toMatchObject(refusal);
  expect(await talk.settled(conversationId)).toEqual(before);
});

// It would continue and call tools unseen.
test('stops an answer when its conversation is trashed, and keeps its text', async () => {
  const talk = await openTestChat({ demo: { speed: 'real' } });
  const begun = await talk.send('Write 2000 words');
  await vi.waitFor(() => expect(talk.emitted['chat.progress']?.length ?? 0).toBeGreaterThan(2), waitOptions);
  must(await talk.history.trash({ ids: [begun.conversationId] }));
  const stopped = await talk.answer(begun);
  expect(stopped).toMatchObject({ state: 'stopped' });
  expect(textOf(stopped)).not.toBe('');
});

test('refuses to complete a text in the trash', async () => {
  const talk = await openTestChat({ mode: 'direct' });
  const settings = { model: 'beta-4-scout', systemPrompt: '', parameters: { maxTokens: 5 }, toolIds: [] };
  const begun = must(await talk.chat.complete(textWith({ prompt: 'Once upon a time', settings })));
  const { conversationId } = begun;
  const answer = await talk.answer(begun);
  must(await talk.history.trash({ ids: [conversationId] }));
  expect(await talk.chat.complete(textWith({ conversationId, prompt: 'Once more', settings }))).toMatchObject(refusal);
  expect(await talk.chat.regenerate(answer.id, null)).toMatchObject(refusal);
});
