import { expect, test } from 'vitest';
import { createStreamMeter } from '../../../../electron/core/local-api/inspector/stream-meter.ts';

const feed = (isEvents: boolean, pieces: readonly (readonly [at: number, text: string])[]): number | null => {
  const meter = createStreamMeter(0, isEvents);
  for (const [at, text] of pieces) meter.add(Buffer.from(text), at);
  return meter.tokensPerSecond();
};

test('prefers the engine’s own count, also if it is split over chunks', () => {
  expect(
    feed(true, [
      [1000, 'data: {}\n\n'],
      [2000, 'data: {"usage":{"completion_'],
      [3000, 'tokens": 100}}\n\ndata: [DONE]\n\n'],
    ]),
  ).toBe(50);
  expect(
    feed(true, [
      [1000, 'data: x\n\n'],
      [2000, `data: {"usage":{"completion_tokens":10}}\n\n${'y'.repeat(1000)}`],
    ]),
  ).toBe(10);
});

test("counts the events of a stream without it, and doesn't guess for an unstreamed answer", () => {
  expect(
    feed(true, [
      [1000, 'data: 1\n\n'],
      [1500, 'data: 2\n\ndata: 3\n\n'],
      [2000, 'data: 4\n\n'],
    ]),
  ).toBe(4);
  expect(feed(false, [[2000, '{"choices":[]}']])).toBeNull();
  expect(feed(false, [[2000, '{"usage":{"completion_tokens":30}}']])).toBe(15);
  expect(feed(true, [])).toBeNull();
  expect(feed(true, [[1000, 'data: 1\n\ndata: 2\n\n']])).toBeNull(); // no time has passed
});

test('keeps only the tail of a very long stream', () => {
  const meter = createStreamMeter(0, true);
  const piece = Buffer.from(`data: ${'x'.repeat(10_000)}\n\n`);
  for (let at = 1; at <= 1_000; at += 1) meter.add(piece, at);
  expect(meter.tokensPerSecond()).toBeCloseTo(1_000 / 0.999, 0);
});
