import { expect, test } from 'vitest';
import { createRedactor } from '../../../../electron/core/shared/redactor.ts';
import { createBodyRecord, createInspector, createStreamMeter } from '../../../../electron/core/local-api/inspector/inspector.ts';

test('truncates long request heads', () => {
  const clock = { now: () => 0 };
  const inspector = createInspector({ clock, steadyClock: clock, redactor: createRedactor(), onRequests: () => undefined });
  const note = inspector.open({ method: 'POST', path: `/${'p'.repeat(9000)}`, userAgent: 'u'.repeat(9000) });
  note.setDestination('direct', 'm'.repeat(9000));
  inspector.close();
  const [request] = inspector.list();
  expect([request?.path.length, request?.userAgent.length, request?.model?.length]).toEqual([500, 200, 200]);
});

test('redacts a body once, and again only if it grew or another secret became known', () => {
  const redactor = createRedactor();
  let count = 0;
  const redact = (value: unknown): unknown => {
    count += 1;
    return redactor.redact(value);
  };
  const body = createBodyRecord({ ...redactor, redact });
  body.add(Buffer.from('my pet is '));
  expect([body.read(), body.read(), count]).toEqual(['my pet is ', 'my pet is ', 1]);
  body.add(Buffer.from('rumpelstiltskin'));
  expect([body.read(), body.read(), count]).toEqual(['my pet is rumpelstiltskin', 'my pet is rumpelstiltskin', 2]);
  redactor.learn('rumpelstiltskin');
  expect([body.read(), body.read(), count]).toEqual(['my pet is [redacted]', 'my pet is [redacted]', 3]);
});

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
