import { expect, test } from 'vitest';
import type { AnswerPart } from '../../../electron/contract/answer.ts';
import { createAnswerBuffer } from '../../../electron/core/chat/answer-buffer.ts';

const thought = (text: string): AnswerPart => ({ kind: 'reasoning', text });

test('measures reasoning from its first word to the next part, also when it is reclassified later', () => {
  let now = 0;
  const growth = createAnswerBuffer([], { now: () => now }, () => undefined);
  growth.push({ kind: 'part', index: 0, part: { kind: 'text', text: 'Let me' } });
  now = 1200;
  growth.push({ kind: 'append', index: 0, text: ' see.' });
  growth.push({ kind: 'reclassify', index: 0, as: 'reasoning' });
  expect(growth.parts()).toEqual([{ ...thought('Let me see.'), durationMs: 1200 }]); // so far
  now = 2000;
  expect(growth.parts()).toEqual([{ ...thought('Let me see.'), durationMs: 2000 }]); // continues even while nothing arrives
  now = 3200;
  growth.push({ kind: 'part', index: 1, part: { kind: 'text', text: 'Yes' } });
  now = 9000;
  growth.push({ kind: 'append', index: 1, text: '.' });
  const kept = growth.timed([thought('Let me see.'), { kind: 'text', text: 'Yes.' }]);
  expect(kept).toEqual([
    { ...thought('Let me see.'), durationMs: 3200 },
    { kind: 'text', text: 'Yes.' },
  ]);
  growth.flush();
});

test('has no reasoning time for an answer in one piece, and keeps that of an earlier one (catches “Thought for 0.0 s”)', () => {
  const earlier = { ...thought('before'), durationMs: 700 };
  const growth = createAnswerBuffer([earlier], { now: () => 5 }, () => undefined);
  growth.push({ kind: 'part', index: 1, part: thought('at once') });
  growth.push({ kind: 'part', index: 2, part: { kind: 'text', text: 'Yes' } });
  expect(growth.parts()).toEqual([earlier, thought('at once'), { kind: 'text', text: 'Yes' }]);
  growth.flush();
});
