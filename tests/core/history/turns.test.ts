import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import { must } from '../../support/must.ts';
import { converse, openTestHistory } from './open-test-history.ts';

const settings = { ...plainConversationSettings, model: 'alpha-R1' };
const question = { text: 'How long?', attachments: [] };

test('starts a turn in a new conversation, in its folder, with everything the model is to answer', async () => {
  const { history, changed } = await openTestHistory();
  const create = { title: 'Bridges', folder: 'Lab' };
  const turn = { conversationId: 'c', create, kind: 'chat', settings, parentId: null, question, model: 'alpha-R1' } as const;
  const { answer, path } = must(await history.startTurn(turn));
  expect(path).toMatchObject([{ role: 'user', text: 'How long?', parentId: null, conversationId: 'c' }]);
  expect(answer).toMatchObject({ role: 'assistant', state: 'running', model: 'alpha-R1', parentId: path[0]?.id });
  expect(must(await history.read('c'))).toMatchObject({ kind: 'chat', title: 'Bridges', folder: 'Lab', settings });
  expect(changed.map(({ id }) => id)).toEqual(['c']);
});

test('starts a turn below a message, or without a question of its own, and saves new settings', async () => {
  const { history } = await openTestHistory();
  const { conversation, messages } = await converse(history, 'Bridges', [['How long?', 'Very.']]);
  const { id: conversationId } = conversation;
  const changedSettings = { ...settings, systemPrompt: 'Be brief.' };
  const turn = { conversationId, settings: changedSettings, parentId: messages[1]?.id ?? '', question, model: 'beta' };
  const first = must(await history.startTurn(turn));
  expect(first.path.map(({ id }) => id).slice(0, 2)).toEqual(messages.map(({ id }) => id));
  expect(must(await history.read(conversationId)).settings).toEqual(changedSettings);
  const again = must(await history.startTurn({ conversationId, parentId: first.answer.parentId, model: 'alpha-R1' }));
  expect(again.path.map(({ id }) => id)).toEqual(first.path.map(({ id }) => id));
  expect(again.answer.siblings).toEqual([first.answer.id, again.answer.id]);
});

test('gives a text completion the last text only', async () => {
  const { history } = await openTestHistory();
  const turn = { conversationId: 'c', kind: 'notebook', settings, question, model: 'alpha-R1' } as const;
  must(await history.startTurn({ ...turn, create: { title: 'Tale' } }));
  const { path } = must(await history.startTurn({ ...turn, question: { text: 'Once more', attachments: [] } }));
  expect(path).toMatchObject([{ role: 'user', text: 'Once more' }]);
  expect(must(await history.open({ id: 'c', at: null, limit: 10 })).messages).toHaveLength(4);
});

test('changes nothing when the turn is refused (catches a question without an answer, and settings of a turn that never was)', async () => {
  const { history } = await openTestHistory();
  const { conversation, messages } = await converse(history, 'Bridges', [['How long?', 'Very.']]);
  const { id: conversationId } = conversation;
  const other = { ...settings, systemPrompt: 'Be brief.' };
  const turn = { conversationId, kind: 'chat', settings: other, parentId: messages[1]?.id ?? '', question, model: 'beta' } as const;
  const refused = { ok: false, failure: { code: 'invalid-input' } };
  expect(await history.startTurn({ ...turn, parentId: 'unknown' })).toMatchObject(refused);
  expect(await history.startTurn({ ...turn, conversationId: 'unknown' })).toMatchObject(refused);
  expect(await history.startTurn({ ...turn, kind: 'notebook' })).toMatchObject(refused);
  expect(await history.startTurn({ ...turn, conversationId: 'new', create: { title: 'New', folder: 'Lab' } })).toMatchObject(refused);
  must(await history.trash({ ids: [conversationId] }));
  expect(await history.startTurn(turn)).toMatchObject({ failure: { reason: 'conversation-in-trash' } });
  expect(must(await history.read(conversationId)).settings).toEqual(conversation.settings);
  expect(must(await history.open({ id: conversationId, at: null, limit: 10 })).messages).toHaveLength(2);
  expect(await history.read('new')).toMatchObject(refused);
  expect(must(await history.folders())).toEqual([]);
});
