import { describe, expect, test } from 'vitest';
import { parseExtra, parseNumber, parseStops, stopsText } from '../../../renderer/state/parse-parameters.ts';

describe('a number that is typed', () => {
  test.each([
    ['', undefined],
    [' 0.7 ', 0.7],
    ['0,7', 0.7],
    ['0', 0],
  ])('“%s” is %s (catches an empty field sent as zero)', (text, value) => {
    expect(parseNumber(text, { min: 0, max: 2 })).toEqual({ ok: true, value });
  });

  test.each([
    ['warm', /not a number/],
    ['2.1', /From 0 to 2/],
    ['-1', /From 0 to 2/],
  ])('“%s” is refused in words', (text, words) => {
    const result = parseNumber(text, { min: 0, max: 2 });
    expect(result.ok ? '' : result.failure.message).toMatch(words);
  });

  test('is whole where only whole ones make sense (catches half a token)', () => {
    expect(parseNumber('1.5', { isWhole: true })).toMatchObject({ ok: false, failure: { message: 'Only whole numbers.' } });
  });
});

test('stop texts survive being shown and read again (catches a line break that becomes two stops)', () => {
  const stops = ['END', '\n\n', 'a b'];
  expect(parseStops(stopsText(stops))).toEqual(stops);
  expect(parseStops('\n')).toBeUndefined();
});

describe('more parameters', () => {
  test('are an object of names we do not set ourselves (catches a second temperature)', () => {
    expect(parseExtra('{"min_p": 0.1}')).toEqual({ ok: true, value: { min_p: 0.1 } });
    expect(parseExtra('{"temperature": 1}')).toMatchObject({ ok: false, failure: { message: expect.stringContaining('temperature') } });
  });

  test('a name that would reach the prototype is refused (catches one that is lost on its way)', () => {
    expect(parseExtra('{"__proto__": 1}')).toMatchObject({ ok: false, failure: { message: expect.stringContaining('__proto__') } });
  });

  test.each(['{', '[]', '1', 'null'])('“%s” is refused (catches a body that is no object)', (text) => {
    expect(parseExtra(text).ok).toBe(false);
  });

  test('nothing is nothing (catches an empty “extra” in every request)', () => {
    expect([parseExtra(' '), parseExtra('{}')]).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: undefined },
    ]);
  });
});
