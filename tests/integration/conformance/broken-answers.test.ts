import { describe, expect } from 'vitest';
import { requestThat } from '../demo/demo-fixture.ts';
import { direct, rule, streamed, type At } from './conform.ts';
import { kindsOf, textOf } from './rig.ts';
import { ofOneCity, weather } from './tools.ts';

const question = 'Say one two three';
/** The proxy sends two events before its first chunk. */
const afterOne = ({ mode }: At): number => (mode === 'proxy' ? 4 : 2);

describe('5 · Broken answers are kept with a failure', () => {
  rule('[DONE] missing after a finish reason: says that the answer may be complete', streamed, async ({ chat, demo }) => {
    demo.fault('missing-done');
    const outcome = await chat({ question });
    expect(textOf(outcome)).toBe('one two three');
    expect(outcome).toMatchObject({
      failure: { code: 'answer-cut', reason: 'answer-end-unmarked' },
      answer: { finish: 'stop', usage: { completionTokens: 3 } },
    });
  });
  rule('[DONE] missing after a tool call: keeps the call as runnable', streamed, async ({ chat, demo }) => {
    demo.fault('missing-done');
    const { answer, failure } = await chat({ question: ofOneCity, tools: [weather] });
    expect(failure).toMatchObject({ code: 'answer-cut' });
    expect(answer.parts.at(-1)).toMatchObject({ kind: 'tool-call', state: 'valid' });
  });
  rule('the connection cut in the middle of an event', streamed, async (at) => {
    at.demo.fault({ kind: 'cut-stream', after: afterOne(at) });
    const outcome = await at.chat({ question });
    expect([textOf(outcome), outcome.failure?.code, outcome.answer.finish]).toEqual(['one', 'answer-cut', null]);
  });
  rule('the connection cut in a text completion', { ...direct, ...streamed }, async ({ complete, demo }) => {
    demo.fault({ kind: 'cut-stream', after: 1 });
    const outcome = await complete({ question: '2, 4, 6,' });
    expect([textOf(outcome), outcome.failure?.code]).toEqual([' 8', 'answer-cut']);
  });
  rule('an event that is no JSON: still reads the following ones', streamed, async (at) => {
    at.demo.fault({ kind: 'malformed-stream', after: afterOne(at) });
    const outcome = await at.chat({ question });
    expect([textOf(outcome), outcome.failure?.code, outcome.answer.finish]).toEqual(['one two three', 'bad-answer', 'stop']);
  });
  rule('a line of 4 MB', streamed, async (at) => {
    at.demo.fault({ kind: 'long-line', after: afterOne(at) });
    const outcome = await at.chat({ question });
    expect([textOf(outcome), outcome.failure?.code]).toEqual(['one', 'bad-answer']);
  });
  rule('HTML instead of JSON', async ({ chat, demo }) => {
    demo.fault('html');
    expect(await chat()).toMatchObject({ failure: { code: 'not-the-service' }, answer: { parts: [] } });
  });
  rule('never follows a redirect, because it would send the token', async ({ chat, demo }) => {
    demo.fault('redirect');
    expect(await chat()).toMatchObject({ failure: { code: 'not-the-service', reason: 'service-redirected', params: { status: 307 } } });
    expect(demo.requests()).toHaveLength(1);
  });
  rule('a slow first byte has its own timeout', { with: { limits: { firstByteMs: 1000, idleMs: 60_000 } } }, async ({ chat, demo }) => {
    demo.fault('slow-first-byte');
    expect(await chat()).toMatchObject({ failure: { code: 'first-byte-timeout' }, answer: { parts: [] } });
    await requestThat(demo, ({ outcome }) => outcome === 'aborted');
  });
  rule(
    'a stall has its own timeout, and the engine is stopped',
    { ...streamed, with: { limits: { firstByteMs: 60_000, idleMs: 1000 } } },
    async (at) => {
      at.demo.fault({ kind: 'stall', after: afterOne(at) });
      const outcome = await at.chat({ question });
      expect([textOf(outcome), outcome.failure?.code]).toEqual(['one', 'idle-timeout']);
      await requestThat(at.demo, (record) => record.outcome === 'aborted');
    },
  );
  rule('a stall within the timeout loses nothing', streamed, async (at) => {
    at.demo.fault({ kind: 'stall', after: afterOne(at), ms: 20 });
    const outcome = await at.chat({ question });
    expect([textOf(outcome), outcome.failure]).toEqual(['one two three', null]);
  });
});

const long = 'Write 40000 words';

describe('5 · Cancel', () => {
  rule('closes the connection, so that the engine stops, and keeps the partial answer', streamed, async ({ rig, mode, demo }) => {
    const abort = new AbortController();
    const outcome = await rig.chat(
      { question: long },
      {
        mode,
        isStreamed: true,
        signal: abort.signal,
        onDelta: ({ index }) => (index > 0 || mode === 'direct' ? abort.abort() : undefined),
      },
    );
    expect(outcome).toMatchObject({ failure: { code: 'cancelled' }, answer: { finish: null } });
    expect(kindsOf(outcome)).toEqual(['text']);
    const { tokens } = await requestThat(demo, (record) => record.outcome === 'aborted');
    expect([demo.aborts(), tokens < 50_000]).toEqual([1, true]);
  });
  rule(
    'stops the engine before an unstreamed answer is ready',
    { forms: ['in one piece'], with: { demo: { speed: 20 } } },
    async ({ rig, mode, demo }) => {
      const abort = new AbortController();
      const answering = rig.chat({ question: long }, { mode, isStreamed: false, signal: abort.signal });
      await requestThat(demo, ({ tokens }) => tokens > 0);
      abort.abort();
      expect(await answering).toMatchObject({ failure: { code: 'cancelled' }, answer: { parts: [] } });
      await requestThat(demo, ({ outcome }) => outcome === 'aborted');
      expect(demo.aborts()).toBe(1);
    },
  );
  rule('stops a text completion, too', { ...direct, ...streamed }, async ({ rig, demo, alpha: model }) => {
    const abort = new AbortController();
    demo.fault({ kind: 'stall', after: 2 });
    const manner = { mode: 'direct', isStreamed: true, signal: abort.signal, onDelta: () => abort.abort() } as const;
    expect((await rig.complete({ model }, manner)).failure).toMatchObject({ code: 'cancelled' });
    await requestThat(demo, ({ outcome }) => outcome === 'aborted');
  });
  rule('doesn’t affect another answer in the same mode', streamed, async ({ rig, mode, demo, chat }) => {
    const abort = new AbortController();
    const lift = demo.fault({ kind: 'stall', after: 3, count: 'once' });
    const cancelled = rig.chat({ question: long }, { mode, isStreamed: true, signal: abort.signal });
    await requestThat(demo, ({ status }) => status === 200);
    const other = chat({ question: 'Write 500 words' });
    abort.abort();
    lift();
    expect((await cancelled).failure).toMatchObject({ code: 'cancelled' });
    expect(await other).toMatchObject({ failure: null, answer: { finish: 'stop' } });
    await requestThat(demo, ({ outcome }) => outcome === 'aborted');
    expect(demo.aborts()).toBe(1);
  });
  rule('doesn’t count a complete answer as aborted', async ({ chat, demo }) => {
    for (const _ of [1, 2, 3]) expect((await chat()).failure).toBeNull();
    expect([demo.aborts(), demo.requests().map(({ outcome }) => outcome)]).toEqual([0, ['answered', 'answered', 'answered']]);
  });
});
