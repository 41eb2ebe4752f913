import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { lastBody, lastRequest } from '../conformance/rig.ts';
import { textWith, openTestChat, textOf } from './chat-fixture.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { must } from '../../support/must.ts';

test('finishes an answer in the mode it began in, and uses the new mode for the next', async () => {
  const talk = await openTestChat();
  const release = talk.rig.demo.fault({ kind: 'stall', after: 5, count: 'once' });
  const begun = await talk.send('Write 60 words');
  await vi.waitFor(() => expect(talk.emitted['chat.progress']).toBeDefined(), waitOptions);
  talk.setMode('direct');
  release();
  const first = await talk.answer(begun);
  expect(first).toMatchObject({ state: 'complete', mode: 'proxy' });
  const { conversationId } = begun;
  const second = await talk.answer(await talk.send('Say hello', { conversationId, parentId: first.id }));
  expect(second).toMatchObject({ state: 'complete', mode: 'direct' });
  expect(lastRequest(talk.rig.demo)).toMatchObject({ mode: 'direct', isFromInstance: true });
});

test('names a removed model, and the other mode if that has it', async () => {
  const talk = await openTestChat();
  talk.setModels((model) => ({ ...model, presence: { proxy: 'gone', direct: 'listed' } }));
  const gone = await talk.answer(await talk.send('Hello'));
  expect(gone).toMatchObject({
    state: 'failed',
    failure: { code: 'unknown-model', reason: 'model-gone-in-mode', params: { model: 'beta-4-scout', mode: 'proxy' } },
  });
  expect(gone.failure && describeFailure(gone.failure).remedy).toContain('Switch to Direct');
  expect(talk.rig.demo.requests()).toEqual([]);
  talk.setModels((model) => ({ ...model, presence: { proxy: 'listed', direct: 'gone' } }));
  talk.rig.demo.removeModel('beta-4-scout'); // which isn't in the list yet
  const refused = await talk.answer(await talk.send('Hello'));
  expect(refused).toMatchObject({ state: 'failed', mode: 'proxy', failure: { code: 'unknown-model' } });
  expect(refused.failure).toMatchObject({ reason: 'model-not-served', params: { model: 'beta-4-scout' } });
});

test('refuses an unknown model, or one without a segment in direct mode, before sending anything', async () => {
  const talk = await openTestChat({ mode: 'direct' });
  expect(await talk.answer(await talk.send('Hello', { settings: { model: 'delta-9' } }))).toMatchObject({
    failure: { code: 'unknown-model', reason: 'model-unknown', params: { model: 'delta-9' } },
  });
  talk.setModels((model) => ({ ...model, segment: null }));
  const answer = await talk.answer(await talk.send('Hello'));
  expect(answer).toMatchObject({ mode: 'direct', failure: { code: 'unsupported', reason: 'engine-path-missing' } });
  expect(talk.rig.demo.requests()).toEqual([]);
});

test('refuses a turn without a model or text, and saves nothing', async () => {
  const talk = await openTestChat();
  const turn = { conversationId: randomUUID(), messageId: randomUUID(), parentId: null, attachments: [] };
  expect(await talk.chat.send({ ...turn, text: 'Hello', settings: plainConversationSettings })).toMatchObject({
    failure: { reason: 'no-model-selected' },
  });
  const settings = { ...plainConversationSettings, model: 'beta-4-scout' };
  expect(await talk.chat.send({ ...turn, text: ' \n', settings })).toMatchObject({ failure: { reason: 'message-empty' } });
  expect(talk.emitted).toEqual({});
});

const completionSettings = { ...plainConversationSettings, model: 'beta-4-scout', parameters: { maxTokens: 12 } };

test('refuses a message to a text completion and the reverse, and changes neither', async () => {
  const talk = await openTestChat({ mode: 'direct' });
  const text = must(await talk.chat.complete(textWith({ folder: 'Lab', prompt: '1, 2, 3,', settings: completionSettings })));
  await talk.answer(text);
  expect(must(await talk.history.read(text.conversationId))).toMatchObject({ folder: 'Lab' });
  const conversation = await talk.send('Hello');
  await talk.answer(conversation);
  const settings = { ...completionSettings, systemPrompt: 'Other' };
  const turn = { conversationId: text.conversationId, messageId: randomUUID(), parentId: null, attachments: [], text: 'Hello', settings };
  expect(await talk.chat.send(turn)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  const { conversationId } = conversation;
  expect(await talk.chat.complete(textWith({ conversationId, prompt: 'Once', settings }))).toMatchObject({
    ok: false,
    failure: { code: 'invalid-input' },
  });
  for (const id of [text.conversationId, conversationId]) {
    const opened = must(await talk.history.open({ id, at: null, limit: 10 }));
    expect(opened.messages).toHaveLength(2);
    expect(opened.conversation.settings.systemPrompt).not.toBe('Other');
  }
});

test('completes a text in direct mode, and again from there', async () => {
  const talk = await openTestChat({ mode: 'direct' });
  const begun = must(await talk.chat.complete(textWith({ prompt: '1, 2, 3,', settings: completionSettings })));
  const first = await talk.answer(begun);
  expect(first).toMatchObject({ state: 'complete', mode: 'direct', answer: { finish: 'length' } });
  expect(textOf(first)).toMatch(/^ 4, 5/);
  expect(lastBody(talk.rig.demo)).toMatchObject({ prompt: '1, 2, 3,', max_tokens: 12 });
  const prompt = `1, 2, 3,${textOf(first)}`;
  must(
    await talk.chat.complete(textWith({ conversationId: begun.conversationId, parentId: first.id, prompt, settings: completionSettings })),
  );
  const second = await talk.answer(begun);
  expect(lastBody(talk.rig.demo)).toMatchObject({ prompt });
  const branch = await talk.settled(begun.conversationId);
  expect(branch.map((message) => (message.role === 'user' ? message.text : message.id))).toEqual(['1, 2, 3,', first.id, prompt, second.id]);
  expect(must(await talk.history.read(begun.conversationId))).toMatchObject({ kind: 'notebook', title: '1, 2, 3,' });
  must(await talk.chat.regenerate(second.id, null));
  const again = await talk.answer(begun);
  expect(again.siblings).toEqual([second.id, again.id]);
  expect(lastBody(talk.rig.demo)).toMatchObject({ prompt });
});
