import { expect, test, vi } from 'vitest';
import { lastBody } from '../conformance/rig.ts';
import { openTestChat, type TestChat } from './chat-fixture.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { must } from '../../support/must.ts';

const question = 'Please explain to me in some detail how the tides move under the old stone causeway in winter';

async function titleOf(talk: TestChat, id: string): Promise<string> {
  return must(await talk.history.read(id)).title;
}

test.for(['alpha-R1', 'beta-4-scout', 'gamma-oss-120b'])('generates a title for a new conversation with %s, once', async (model) => {
  const talk = await openTestChat({ makesTitles: true });
  const begun = await talk.send(question, { settings: { model, systemPrompt: 'Be brief.' } });
  const answer = await talk.answer(begun);
  await vi.waitFor(async () => expect(await titleOf(talk, begun.conversationId)).toBe('Please explain to me in some'), waitOptions);
  expect(lastBody(talk.rig.demo)).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }] });
  expect(talk.emitted['chat.message']).toHaveLength(3);
  const { conversationId } = begun;
  await talk.answer(await talk.send('And in summer?', { conversationId, parentId: answer.id, settings: { model } }));
  await talk.chat.close();
  expect(talk.rig.demo.requests()).toHaveLength(3);
});

test('doesn’t ask for a title if titles are off or the user named the conversation', async () => {
  const plain = await openTestChat();
  const begun = await plain.send(question);
  await plain.answer(begun);
  await plain.chat.close();
  expect(plain.rig.demo.requests()).toHaveLength(1);
  expect(await titleOf(plain, begun.conversationId)).toBe('Please explain to me in some detail how the tides move…');

  const named = await openTestChat({ makesTitles: true });
  const release = named.rig.demo.fault({ kind: 'stall', count: 'once' });
  const own = await named.send(question);
  must(await named.history.change({ id: own.conversationId, change: { title: 'Tides' } })); // before the answer is complete
  release();
  await named.answer(own);
  await named.chat.close();
  expect(named.rig.demo.requests()).toHaveLength(1);
  expect(await titleOf(named, own.conversationId)).toBe('Tides');
});

test('keeps the first words as the title when generating one fails', async () => {
  const talk = await openTestChat({ makesTitles: true });
  const lift = talk.rig.demo.onRequest(({ outcome }) => {
    if (outcome === 'answered') talk.rig.demo.fault('status,status=503');
  });
  const begun = await talk.send(question);
  const answer = await talk.answer(begun);
  await vi.waitFor(() => expect(talk.rig.demo.requests().at(-1)).toMatchObject({ status: 503 }), waitOptions);
  lift();
  await talk.chat.close();
  expect(answer).toMatchObject({ state: 'complete', failure: null });
  expect(await titleOf(talk, begun.conversationId)).toContain('Please explain to me in some detail');
});

test('takes no title that is cut off (catches the model’s thoughts as the title)', async () => {
  const talk = await openTestChat({ makesTitles: true });
  talk.setModels((model) => ({ ...model, capabilities: { ...model.capabilities, reasoning: false } })); // so that it is given few tokens
  const begun = await talk.send(question, { settings: { model: 'alpha-R1' } });
  await talk.answer(begun);
  await vi.waitFor(() => expect(talk.rig.demo.requests()).toHaveLength(2), waitOptions);
  await vi.waitFor(() => expect(talk.rig.demo.requests().at(-1)).toMatchObject({ outcome: 'answered' }), waitOptions);
  await talk.chat.close();
  expect(await titleOf(talk, begun.conversationId)).toContain('Please explain to me in some detail');
});
