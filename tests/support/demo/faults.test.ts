import { describe, expect, test } from 'vitest';
import { createActiveFaults } from './active-faults.ts';
import { parseFault, type Fault } from './fault.ts';
import { withStreamFaults } from './stream-faults.ts';
import { event, type StreamFrame } from '../../../electron/core/demo/http/reply.ts';

const timing = { startedAt: 0, firstTokenAt: 0, now: 0 };
const manners = { chunk: (text: string) => ({ text }), error: { error: 'E' }, endsAfterError: false, onCut: () => undefined };

function spoilt(fault: Fault, more: Partial<typeof manners> = {}): readonly string[] {
  const board = createActiveFaults();
  board.add(parseFault(fault));
  const frames: readonly StreamFrame[] = [event({ n: 1 }), event({ n: 2 }), event({ n: 3 }), { kind: 'done' }];
  return [...withStreamFaults(frames, board, {}, { ...manners, ...more })].map((frame) =>
    frame.kind === 'data' ? frame.text(timing).trim() : frame.kind,
  );
}

describe('fault matching', () => {
  test('applies a fault once', () => {
    const board = createActiveFaults();
    board.add(parseFault({ kind: 'html', count: 'once' }));
    expect([board.take('html')?.kind, board.take('html')]).toEqual(['html', undefined]);
  });

  test('applies a fault the given number of times, or always', () => {
    const board = createActiveFaults();
    board.add(parseFault({ kind: 'html', count: 2 }));
    board.add(parseFault({ kind: 'missing-done' }));
    expect([1, 2, 3].map(() => board.take('html') !== undefined)).toEqual([true, true, false]);
    expect([1, 2, 3].every(() => board.take('missing-done') !== undefined)).toBe(true);
  });

  test('matches faults by mode, segment and endpoint, without using them up elsewhere', () => {
    const board = createActiveFaults();
    board.add(parseFault({ kind: 'html', mode: 'direct', segment: 'engine-b', endpoint: 'chat', count: 'once' }));
    expect(board.take('html', { mode: 'proxy', endpoint: 'chat' })).toBeUndefined();
    expect(board.take('html', { mode: 'direct', segment: 'beta-4-scout', endpoint: 'chat' })).toBeUndefined();
    expect(board.take('html', { mode: 'direct', segment: 'engine-b', endpoint: 'models' })).toBeUndefined();
    expect(board.take('html', { mode: 'direct', segment: 'engine-b', endpoint: 'chat' })).toBeDefined();
  });

  test('removes only the given fault', () => {
    const board = createActiveFaults();
    const lift = board.add(parseFault({ kind: 'html' }));
    board.add(parseFault({ kind: 'redirect' }));
    lift();
    expect(board.take('html')).toBeUndefined();
    expect(board.take('redirect')).toBeDefined();
    board.clear();
    expect(board.take('redirect')).toBeUndefined();
  });
});

describe('a fault on the command line', () => {
  test('parses its fields', () => {
    expect(parseFault('status,status=503,mode=direct,count=once')).toEqual({
      kind: 'status',
      status: 503,
      retryAfter: 2,
      mode: 'direct',
      count: 'once',
    });
    expect(parseFault('stall,after=5,count=2')).toMatchObject({ after: 5, count: 2 });
  });

  test('rejects an unknown fault and lists the known ones', () => {
    expect(() => parseFault('gremlins')).toThrow(/no fault “gremlins”.*cut-stream/s);
    expect(() => parseFault('status,status=teapot')).toThrow(/isn’t valid/);
  });
});

describe('fault effects on a stream', () => {
  test.each<[Fault, readonly string[]]>([
    [
      { kind: 'malformed-stream', after: 1 },
      ['data: {"n":1}', 'data: {"id":"demo","choices":[{"index":0,"delta":{"content":"brok', 'data: {"n":2}', 'data: {"n":3}', 'done'],
    ],
    [{ kind: 'cut-stream', after: 2 }, ['data: {"n":1}', 'data: {"n":2}', 'data: {', 'step']],
    [{ kind: 'stall', after: 1 }, ['data: {"n":1}', 'step', 'data: {"n":2}', 'data: {"n":3}', 'done']],
    [{ kind: 'stream-error', after: 1 }, ['data: {"n":1}', 'data: {"error":"E"}', 'done']],
    [{ kind: 'long-line', after: 0, bytes: 3 }, ['data: {"text":"xxx"}', 'data: {"n":1}', 'data: {"n":2}', 'data: {"n":3}', 'done']],
    [{ kind: 'missing-done' }, ['data: {"n":1}', 'data: {"n":2}', 'data: {"n":3}']],
  ])('%o', (fault, frames) => expect(spoilt(fault)).toEqual(frames));

  test('disconnects after an error at the proxy, and ends the stream at the engines', () => {
    expect(spoilt({ kind: 'stream-error', after: 1 }, { endsAfterError: true })).toEqual(['data: {"n":1}', 'data: {"error":"E"}', 'step']);
  });
});
