import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import { answerOf, converse, endWith, openTestHistory } from './open-test-history.ts';
import { must } from '../../support/must.ts';

test('keeps messages after a restart, in a file only its owner can read', async () => {
  const first = await openTestHistory();
  const { conversation, messages } = await converse(first.history, 'Bridges', [['How long?', 'Very long.']]);
  await first.history.close();
  expect(((await stat(path.join(first.folder, 'history.db'))).mode & 0o777).toString(8)).toBe('600');

  const second = await openTestHistory({ folder: first.folder });
  const page = must(await second.history.list({ shelf: 'current', limit: 10 }));
  expect(page.conversations.map(({ title }) => title)).toEqual(['Bridges']);
  expect(must(await second.history.open({ id: conversation.id, at: null, limit: 50 })).messages).toEqual(messages);
  expect(second.failures).toEqual([]);
});

test('keeps the conversations of a removed model readable', async () => {
  const { history } = await openTestHistory();
  const model = 'withdrawn-model-2019';
  const { conversation, messages } = await converse(
    history,
    'Old times',
    [
      ['Are you there?', 'I was.'],
      ['And now?', 'No longer.'],
    ],
    model,
  );
  const stretch = must(await history.open({ id: conversation.id, at: null, limit: 50 }));
  expect(stretch.conversation.settings.model).toBe(model);
  expect(stretch.messages).toEqual(messages);
  expect(stretch.messages.map((message) => (message.role === 'assistant' ? message.model : 'user'))).toEqual([
    'user',
    model,
    'user',
    model,
  ]);
});

test('stores reasoning, calls and text as typed parts, without tags', async () => {
  const { history } = await openTestHistory();
  const { id: conversationId } = must(await history.begin({ kind: 'chat', title: 'Parts', settings: plainConversationSettings }));
  const { id } = must(await history.add({ conversationId, parentId: null, role: 'assistant', model: 'm', mode: 'direct' }));
  const answer = answerOf([
    { kind: 'reasoning', text: '<think>not a tag</think>' },
    { kind: 'text', text: 'A\0B \ud800 end' },
    { kind: 'tool-call', id: 'c1', name: 'lookup', arguments: '{"a":', state: 'invalid-arguments' },
  ]);
  const stored = must(
    await history.finish({
      messageId: id,
      end: endWith('', { answer, request: { model: 'm', messages: [{ role: 'user', content: 'x' }] } }),
    }),
  );
  expect(stored.answer).toEqual(answer);
  expect(must(await history.message(id))).toEqual(stored);
  expect(must(await history.request(id))).toEqual({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
});

test('keeps a partial answer as interrupted when the program ends', async () => {
  const first = await openTestHistory();
  const { id: conversationId } = must(await first.history.begin({ kind: 'chat', title: 'Cut', settings: plainConversationSettings }));
  const { id } = must(await first.history.add({ conversationId, parentId: null, role: 'assistant', model: 'm', mode: 'proxy' }));
  first.history.grow(id, [
    { kind: 'part', index: 0, part: { kind: 'text', text: 'Let me ' } },
    { kind: 'append', index: 0, text: 'think' },
    { kind: 'reclassify', index: 0, as: 'reasoning' },
    { kind: 'part', index: 1, part: { kind: 'tool-call', id: '', name: '', arguments: '', state: 'unfinished' } },
    { kind: 'call', index: 1, id: 'c1', name: 'lookup', state: 'unfinished' },
    { kind: 'append', index: 1, text: '{"q"' },
    { kind: 'append', index: 1, text: ':1' },
  ]);
  await first.history.close();

  const second = await openTestHistory({ folder: first.folder });
  expect(must(await second.history.message(id))).toMatchObject({
    state: 'interrupted',
    answer: {
      parts: [
        { kind: 'reasoning', text: 'Let me think' },
        { kind: 'tool-call', id: 'c1', name: 'lookup', arguments: '{"q":1' },
      ],
    },
  });
});

test('reads a running answer up to its saved deltas, and ignores deltas after its end', async () => {
  const { history, folder } = await openTestHistory();
  const { id: conversationId } = must(await history.begin({ kind: 'chat', title: 'Running', settings: plainConversationSettings }));
  const { id } = must(await history.add({ conversationId, parentId: null, role: 'assistant', model: 'm', mode: 'proxy' }));
  history.grow(id, [{ kind: 'part', index: 0, part: { kind: 'text', text: 'so far' } }]);
  await expect
    .poll(async () => must(await history.message(id)))
    .toMatchObject({ state: 'running', answer: { parts: [{ text: 'so far' }] } });
  must(await history.finish({ messageId: id, end: endWith('the end', { state: 'stopped' }) }));
  history.grow(id, [{ kind: 'append', index: 0, text: ' late' }]);
  await history.close();
  const second = await openTestHistory({ folder });
  expect(must(await second.history.message(id))).toMatchObject({ state: 'stopped', answer: { parts: [{ text: 'the end' }] } });
});

test('keeps the text of a resumed answer and reports it as running', async () => {
  const { history } = await openTestHistory();
  const { messages } = await converse(history, 'Longer', [['Go', 'first half']]);
  const id = messages[1]?.id ?? '';
  expect(must(await history.resume(id))).toMatchObject({ state: 'running', answer: { parts: [{ text: 'first half' }] } });
  expect(await history.resume(id)).toMatchObject({ ok: false });
  history.grow(id, [{ kind: 'append', index: 0, text: ', second half' }]);
  await expect
    .poll(async () => must(await history.message(id)))
    .toMatchObject({ answer: { parts: [{ text: 'first half, second half' }] } });
});
