import { common, createLowlight } from 'lowlight';
import { expect, test } from 'vitest';
import { highlightCode, createHighlighter, type HighlightAnswer, type HighlightRequest } from '../../../renderer/markdown/highlighter.ts';

const lowlight = createLowlight(common);

/** Creates the real highlighter without its own thread. */
function createFakeWorker() {
  const requests: HighlightRequest[] = [];
  let answer: ((answer: HighlightAnswer) => void) | undefined;
  let crash: (() => void) | undefined;
  return {
    requests,
    breakDown: () => crash?.(),
    start: () => ({
      post: (request: HighlightRequest) => {
        requests.push(request);
        if (request.language === 'never') return;
        answer?.({ id: request.id, runs: highlightCode(lowlight, request.language, request.pieces) });
      },
      listen: (onAnswer: (answer: HighlightAnswer) => void, onBroken: () => void) => {
        answer = onAnswer;
        crash = onBroken;
      },
    }),
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

test('leaves code plain when the worker breaks, and starts another for the next', async () => {
  const worker = createFakeWorker();
  const highlighter = createHighlighter(worker.start);
  const lost = highlighter.highlight('never', ['x']);
  worker.breakDown();
  expect(await lost).toBeUndefined();
  expect(await highlighter.highlight('ts', ['let a;'])).toBeDefined();
});
