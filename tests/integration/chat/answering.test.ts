import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { AnswerPart } from '../../../electron/contract/answer.ts';
import { replay } from '../../core/llm-client/response/feed.ts';
import { lastBody } from '../conformance/rig.ts';
import { openTestChat, textOf } from './chat-fixture.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { must } from '../../support/must.ts';

/** The deltas contain the text. The reasoning time is known only at the end. */
function untimed(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  return parts.map((part) => (part.kind === 'reasoning' ? { kind: part.kind, text: part.text } : part));
}

test('saves a question, streams its answer, and emits events that add up to it', async () => {
  const talk = await openTestChat();
  const begun = await talk.send('What is Causeway?', { folder: 'Lab', settings: { model: 'gamma-oss-120b', systemPrompt: 'Be brief.' } });
  const answer = await talk.answer(begun);
  expect(answer).toMatchObject({ id: begun.messageId, state: 'complete', mode: 'proxy', failure: null, answer: { finish: 'stop' } });
  expect(textOf(answer)).toContain('Causeway');
  expect(textOf(answer, 'reasoning')).not.toBe('');
  const progress = (talk.emitted['chat.progress'] ?? []).filter(({ messageId }) => messageId === begun.messageId);
  expect(replay(progress.flatMap(({ deltas }) => deltas))).toEqual(untimed(answer.answer.parts));
  expect(talk.emitted['chat.message']?.map((message) => [message.role, 'state' in message ? message.state : ''])).toEqual([
    ['user', ''],
    ['assistant', 'running'],
    ['assistant', 'complete'],
  ]);
  expect(talk.emitted['chat.turns']?.map((turns) => turns.map(({ state }) => state))).toEqual([['answering'], []]);
  expect(must(await talk.history.request(answer.id))).toEqual({
    model: 'gamma-oss-120b',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is Causeway?' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(must(await talk.history.read(begun.conversationId))).toMatchObject({ kind: 'chat', title: 'What is Causeway?', folder: 'Lab' });
});

test('calls the history once before a request leaves, and once after its answer (catches a second round trip to the worker)', async () => {
  const talk = await openTestChat();
  const begun = await talk.send('Hello');
  const { id: parentId } = await talk.answer(begun);
  expect(talk.historyCalls.filter((name) => name !== 'grow')).toEqual(['startTurn', 'finish']);
  const later = await talk.send('And now?', { conversationId: begun.conversationId, parentId, settings: { systemPrompt: 'Be brief.' } });
  await talk.answer(later);
  expect(talk.historyCalls.filter((name) => name !== 'grow')).toEqual(['startTurn', 'finish', 'startTurn', 'finish']);
});

test('sends earlier answers with the next turn, without their reasoning', async () => {
  const talk = await openTestChat();
  const settings = { model: 'alpha-R1' };
  const first = await talk.send('Say one', { settings });
  const answer = await talk.answer(first);
  expect(textOf(answer, 'reasoning')).not.toBe('');
  const { conversationId } = first;
  await talk.answer(await talk.send('Say two', { conversationId, parentId: answer.id, settings }));
  expect(lastBody(talk.rig.demo)['messages']).toEqual([
    { role: 'user', content: 'Say one' },
    { role: 'assistant', content: textOf(answer) },
    { role: 'user', content: 'Say two' },
  ]);
});

test('sends an attached file in a fence that its text can’t end', async () => {
  const talk = await openTestChat();
  const attachments = [{ name: 'notes.md', language: 'markdown', text: 'a\n```\nb' }];
  const begun = await talk.send('Read this', { attachments });
  const [question] = await talk.settled(begun.conversationId);
  expect(question).toMatchObject({ text: 'Read this', attachments });
  expect(lastBody(talk.rig.demo)['messages']).toEqual([{ role: 'user', content: 'Read this\n\nnotes.md:\n````markdown\na\n```\nb\n````' }]);
});

test('keeps the partial answer when stopped, marks it, and cancels the request', async () => {
  const talk = await openTestChat({ demo: { speed: 'real' } });
  const begun = await talk.send('Write 2000 words');
  await vi.waitFor(() => expect(talk.emitted['chat.progress']?.length ?? 0).toBeGreaterThan(2), waitOptions);
  await talk.chat.stop(begun.conversationId);
  const answer = await talk.answer(begun);
  expect(answer).toMatchObject({ state: 'stopped', failure: null, mode: 'proxy' });
  expect(textOf(answer).length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(talk.rig.demo.aborts()).toBe(1), waitOptions);
});

test('keeps the partial answer when the connection breaks', async () => {
  const talk = await openTestChat();
  talk.rig.demo.fault('cut-stream,after=5');
  const answer = await talk.answer(await talk.send('Write 200 words'));
  expect(answer).toMatchObject({ state: 'failed', failure: { code: 'answer-cut' } });
  expect(textOf(answer).length).toBeGreaterThan(0);
});

test('takes a message that is sent again for the same turn (catches a question asked twice over a broken connection)', async () => {
  const talk = await openTestChat();
  const ids = { conversationId: randomUUID(), messageId: randomUUID() };
  const [first, second] = await Promise.all([talk.send('Say hello', ids), talk.send('Say hello', ids)]);
  expect(second).toEqual(first);
  const messages = await talk.settled(first.conversationId);
  expect(await talk.send('Say hello', ids)).toEqual(first);
  expect(await talk.settled(first.conversationId)).toEqual(messages);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('answers one turn per conversation at a time, and other conversations in parallel', async () => {
  const talk = await openTestChat({ demo: { speed: 'real' } });
  const first = await talk.send('Write 2000 words');
  const turn = { conversationId: first.conversationId, messageId: randomUUID(), parentId: null, text: 'And?', attachments: [] };
  const { settings } = must(await talk.history.read(first.conversationId));
  expect(await talk.chat.send({ ...turn, settings })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  const second = await talk.send('Say hello');
  expect(await talk.answer(second)).toMatchObject({ state: 'complete' });
  expect(talk.chat.turns()).toMatchObject([{ conversationId: first.conversationId }]);
});

test('gives a window that opens midway every word of the answer once', async () => {
  const talk = await openTestChat({ demo: { speed: 'real' } });
  const release = talk.rig.demo.fault({ kind: 'stall', after: 50, count: 'once' });
  const begun = await talk.send('Write 300 words');
  await vi.waitFor(() => {
    const parts = replay((talk.emitted['chat.progress'] ?? []).flatMap(({ deltas }) => deltas));
    expect(parts.map(({ kind }) => kind)).toContain('text');
  }, waitOptions);
  const told = talk.emitted['chat.progress']?.length;
  talk.chat.turns();
  const shown = talk.emitted['chat.message']?.at(-1);
  expect(shown).toMatchObject({ id: begun.messageId, state: 'running' });
  const known = shown?.role === 'assistant' ? shown.answer.parts.map((part, index) => ({ kind: 'part', index, part }) as const) : [];
  // the snapshot has only what it already shows
  const since = talk.emitted['chat.progress']?.length ?? 0;
  expect(since - (told ?? 0)).toBeLessThanOrEqual(1);
  release();
  const answer = await talk.answer(begun);
  const later = (talk.emitted['chat.progress'] ?? []).slice(since).flatMap(({ deltas }) => deltas);
  expect(later.length).toBeGreaterThan(0);
  expect(replay([...known, ...later])).toEqual(answer.answer.parts);
});

test('emits an answer that can’t be saved, with the reason', async () => {
  const talk = await openTestChat({ demo: { speed: 'real' } });
  const begun = await talk.send('Write 2000 words');
  await vi.waitFor(() => expect(talk.emitted['chat.progress']?.length ?? 0).toBeGreaterThan(2), waitOptions);
  await talk.history.close();
  await talk.chat.stop(begun.conversationId);
  const told = talk.emitted['chat.message']?.at(-1);
  expect(told).toMatchObject({ id: begun.messageId, state: 'stopped', failure: { code: 'cancelled', reason: 'database-closed' } });
  expect(told?.role === 'assistant' && textOf(told).length).toBeGreaterThan(0);
  expect(talk.emitted['chat.turns']?.at(-1)).toEqual([]);
});

test('completes the answer when a listener throws', async () => {
  const talk = await openTestChat({ expectsBugs: true });
  talk.on('chat.progress', () => {
    throw new Error('a bug of the window’s host');
  });
  const answer = await talk.answer(await talk.send('Say hello'));
  expect(answer).toMatchObject({ state: 'complete', failure: null });
  expect(textOf(answer)).toBe('hello');
});

test('ends an answer that can’t be requested with a failure, and allows the next turn', async () => {
  let isBroken = true;
  const offer = (): readonly [] => {
    if (isBroken) throw new Error('a mistake');
    return [];
  };
  const talk = await openTestChat({ expectsBugs: true, tools: { offered: [], offer } });
  const begun = await talk.send('Hello');
  const failed = await talk.answer(begun);
  expect(failed).toMatchObject({ state: 'failed', failure: { code: 'unexpected' } });
  isBroken = false;
  expect(await talk.answer(must(await talk.chat.regenerate(failed.id, null)))).toMatchObject({ state: 'complete' });
});
