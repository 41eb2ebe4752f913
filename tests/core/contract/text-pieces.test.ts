import { expect, test } from 'vitest';
import { createTextJoiner, maxPageMessageLength, splitText } from '../../../electron/contract/text-pieces.ts';

/** Joins pieces as the other end does. */
function join(pieces: readonly string[], maxLength?: number): readonly (string | undefined)[] {
  return pieces.map(createTextJoiner(maxLength));
}

test.each([
  ['plain', `{"text":"${'x'.repeat(7_000_000)}"}`],
  ['of three bytes per character', `{"text":"${'研'.repeat(7_000_000)}"}`],
  ['of surrogate pairs', `{"text":"${'🧪'.repeat(3_500_000)}"}`],
  ['of surrogate pairs, one character later', `{"text":" ${'🧪'.repeat(3_500_000)}"}`],
])('splits a text that jupyter-server-proxy would reject: %s', (_, text) => {
  const pieces = splitText(text);
  expect(pieces.every((piece) => piece.isWellFormed() && Buffer.byteLength(piece) <= 10 * 1024 * 1024)).toBe(true);
  expect(join(pieces).filter((joined) => joined !== undefined)).toEqual([text]);
});

test('leaves a short text as it is', () => {
  expect(splitText('{"got":1}')).toEqual(['{"got":1}']);
  expect(join(['{"got":1}', '+{"go', '=t":2}', '{"got":3}'])).toEqual(['{"got":1}', undefined, '{"got":2}', '{"got":3}']);
});

test('drops a text that is too long, and joins the next one', () =>
  expect(join(['+{"a"', '+:"bc', '="}', '+{', '=}'], 8)).toEqual([undefined, undefined, '', undefined, '{}']));

test.each(['+', '+x'])('drops a text of countless pieces %j (catches memory without limit)', (piece) => {
  const pieces = [...Array.from({ length: 200 }, () => piece), '=x'];
  expect(join([...pieces, '={}'], maxPageMessageLength).slice(-2)).toEqual(['', '{}']);
});

test('joins a text of the allowed length', () => {
  const text = '🧪'.repeat(15_000_000);
  expect(join(splitText(text), text.length).at(-1)).toHaveLength(text.length);
});
