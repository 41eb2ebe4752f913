import { expect, test, vi } from 'vitest';
import { must } from '../../support/must.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { offeredTool, openTestChat, workingTools, waitingTurn } from './chat-fixture.ts';

const settings = { model: 'gamma-oss-120b', toolIds: ['weather'] };
const weatherQuestion = 'What is the weather in Paris?';
const switched = { state: 'failed', failure: { reason: 'profile-switched', params: { profile: 'Profile other' } } } as const;

test('sends a profile nothing that becomes active while a tool runs, and answers when tried again', async () => {
  const talk = await openTestChat(workingTools([offeredTool('weather')], () => talk.setProfile('other')));
  const answer = await talk.answer(await talk.send(weatherQuestion, { settings }));
  expect(answer).toMatchObject(switched);
  expect(talk.rig.demo.requests()).toHaveLength(1);

  const again = await talk.answer(must(await talk.chat.regenerate(answer.id, null)));
  expect(again).toMatchObject({ state: 'complete', failure: null });
  expect(talk.rig.demo.requests()).toHaveLength(2);
});

test('keeps the profile of a resumed tool call', async () => {
  const talk = await openTestChat(workingTools([offeredTool('weather', { runsByItself: false })], () => talk.setProfile('other')));
  const begun = await talk.send(weatherQuestion, { settings });
  const { messageId, waiting } = await waitingTurn(talk);
  await talk.chat.stop(begun.conversationId);
  must(await talk.chat.decideCall(messageId, waiting[0]?.callId ?? '', { kind: 'run' }));
  expect(await talk.answer(begun)).toMatchObject(switched);
  expect(talk.rig.demo.requests()).toHaveLength(1);
});

test('doesn’t ask another profile for a title (catches an answer that is sent to another service)', async () => {
  const talk = await openTestChat({ makesTitles: true });
  const release = talk.rig.demo.fault({ kind: 'stall', after: 5, count: 'once' });
  const begun = await talk.send('Write 60 words');
  await vi.waitFor(() => expect(talk.emitted['chat.progress']).toBeDefined(), waitOptions);
  talk.setProfile('other');
  release();
  expect(await talk.answer(begun)).toMatchObject({ state: 'complete', failure: null });
  await talk.chat.close();
  expect(talk.rig.demo.requests()).toHaveLength(1);
});
