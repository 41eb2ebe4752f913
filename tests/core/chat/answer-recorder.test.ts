import { expect, test } from 'vitest';
import type { AnswerPart } from '../../../electron/contract/answer.ts';
import { createAnswerRecorder } from '../../../electron/core/chat/answer-recorder.ts';
import { answerWith, storedAnswer } from '../../renderer/chat/answers.ts';

/** Records an answer that begins with these parts. */
const record = (parts: readonly AnswerPart[], now: () => number) => {
  const chat = { clock: { now }, history: { grow: () => undefined }, emit: () => undefined, onBug: () => undefined };
  const recorder = createAnswerRecorder(chat, storedAnswer('m', { answer: answerWith({ parts }) }));
  return { ...recorder, parts: () => recorder.partial().answer.parts };
};

const thought = (text: string): AnswerPart => ({ kind: 'reasoning', text });

test('measures reasoning from its first word to the next part, also when it is reclassified later', () => {
  let now = 0;
  const recorder = record([], () => now);
  recorder.push({ kind: 'part', index: 0, part: { kind: 'text', text: 'Let me' } });
  now = 1200;
  recorder.push({ kind: 'append', index: 0, text: ' see.' });
  recorder.push({ kind: 'reclassify', index: 0, as: 'reasoning' });
  expect(recorder.parts()).toEqual([{ ...thought('Let me see.'), durationMs: 1200 }]); // so far
  now = 2000;
  expect(recorder.parts()).toEqual([{ ...thought('Let me see.'), durationMs: 2000 }]); // continues even while nothing arrives
  now = 3200;
  recorder.push({ kind: 'part', index: 1, part: { kind: 'text', text: 'Yes' } });
  now = 9000;
  recorder.push({ kind: 'append', index: 1, text: '.' });
  const kept = recorder.timed([thought('Let me see.'), { kind: 'text', text: 'Yes.' }]);
  expect(kept).toEqual([
    { ...thought('Let me see.'), durationMs: 3200 },
    { kind: 'text', text: 'Yes.' },
  ]);
});

test('has no reasoning time for an answer in one piece, and keeps that of an earlier one (catches “Thought for 0.0 s”)', () => {
  const earlier = { ...thought('before'), durationMs: 700 };
  const recorder = record([earlier], () => 5);
  recorder.push({ kind: 'part', index: 1, part: thought('at once') });
  recorder.push({ kind: 'part', index: 2, part: { kind: 'text', text: 'Yes' } });
  expect(recorder.parts()).toEqual([earlier, thought('at once'), { kind: 'text', text: 'Yes' }]);
});

test('measures reasoning only while it grows, also if the text before it is continued after it', () => {
  let now = 0;
  const text = { kind: 'text', text: 'The tides' } as const;
  const recorder = record([text], () => now);
  recorder.push({ kind: 'part', index: 1, part: thought('more?') });
  now = 2000;
  recorder.push({ kind: 'append', index: 1, text: ' Yes.' });
  recorder.push({ kind: 'append', index: 0, text: ' move' });
  now = 9000;
  expect(recorder.parts()[1]).toEqual({ ...thought('more? Yes.'), durationMs: 2000 });
});
