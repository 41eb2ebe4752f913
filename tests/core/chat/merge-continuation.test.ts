import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer, AnswerDelta, AnswerPart } from '../../../electron/contract/answer.ts';
import { createContinuationMerger } from '../../../electron/core/chat/merge-continuation.ts';
import { replay } from '../llm-client/response/feed.ts';
import { limitReachedNote } from '../../../electron/core/chat/text.ts';

function answerOf(parts: readonly AnswerPart[], completionTokens: number | null = null): Answer {
  const usage = { promptTokens: 5, completionTokens, totalTokens: null, reasoningTokens: null, cachedTokens: null };
  const timings = { firstTokenMs: 1, totalMs: 10, tokensPerSecond: 3, rateFrom: 'usage' } as const;
  return { parts, finish: 'length', usage, metrics: null, logprobs: null, timings, notes: ['n'] };
}

/** Returns the deltas of the whole answer, as a listener of the first piece receives them. */
function grow(before: readonly AnswerPart[], deltas: readonly AnswerDelta[]) {
  const joint = createContinuationMerger(answerOf(before, 7));
  const known = before.map((part, index) => ({ kind: 'part', index, part }) as const);
  const shifted = [...deltas.flatMap((delta) => joint.shift(delta)), ...joint.end()];
  return { replayed: replay([...known, ...shifted]), joined: joint.join(answerOf(replay(deltas), 3)) };
}

const text = (value: string): AnswerPart => ({ kind: 'text', text: value });
const reasoning = (value: string): AnswerPart => ({ kind: 'reasoning', text: value });

test('appends text to the same part and keeps reasoning before it separate', () => {
  const { replayed, joined } = grow(
    [reasoning('hm'), text('The sea is ')],
    [
      { kind: 'part', index: 0, part: reasoning('again') },
      { kind: 'part', index: 1, part: text('wide') },
      { kind: 'append', index: 1, text: '.' },
    ],
  );
  expect(replayed).toEqual([reasoning('hm'), text('The sea is wide.'), reasoning('again')]);
  expect(joined).toMatchObject({
    parts: replayed,
    usage: { completionTokens: 10, promptTokens: 5, totalTokens: 15 },
    timings: { totalMs: 20 },
    notes: ['n'],
  });
});

test('removes text from the answer when it turns out to be reasoning', () => {
  const { replayed, joined } = grow(
    [text('The sea is ')],
    [
      { kind: 'part', index: 0, part: text('where was') },
      { kind: 'append', index: 0, text: ' I' },
      { kind: 'reclassify', index: 0, as: 'reasoning' },
      { kind: 'part', index: 1, part: text('wide.') },
    ],
  );
  expect(replayed).toEqual([text('The sea is wide.'), reasoning('where was I')]);
  expect(joined.parts).toEqual(replayed);
});

test('notes that a continuation added no word before its limit, until one does', () => {
  const none = grow([text('The sea is ')], [{ kind: 'part', index: 0, part: reasoning('where was I') }]).joined;
  expect(none.notes).toEqual(['n', limitReachedNote]);
  const again = createContinuationMerger(none);
  again.shift({ kind: 'part', index: 0, part: text('The sea is wide') });
  again.end();
  expect(again.join(answerOf([text('The sea is wide')])).notes).toEqual(['n']);
});

test('keeps the address of the first request', () => {
  const before = { ...answerOf([text('The sea is ')]), address: 'https://one.example.org/api/chat/completions' };
  const more = { ...answerOf([text('wide.')]), address: 'https://two.example.org/api/chat/completions' };
  expect(createContinuationMerger(before)).toMatchObject({ keepsRequest: true });
  expect(createContinuationMerger(before).join(more).address).toBe(before.address);
  expect(createContinuationMerger(answerOf([text('The sea is ')])).join(more).address).toBe(more.address);
});

test('emits deltas that add up to the final answer, whatever arrives', () => {
  const part = fc.oneof(
    fc.string().map(text),
    fc.string().map(reasoning),
    fc
      .record({ id: fc.string(), name: fc.string() })
      .map(({ id, name }): AnswerPart => ({ kind: 'tool-call', id, name, arguments: '', state: 'valid' })),
  );
  const step = fc.record({ part, more: fc.array(fc.string(), { maxLength: 3 }), isThinking: fc.boolean() });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), fc.array(step, { maxLength: 5 }), (before, steps) => {
      const deltas = steps.flatMap(({ part: begun, more, isThinking }, index): readonly AnswerDelta[] => [
        { kind: 'part', index, part: begun },
        ...more.map((piece) => ({ kind: 'append', index, text: piece }) as const),
        ...(isThinking && begun.kind === 'text' ? [{ kind: 'reclassify', index, as: 'reasoning' } as const] : []),
      ]);
      const { replayed, joined } = grow(before, deltas);
      expect(joined.parts).toEqual(replayed);
    }),
  );
});
