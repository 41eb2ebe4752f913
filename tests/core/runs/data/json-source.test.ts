import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFieldStringify } from '../../../../electron/core/runs/data/json-source.ts';

/** Returns the JSON of a field of an object. */
const field = (source: string, key = 'a'): string =>
  createFieldStringify(source)(key, (JSON.parse(source) as Readonly<Record<string, unknown>>)[key]);

describe('createFieldStringify', () => {
  it('keeps any number as it is written, also in nested values', () => {
    const digits = fc.stringMatching(/^[0-9]{1,25}$/);
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.bigInt({ min: 0n, max: 10n ** 25n }),
        fc.option(digits),
        fc.constantFrom('', 'e5', 'E-7', 'e+400'),
      )
      .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent}`);
    fc.assert(
      fc.property(number, (text) => {
        expect(field(`{"x":"}","a":${text}}`)).toBe(text);
        expect(field(`{ "a" : [ {"b" : ${text} } , "]" ] }`)).toBe(`[{"b":${text}},"]"]`);
      }),
    );
  });

  it('writes anything else as JSON.stringify does', () => {
    const value = fc.jsonValue({ noUnicodeString: false }).map((json) => JSON.parse(JSON.stringify(json)) as unknown);
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 3), (json, indent) => {
        const source = JSON.stringify({ 'c"': json, a: { b: [json, 1234567890] }, d: '1.0' }, null, indent);
        expect(field(source)).toBe(JSON.stringify({ b: [json, 1234567890] }));
      }),
    );
  });

  it('takes the last of fields with the same key', () => {
    expect(field('{"a":1.0,"a":2.0}')).toBe('2.0');
    expect(field('{"a":1.0,"a":2}')).toBe('2');
    expect(field('{"\\u0061":1.0,"__proto__":2.0}')).toBe('1.0');
  });
});
