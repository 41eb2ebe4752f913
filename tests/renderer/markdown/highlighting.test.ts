import { common, createLowlight } from 'lowlight';
import { expect, onTestFinished, test, vi } from 'vitest';
import { highlightCode, createHighlighter, type HighlightAnswer, type HighlightRequest } from '../../../renderer/markdown/highlighter.ts';

const lowlight = createLowlight(common);

/** Creates the real highlighter without its own thread. The language `never` hangs, and `broken` fails. */
function createFakeWorker() {
  const requests: HighlightRequest[] = [];
  const terminated: number[] = [];
  let started = 0;
  return {
    requests,
    terminated,
    start: () => {
      const number = (started += 1);
      let answer: ((answer: HighlightAnswer) => void) | undefined;
      let crash: (() => void) | undefined;
      let isHanging = false;
      return {
        post: (request: HighlightRequest) => {
          requests.push(request);
          if (isHanging) return;
          answer?.({ id: request.id, kind: 'begun' });
          isHanging = request.language === 'never';
          if (isHanging) return;
          if (request.language === 'broken') crash?.();
          else answer?.({ id: request.id, kind: 'done', runs: highlightCode(lowlight, request.language, request.pieces) });
        },
        listen: (onAnswer: (answer: HighlightAnswer) => void, onBroken: () => void) => {
          answer = onAnswer;
          crash = onBroken;
        },
        terminate: () => void terminated.push(number),
      };
    },
  };
}

test('highlights each piece with classes, not styles', () => {
  const pieces = ['const a = "x', 'y"; // c\n', 'let b;'];
  const runs = highlightCode(lowlight, 'ts', pieces);
  expect(runs?.pieces.map((row) => row.reduce((sum, value, at) => sum + (at % 2 === 1 ? value : 0), 0))).toEqual([12, 9, 6]);
  const named = (piece: number) => {
    const row = runs?.pieces[piece] ?? new Uint32Array();
    return Array.from({ length: row.length / 2 }, (_, at) => [runs?.names[row[2 * at] ?? 0], row[2 * at + 1]]);
  };
  expect(named(0)).toEqual([
    ['hl-keyword', 5],
    ['', 5],
    ['hl-string', 2],
  ]);
  expect(named(1)[0]).toEqual(['hl-string', 2]);
});

test('doesn’t highlight an unknown language', () => {
  expect(highlightCode(lowlight, 'klingon', ['x'])).toBeUndefined();
  expect(highlightCode(lowlight, 'constructor', ['x'])).toBeUndefined();
});

test('caches highlighted code', async () => {
  const worker = createFakeWorker();
  const highlighter = createHighlighter(worker.start);
  expect(highlighter.cached('ts', ['let a;'])).toBeUndefined();
  const runs = await highlighter.highlight('ts', ['let a;']);
  expect(highlighter.cached('ts', ['let a;'])).toBe(runs);
  await highlighter.highlight('ts', ['let a;']);
  expect(worker.requests).toHaveLength(1);
});

test('leaves very long code and code without a language plain, without a request', async () => {
  const worker = createFakeWorker();
  const highlighter = createHighlighter(worker.start);
  expect(await highlighter.highlight('ts', ['x'.repeat(300_000)])).toBeUndefined();
  expect(await highlighter.highlight('', ['x'])).toBeUndefined();
  expect(worker.requests).toHaveLength(0);
});

test('leaves code plain when the worker breaks, and gives the other blocks to another', async () => {
  const worker = createFakeWorker();
  const highlighter = createHighlighter(worker.start);
  expect(await highlighter.highlight('broken', ['x'])).toBeUndefined();
  expect(worker.terminated).toEqual([1]);
  expect(await highlighter.highlight('ts', ['let a;'])).toBeDefined();
});

test('leaves a block plain that takes a second, and highlights those behind it (catches code that stays plain for minutes)', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const worker = createFakeWorker();
  const highlighter = createHighlighter(worker.start);
  const first = highlighter.highlight('never', ['x']);
  const behind = highlighter.highlight('ts', ['let a;']);
  const second = highlighter.highlight('never', ['y']);
  vi.advanceTimersByTime(999);
  expect(worker.terminated).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(await first).toBeUndefined();
  expect(await behind).toBeDefined();
  expect(worker.terminated).toEqual([1]);
  vi.advanceTimersByTime(1000); // from when the second worker began
  expect(await second).toBeUndefined();
  expect(worker.terminated).toEqual([1, 2]);
  const asked = worker.requests.length;
  expect(await highlighter.highlight('never', ['x'])).toBeUndefined();
  expect(worker.requests).toHaveLength(asked); // isn't tried again
});

test('counts the second from when the worker begins (catches blocks that stay plain because it is still loading)', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const terminate = vi.fn();
  const highlighter = createHighlighter(() => ({ post: () => undefined, listen: () => undefined, terminate }));
  void highlighter.highlight('ts', ['let a;']);
  vi.advanceTimersByTime(60_000);
  expect(terminate).not.toHaveBeenCalled();
});
