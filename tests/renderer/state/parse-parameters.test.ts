import { describe, expect, test } from 'vitest';
import { parseExtra, parseNumber, parseStops, stopsText } from '../../../renderer/state/parse-parameters.ts';

describe('parseNumber', () => {
  test.each([
    ['', undefined],
    [' 0.7 ', 0.7],
    ['0,7', 0.7],
    ['0', 0],
  ])('parses “%s” as %s (catches an empty field sent as zero)', (text, value) => {
    expect(parseNumber(text, { min: 0, max: 2 })).toEqual({ ok: true, value });
  });

  test.each([
    ['warm', 'not-a-number', {}],
    ['2.1', 'number-out-of-range', { min: 0, max: 2 }],
    ['-1', 'number-out-of-range', { min: 0, max: 2 }],
  ])('rejects “%s” with a reason', (text, reason, params) => {
    expect(parseNumber(text, { min: 0, max: 2 })).toMatchObject({ ok: false, failure: { reason, params } });
  });

  test.each([
    ['100,000', 100_000],
    ['1.000.000', 1_000_000],
    ['16 000', 16_000],
    ['16\u202f000', 16_000],
  ])('parses “%s” as a whole number (catches a limit of 100 instead of 100,000)', (text, value) => {
    expect(parseNumber(text, { min: 1, isWhole: true })).toEqual({ ok: true, value });
  });

  test('rejects fractions where only integers are allowed (catches half a token)', () => {
    for (const text of ['1.5', '1,5', '1,00,000'])
      expect(parseNumber(text, { isWhole: true })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  });
});

test('formats and parses stop texts without loss (catches a line break that becomes two stops)', () => {
  const stops = ['END', '\n\n', 'a b'];
  expect(parseStops(stopsText(stops))).toEqual(stops);
  expect(parseStops('\n')).toBeUndefined();
});

describe('parseExtra', () => {
  test('accepts an object of names without their own controls (catches a second temperature)', () => {
    expect(parseExtra('{"min_p": 0.1}')).toEqual({ ok: true, value: { min_p: 0.1 } });
    expect(parseExtra('{"temperature": 1}')).toMatchObject({
      ok: false,
      failure: { reason: 'parameter-has-control', params: { name: 'temperature' } },
    });
  });

  test('rejects `__proto__` (catches a name that is lost in a copy)', () =>
    expect(parseExtra('{"__proto__": 1}')).toMatchObject({
      ok: false,
      failure: { reason: 'parameter-name-reserved', params: { name: '__proto__' } },
    }));

  test.each([
    ['{', 'parameters-not-json'],
    ['[]', 'parameters-not-object'],
    ['1', 'parameters-not-object'],
    ['null', 'parameters-not-object'],
  ])('rejects “%s” (catches a body that is no object)', (text, reason) => {
    expect(parseExtra(text)).toMatchObject({ ok: false, failure: { reason } });
  });

  test('returns undefined for an empty field (catches an empty “extra” in every request)', () =>
    expect([parseExtra(' '), parseExtra('{}')]).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: undefined },
    ]));
});
