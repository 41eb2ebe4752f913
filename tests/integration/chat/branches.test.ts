import { expect, test, vi } from 'vitest';
import type { StoredAnswer } from '../../../electron/contract/history.ts';
import { replay } from '../../core/llm-client/response/feed.ts';
import { lastBody, lastRequest } from '../conformance/rig.ts';
import { openTestChat, textOf } from './chat-fixture.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { must } from '../../support/must.ts';

test('adds another answer beside the first, by the same or another model', async () => {
  const talk = await openTestChat();
  const begun = await talk.send('Say hello');
  const first = await talk.answer(begun);
  must(await talk.chat.regenerate(first.id, null));
  const second = await talk.answer(begun);
  must(await talk.chat.regenerate(first.id, 'alpha-R1'));
  const third = await talk.answer(begun);
  expect([first, second, third].map(({ model }) => model)).toEqual(['beta-4-scout', 'beta-4-scout', 'alpha-R1']);
  expect(third.parentId).toBe(first.parentId);
  expect(third.siblings).toEqual([first.id, second.id, third.id]);
  expect(lastBody(talk.rig.demo)).toMatchObject({ model: 'alpha-R1', messages: [{ role: 'user', content: 'Say hello' }] });
  expect(must(await talk.history.message(first.id))).toEqual({ ...first, siblings: third.siblings });
});

test('starts a separate branch with an edited question', async () => {
  const talk = await openTestChat();
  const begun = await talk.send('Say one');
  const { conversationId } = begun;
  const one = await talk.answer(begun);
  const two = await talk.answer(await talk.send('Say two', { conversationId, parentId: one.id }));
  const edited = await talk.send('Say three', { conversationId, parentId: one.id });
  await talk.answer(edited);
  const branch = await talk.settled(conversationId);
  expect(branch.map((message) => (message.role === 'user' ? message.text : message.role))).toEqual([
    'Say one',
    'assistant',
    'Say three',
    'assistant',
  ]);
  expect(branch[2]?.siblings).toEqual([two.parentId, branch[2]?.id]);
  expect(lastBody(talk.rig.demo)['messages']).toHaveLength(3);
});

test('continues an answer cut by its length in the same message, with deltas', async () => {
  const talk = await openTestChat();
  const whole = await talk.answer(await talk.send('Write 100 words'));
  const begun = await talk.send('Write 100 words', { settings: { parameters: { maxTokens: 20 } } });
  const cut = await talk.answer(begun);
  expect(cut).toMatchObject({ state: 'complete', answer: { finish: 'length' } });
  const told = talk.emitted['chat.progress']?.length ?? 0;
  must(await talk.chat.continue(cut.id));
  const longer = await talk.answer(begun);
  expect(longer).toMatchObject({ id: cut.id, state: 'complete' });
  expect(textOf(longer).startsWith(textOf(cut))).toBe(true);
  expect(textOf(longer).length).toBeGreaterThan(textOf(cut).length);
  expect(textOf(whole).slice(0, textOf(longer).length)).toBe(textOf(longer)); // nothing is missing or doubled where the pieces meet
  expect(longer.answer.parts.filter(({ kind }) => kind === 'text')).toHaveLength(1);
  expect(longer.answer.usage?.completionTokens).toBe(20 + lastRequest(talk.rig.demo).tokens);
  const before = cut.answer.parts.map((part, index) => ({ kind: 'part', index, part }) as const);
  const grown = (talk.emitted['chat.progress'] ?? []).slice(told).flatMap(({ deltas }) => deltas);
  expect(replay([...before, ...grown])).toEqual(longer.answer.parts);
  expect(lastBody(talk.rig.demo)['messages']).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: textOf(cut) },
    { role: 'user' },
  ]);
  expect(await talk.settled(begun.conversationId)).toHaveLength(2); // the request to continue is not part of the conversation
});

test('adds a word with each continuation even at the smallest limit, and shows the proxy’s notices once', async () => {
  const talk = await openTestChat();
  const begun = await talk.send('Write 200 words', { settings: { parameters: { maxTokens: 3 } } });
  let before = await talk.answer(begun);
  for (let piece = 0; piece < 3; piece += 1) {
    must(await talk.chat.continue(before.id));
    const after = await talk.answer(begun);
    expect(textOf(after).length).toBeGreaterThan(textOf(before).length);
    before = after;
  }
  expect(before.answer.parts.map(({ kind }) => kind)).toEqual(['notice', 'text']);
  expect(before.answer.notes).toEqual([]);
  // the exported code has the question, not the request to continue its answer
  const code = must(await talk.chat.requestCode(before.id, 'curl'));
  expect(code).toContain('"max_tokens":3');
  expect(code).not.toContain('cut off');
});

test('saves the reasoning time, and reports it so far to a window that opens midway', async () => {
  const talk = await openTestChat();
  const release = talk.rig.demo.fault({ kind: 'stall', after: 20, count: 'once' }); // in the reasoning
  const begun = await talk.send('Say: forty-two', { settings: { model: 'gamma-oss-120b' } });
  const thinkingTime = (answer: StoredAnswer | undefined): number => {
    const thinking = answer?.answer.parts.find((part) => part.kind === 'reasoning');
    return thinking?.kind === 'reasoning' ? (thinking.durationMs ?? 0) : 0;
  };
  await vi.waitFor(() => {
    talk.chat.turns();
    const last = talk.emitted['chat.message']?.at(-1);
    expect(last).toMatchObject({ state: 'running' });
    expect(thinkingTime(last?.role === 'assistant' ? last : undefined)).toBeGreaterThan(0);
  }, waitOptions);
  release();
  const answer = await talk.answer(begun);
  expect(thinkingTime(answer)).toBeGreaterThan(0);
  expect(thinkingTime(answer)).toBeLessThanOrEqual(answer.answer.timings.totalMs);
});

test('refuses to continue a complete answer, and continues a broken one', async () => {
  const talk = await openTestChat();
  const complete = await talk.answer(await talk.send('Say hello'));
  expect(await talk.chat.continue(complete.id)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  talk.rig.demo.fault('cut-stream,after=5,count=once');
  const begun = await talk.send('Write 50 words');
  const broken = await talk.answer(begun);
  expect(broken.state).toBe('failed');
  must(await talk.chat.continue(broken.id));
  const whole = await talk.answer(begun);
  expect(whole).toMatchObject({ state: 'complete', failure: null });
  expect(textOf(whole).startsWith(textOf(broken))).toBe(true);
});

test('keeps both pieces when a continuation is stopped', async () => {
  const talk = await openTestChat({ demo: { speed: 'real' } });
  const begun = await talk.send('Write 2000 words', { settings: { parameters: { maxTokens: 20 } } });
  const cut = await talk.answer(begun);
  const { settings } = must(await talk.history.read(begun.conversationId));
  must(await talk.history.change({ id: begun.conversationId, change: { settings: { ...settings, parameters: {} } } }));
  const told = talk.emitted['chat.progress']?.length ?? 0;
  must(await talk.chat.continue(cut.id));
  await vi.waitFor(() => expect(talk.emitted['chat.progress']?.length ?? 0).toBeGreaterThan(told + 2), waitOptions);
  await talk.chat.stop(begun.conversationId);
  const stopped = await talk.answer(begun);
  expect(stopped).toMatchObject({ state: 'stopped' });
  expect(textOf(stopped).startsWith(textOf(cut))).toBe(true);
  expect(textOf(stopped).length).toBeGreaterThan(textOf(cut).length);
});
