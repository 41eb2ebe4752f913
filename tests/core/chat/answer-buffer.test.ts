import { expect, test } from 'vitest';
import type { AnswerPart } from '../../../electron/contract/answer.ts';
import { createAnswerBuffer } from '../../../electron/core/chat/answer-buffer.ts';

const thought = (text: string): AnswerPart => ({ kind: 'reasoning', text });

test('measures reasoning from its first word to the next part, also when it is reclassified later', () => {
  let now = 0;
  const buffer = createAnswerBuffer([], { now: () => now }, () => undefined);
  buffer.push({ kind: 'part', index: 0, part: { kind: 'text', text: 'Let me' } });
  now = 1200;
  buffer.push({ kind: 'append', index: 0, text: ' see.' });
  buffer.push({ kind: 'reclassify', index: 0, as: 'reasoning' });
  expect(buffer.parts()).toEqual([{ ...thought('Let me see.'), durationMs: 1200 }]); // so far
  now = 2000;
  expect(buffer.parts()).toEqual([{ ...thought('Let me see.'), durationMs: 2000 }]); // continues even while nothing arrives
  now = 3200;
  buffer.push({ kind: 'part', index: 1, part: { kind: 'text', text: 'Yes' } });
  now = 9000;
  buffer.push({ kind: 'append', index: 1, text: '.' });
  const kept = buffer.timed([thought('Let me see.'), { kind: 'text', text: 'Yes.' }]);
  expect(kept).toEqual([
    { ...thought('Let me see.'), durationMs: 3200 },
    { kind: 'text', text: 'Yes.' },
  ]);
  buffer.flush();
});

test('has no reasoning time for an answer in one piece, and keeps that of an earlier one (catches “Thought for 0.0 s”)', () => {
  const earlier = { ...thought('before'), durationMs: 700 };
  const buffer = createAnswerBuffer([earlier], { now: () => 5 }, () => undefined);
  buffer.push({ kind: 'part', index: 1, part: thought('at once') });
  buffer.push({ kind: 'part', index: 2, part: { kind: 'text', text: 'Yes' } });
  expect(buffer.parts()).toEqual([earlier, thought('at once'), { kind: 'text', text: 'Yes' }]);
  buffer.flush();
});

test('measures reasoning only while it grows, also if the text before it is continued after it', () => {
  let now = 0;
  const text = { kind: 'text', text: 'The tides' } as const;
  const buffer = createAnswerBuffer([text], { now: () => now }, () => undefined);
  buffer.push({ kind: 'part', index: 1, part: thought('more?') });
  now = 2000;
  buffer.push({ kind: 'append', index: 1, text: ' Yes.' });
  buffer.push({ kind: 'append', index: 0, text: ' move' });
  now = 9000;
  expect(buffer.parts()[1]).toEqual({ ...thought('more? Yes.'), durationMs: 2000 });
  buffer.flush();
});
